import { mix, unit } from "./random";

/** Start of the made-up world, in seconds. */
export const worldStart = Date.UTC(2021, 0, 1) / 1000;

/** Over how many seconds the ads that can be searched arrived. */
const windowSeconds = 730 * 86_400;

/** When ads arrive in the library of one platform: at intervals, forever, at times that never change. */
export class Arrivals {
  private readonly interval: number;

  constructor(
    /** How many ads can be searched at any time: the latest ones. */
    readonly size: number,
    private readonly salt: number,
  ) {
    this.interval = windowSeconds / size;
  }

  /** Second at which ad number `index` arrived. */
  at(index: number): number {
    return Math.floor(worldStart + (index + unit(mix(this.salt, index)) * 0.9) * this.interval);
  }

  /** Number of the first ad that arrived after `second`; 0 before the start of the world. */
  endAt(second: number): number {
    const guess = Math.floor((second - worldStart) / this.interval);
    if (guess < 0) return 0;
    return this.at(guess) <= second ? guess + 1 : guess;
  }

  /** Numbers `[from, to)` of the ads that can be searched at `second`. */
  window(second: number): readonly [from: number, to: number] {
    const to = this.endAt(second);
    return [Math.max(0, to - this.size), to];
  }
}
