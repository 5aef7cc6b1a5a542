import { emptyFacts, type Facts } from "./facts";
import { platformProfiles } from "./platformProfiles";
import type { SampleWorld } from "./sampleWorld";

/** How many ads are computed before other work can run. */
const blockSize = 4096;

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A typed array for each fact of up to `size` ads, except the three that tell ads apart. */
const createColumns = (size: number) => ({
  advertiser: new Uint16Array(size),
  campaign: new Uint32Array(size),
  vertical: new Uint8Array(size),
  language: new Uint8Array(size),
  product: new Uint8Array(size),
  countries: new Uint32Array(size),
  gender: new Uint8Array(size),
  ageFrom: new Uint8Array(size),
  ageTo: new Uint8Array(size),
  systems: new Uint8Array(size),
  cta: new Uint8Array(size),
  media: new Uint8Array(size),
  pieces: new Uint8Array(size),
  ratio: new Uint8Array(size),
  placements: new Uint8Array(size),
  interestA: new Uint16Array(size),
  interestB: new Uint16Array(size),
  behavior: new Uint8Array(size),
  ownerCategory: new Uint16Array(size),
  publisherA: new Uint16Array(size),
  publisherB: new Uint16Array(size),
  community: new Uint16Array(size),
  network: new Uint8Array(size),
  tracker: new Uint8Array(size),
  affiliate: new Uint8Array(size),
  features: new Uint8Array(size),
  palette: new Uint8Array(size),
  runSeconds: new Uint32Array(size),
  everySeconds: new Uint32Array(size),
  impressions: new Uint32Array(size),
  engagement: new Uint32Array(size),
  curve: new Uint8Array(size),
  duration: new Uint8Array(size),
  bookmarked: new Uint8Array(size),
});
type Columns = ReturnType<typeof createColumns>;

/** Field by field: a loop over names would be ten times slower, and each search reads every ad. */
function readFacts(columns: Columns, at: number, into: Facts): void {
  into.advertiser = columns.advertiser[at] ?? 0;
  into.campaign = columns.campaign[at] ?? 0;
  into.vertical = columns.vertical[at] ?? 0;
  into.language = columns.language[at] ?? 0;
  into.product = columns.product[at] ?? 0;
  into.countries = columns.countries[at] ?? 0;
  into.gender = columns.gender[at] ?? 0;
  into.ageFrom = columns.ageFrom[at] ?? 0;
  into.ageTo = columns.ageTo[at] ?? 0;
  into.systems = columns.systems[at] ?? 0;
  into.cta = columns.cta[at] ?? 0;
  into.media = columns.media[at] ?? 0;
  into.pieces = columns.pieces[at] ?? 0;
  into.ratio = columns.ratio[at] ?? 0;
  into.placements = columns.placements[at] ?? 0;
  into.interestA = columns.interestA[at] ?? 0;
  into.interestB = columns.interestB[at] ?? 0;
  into.behavior = columns.behavior[at] ?? 0;
  into.ownerCategory = columns.ownerCategory[at] ?? 0;
  into.publisherA = columns.publisherA[at] ?? 0;
  into.publisherB = columns.publisherB[at] ?? 0;
  into.community = columns.community[at] ?? 0;
  into.network = columns.network[at] ?? 0;
  into.tracker = columns.tracker[at] ?? 0;
  into.affiliate = columns.affiliate[at] ?? 0;
  into.features = columns.features[at] ?? 0;
  into.palette = columns.palette[at] ?? 0;
  into.runSeconds = columns.runSeconds[at] ?? 0;
  into.everySeconds = columns.everySeconds[at] ?? 0;
  into.impressions = columns.impressions[at] ?? 0;
  into.engagement = columns.engagement[at] ?? 0;
  into.curve = columns.curve[at] ?? 0;
  into.duration = columns.duration[at] ?? 0;
  into.bookmarked = columns.bookmarked[at] ?? 0;
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
        readFacts(columns, index - start, this.reused);
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
    const columns = this.takeOldest() ?? createColumns(blockSize);
    const names = Object.keys(columns).filter((name): name is keyof Columns => name in columns);
    for (let i = 0; i < blockSize; i++) {
      this.library.decide(this.reused, platform, block * blockSize + i);
      for (const name of names) columns[name][i] = this.reused[name];
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
