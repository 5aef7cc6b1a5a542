/** Mixes two 32-bit integers into one. The result is the same everywhere, and nearby inputs give unrelated results. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Turns a 32-bit integer into a number from 0 to below 1. */
export const unit = (hash: number): number => hash / 4294967296;

/** Choices that look random but follow from a hash. */
export class Dice {
  private state: number;

  constructor(hash: number) {
    this.state = hash >>> 0;
  }

  /** The next 32-bit integer. */
  bits(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** A number from 0 to below 1. */
  next(): number {
    return unit(this.bits());
  }

  /** An integer from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element of a list. @throws {RangeError} for an empty list */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new RangeError("Nothing to pick from.");
    return picked;
  }

  /** A position in `weights`; each is as likely as its weight. */
  weighted(weights: readonly number[]): number {
    let sum = 0;
    for (const weight of weights) sum += weight;
    let rest = this.next() * sum;
    for (let i = 0; i < weights.length; i++) {
      rest -= weights[i] ?? 0;
      if (rest < 0) return i;
    }
    return weights.length - 1;
  }

  /** A new list with the same elements in random order. */
  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((element) => ({ element, at: this.bits() }))
      .sort((a, b) => a.at - b.at)
      .map(({ element }) => element);
  }
}
