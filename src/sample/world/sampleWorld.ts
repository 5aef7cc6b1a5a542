import type { PhraseBook } from "../words/phraseBook";
import { phraseBooks } from "../words/phraseBooks";
import { type Advertiser, Advertisers } from "./advertisers";
import { decideFacts } from "./decideFacts";
import { emptyFacts, type Facts } from "./facts";
import { type PlatformProfile, platformProfiles } from "./platformProfiles";
import { mix, unit } from "./random";

/** Start of the made-up world, in seconds since the epoch. */
export const worldStart = Date.UTC(2021, 0, 1) / 1000;

/** The time within which the ads that can be searched have arrived, in seconds. */
const windowSeconds = 730 * 86_400;

/** When the ads of one platform arrive: one in each interval, forever, at times that never change. */
class Arrivals {
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

/** Difference between the IDs of two consecutive ads of a platform. */
const idStep = 613;

/** The whole made-up world of one seed. Everything is computed from the seed; only caches are kept. */
export class SampleWorld {
  readonly advertisers: Advertisers;
  private readonly arrivals: readonly Arrivals[];

  constructor(
    readonly seed: number,
    readonly adsPerPlatform: number,
  ) {
    this.advertisers = new Advertisers(seed);
    this.arrivals = platformProfiles.map((_, platform) => new Arrivals(adsPerPlatform, mix(seed ^ 0x7151, platform)));
  }

  /** The numbers, `from` to before `to`, of the ads of a platform that can be searched at `second`. */
  window(platform: number, second: number): readonly [from: number, to: number] {
    return this.arrivalsOf(platform).window(second);
  }

  facts(platform: number, index: number): Facts {
    const facts = emptyFacts();
    this.decide(facts, platform, index);
    return facts;
  }

  /** Writes all facts of an ad to `into`, an object that can be reused. */
  decide(into: Facts, platform: number, index: number): void {
    this.name(into, platform, index);
    decideFacts(into, this.profile(platform), this.advertisers, this.seed);
  }

  /** Writes only what tells the ad apart: its platform, its number, and when it arrived. */
  name(into: Facts, platform: number, index: number): void {
    into.platform = platform;
    into.index = index;
    into.first = this.arrivalsOf(platform).at(index);
  }

  /** The ad with that ID, if it has arrived by `second`. Unlike searches, this finds ads however old they are. */
  find(platform: number, id: number, second: number): Facts | undefined {
    const index = (id - this.profile(platform).idBase) / idStep;
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.arrivalsOf(platform).endAt(second)) return undefined;
    return this.facts(platform, index);
  }

  id({ platform, index }: Facts): number {
    return this.profile(platform).idBase + index * idStep;
  }

  advertiser(facts: Facts): Advertiser {
    return this.advertisers.get(facts.advertiser);
  }

  ownerId({ platform, advertiser }: Facts): number {
    return 100_000 + advertiser * 97 + platform;
  }

  profile(platform: number): PlatformProfile {
    const profile = platformProfiles[platform];
    if (!profile) throw new RangeError(`No platform ${platform}.`);
    return profile;
  }

  book({ language }: Facts): PhraseBook {
    const book = phraseBooks[language];
    if (!book) throw new RangeError(`No language ${language}.`);
    return book;
  }

  private arrivalsOf(platform: number): Arrivals {
    const arrivals = this.arrivals[platform];
    if (!arrivals) throw new RangeError(`No platform ${platform}.`);
    return arrivals;
  }
}
