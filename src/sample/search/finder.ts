import { adTexts } from "../world/adTexts";
import { FactStore } from "../world/factStore";
import type { Facts } from "../world/facts";
import { daysRunning, engagementAt, impressionsAt, lastSeen } from "../world/growth";
import { mix } from "../world/random";
import type { SampleWorld } from "../world/sampleWorld";
import type { Matcher } from "./filterKinds";

/** What an answer is sorted by. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** The rank of an ad in an answer: an integer from 0 to 2^32 - 1. */
type Measure = (facts: Facts, second: number) => number;

function relevancy(library: SampleWorld, words: readonly string[]): Measure {
  return (facts) => {
    const quality = mix(facts.campaign, facts.index) % 100_000;
    if (words.length === 0) return quality;
    const title = (adTexts(library, facts).title ?? "").toLowerCase();
    return words.filter((word) => title.includes(word)).length * 100_000 + quality;
  };
}

/** The measure of a sort option; the last sighting for `newest` and unknown ones. `words` are those searched for. */
export function measureOf(library: SampleWorld, by: string, words: readonly string[]): Measure {
  if (by === "engagement") {
    return (facts, second) => engagementAt(library.profile(facts.platform), facts, second);
  }
  if (by === "ad_impressions") return (facts, second) => impressionsAt(facts, lastSeen(facts, second));
  if (by === "days_running") return daysRunning;
  if (by === "web_traffic") return (facts) => library.advertiser(facts).monthlyVisits;
  if (by === "relevancy") return relevancy(library, words);
  return lastSeen;
}

/** A fully resolved search. Two searches have the same `name` only if they are the same. */
export interface Order {
  readonly name: string;
  readonly platforms: readonly number[];
  readonly second: number;
  readonly matchers: readonly Matcher[];
  readonly measure: Measure;
  readonly descending: boolean;
}

/**
 * The ads found, in order. Each number is the position of its platform in the search, times `adsPerPlatform`, plus the
 * ad's place in the window.
 */
type Found = Uint32Array;

/** How many answers are kept, of four bytes per ad. */
const mostAnswers = 20;

/** Searches the ads that could be searched at a second, and keeps the latest answers. */
export class Finder {
  private readonly store: FactStore;
  private readonly answers = new Map<string, Promise<Found>>();
  /** Searches run one after another, because they share their working memory. */
  private last: Promise<unknown> = Promise.resolve();
  private ranks = new Float64Array(0);

  constructor(private readonly library: SampleWorld) {
    this.store = new FactStore(library);
  }

  /** The facts of the ads at places `from` to before `to` of the answer, and the number of all ads found. */
  async slice(order: Order, from: number, to: number): Promise<{ readonly ads: Facts[]; readonly total: number }> {
    const found = await this.answer(order);
    const ads = Array.from(found.subarray(from, to), (place) => this.factsAt(order, place));
    return { ads, total: found.length };
  }

  private factsAt({ platforms, second }: Order, place: number): Facts {
    const platform = platforms[Math.floor(place / this.library.adsPerPlatform)] ?? 0;
    const [start] = this.library.window(platform, second);
    return this.library.facts(platform, start + (place % this.library.adsPerPlatform));
  }

  private answer(order: Order): Promise<Found> {
    const answer = this.answers.get(order.name) ?? this.compute(order);
    this.answers.delete(order.name);
    this.answers.set(order.name, answer);
    for (const oldest of this.answers.keys()) if (this.answers.size > mostAnswers) this.answers.delete(oldest);
    return answer;
  }

  private compute(order: Order): Promise<Found> {
    const answer = this.last.then(() => this.find(order));
    this.last = answer.catch(() => this.answers.delete(order.name));
    return answer;
  }

  /**
   * Turns each match into one number that sorts as the ad does. Ads of equal rank stay in the order of their arrival.
   */
  private async find({ platforms, second, matchers, measure, descending }: Order): Promise<Found> {
    const most = platforms.length * this.library.adsPerPlatform;
    const places = 2 ** Math.ceil(Math.log2(most + 1));
    if (this.ranks.length < most) this.ranks = new Float64Array(most);
    const ranks = this.ranks;
    let count = 0;
    for (const [slot, platform] of platforms.entries()) {
      const [from, to] = this.library.window(platform, second);
      const offset = slot * this.library.adsPerPlatform - from;
      await this.store.each(platform, from, to, (facts) => {
        for (const matches of matchers) if (!matches(facts, second)) return;
        const rank = measure(facts, second);
        ranks[count++] = (descending ? 4_294_967_295 - rank : rank) * places + offset + facts.index;
      });
    }
    const sorted = ranks.subarray(0, count).sort();
    const found = new Uint32Array(count);
    for (let i = 0; i < count; i++) found[i] = (sorted[i] ?? 0) % places;
    return found;
  }
}
