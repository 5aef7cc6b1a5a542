import { emptyFacts, type Facts } from "./facts";
import { platformProfiles } from "./platformProfiles";
import type { SampleWorld } from "./sampleWorld";

/** How many ads are computed before other work can run. */
const blockSize = 4096;

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Facts for which one or two bytes are enough. The others take four, except those that tell ads apart: none. */
const bytes = (
  "vertical language product gender ageFrom ageTo systems cta media pieces ratio placements behavior network tracker " +
  "affiliate features palette curve duration bookmarked"
).split(" ");
const pairs = "advertiser interestA interestB ownerCategory publisherA publisherB community".split(" ");
const tellingApart = ["index", "platform", "first"];

/** A typed array for each fact of a block of ads. */
type Columns = readonly (readonly [name: keyof Facts, values: Uint8Array | Uint16Array | Uint32Array])[];

function createColumns(): Columns {
  const facts = emptyFacts();
  const names = Object.keys(facts).filter((name): name is keyof Facts => name in facts && !tellingApart.includes(name));
  return names.map((name) => {
    const Values = bytes.includes(name) ? Uint8Array : pairs.includes(name) ? Uint16Array : Uint32Array;
    return [name, new Values(blockSize)];
  });
}

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
        // Pairs made once: to look up each column by its name would take four times as long.
        for (const [fact, values] of columns) this.reused[fact] = values[index - start] ?? 0;
        visit(this.reused);
      }
      await nextTick();
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
    const columns = this.takeOldest() ?? createColumns();
    for (let i = 0; i < blockSize; i++) {
      this.library.decide(this.reused, platform, block * blockSize + i);
      for (const [fact, values] of columns) values[i] = this.reused[fact];
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
