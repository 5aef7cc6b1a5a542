import { Columns } from "./columns";
import { emptyFacts, type Facts } from "./facts";
import type { SampleWorld } from "./sampleWorld";
import { platformProfiles } from "./platformProfiles";

/** How many ads are computed before other work gets a turn. */
const blockSize = 4096;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Keeps the facts of the ads that searches have gone through, so that the next search need not decide them again. */
export class FactStore {
  private readonly blocks = new Map<string, Columns>();
  private readonly reused = emptyFacts();

  constructor(private readonly library: SampleWorld) {}

  /**
   * Calls `visit` for each ad of a platform from number `from` to before `to`, in order, with pauses for other work.
   * The object passed is the same each time.
   */
  async each(platform: number, from: number, to: number, visit: (facts: Facts) => void): Promise<void> {
    for (let block = Math.floor(from / blockSize); block * blockSize < to; block++) {
      const columns = this.block(platform, block);
      const start = block * blockSize;
      const end = Math.min(to, start + blockSize);
      for (let index = Math.max(from, start); index < end; index++) {
        this.library.name(this.reused, platform, index);
        columns.read(index - start, this.reused);
        visit(this.reused);
      }
      await nextTurn();
    }
  }

  private block(platform: number, block: number): Columns {
    const name = `${platform}:${block}`;
    const columns = this.blocks.get(name) ?? this.compute(platform, block);
    this.blocks.delete(name);
    this.blocks.set(name, columns);
    return columns;
  }

  private compute(platform: number, block: number): Columns {
    const columns = this.takeOldest() ?? new Columns(blockSize);
    for (let i = 0; i < blockSize; i++) {
      this.library.decide(this.reused, platform, block * blockSize + i);
      columns.write(i, this.reused);
    }
    return columns;
  }

  /** The oldest block, to be reused, once there are slightly more blocks than a search over all platforms needs. */
  private takeOldest(): Columns | undefined {
    const [oldest] = this.blocks;
    if (!oldest || this.blocks.size < this.limit) return undefined;
    this.blocks.delete(oldest[0]);
    return oldest[1];
  }

  private get limit(): number {
    return (Math.ceil(this.library.adsPerPlatform / blockSize) + 1) * platformProfiles.length + 4;
  }
}
