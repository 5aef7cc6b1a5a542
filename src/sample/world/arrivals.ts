import { mix, unit } from "./random";

/** Start of the made-up world, in seconds since the epoch. */
export const worldStart = Date.UTC(2021, 0, 1) / 1000;

/** The time within which the ads that can be searched have arrived, in seconds. */
const windowSeconds = 730 * 86_400;

/** When the ads of one platform arrive: one in each interval, forever, at times that never change. */
export class Arrivals {
  private readonly interval: number;

  constructor(
    /** How many ads can be searched at any time, always the latest ones. */
    readonly size: number,
    private readonly salt: number,
  ) {
    this.interval = windowSeconds / size;
  }

  /** The second at which ad number `index` arrives. */
  at(index: number): number {
    return Math.floor(worldStart + (index + unit(mix(this.salt, index)) * 0.9) * this.interval);
  }

  /** The number of the first ad that arrives after `second`; 0 before the start of the world. */
  endAt(second: number): number {
    const guess = Math.floor((second - worldStart) / this.interval);
    if (guess < 0) return 0;
    return this.at(guess) <= second ? guess + 1 : guess;
  }

  /** The numbers, `from` to before `to`, of the ads that can be searched at `second`. */
  window(second: number): readonly [from: number, to: number] {
    const to = this.endAt(second);
    return [Math.max(0, to - this.size), to];
  }
}
