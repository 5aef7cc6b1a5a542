import { engagementAt } from "../figures/counters";
import { adTexts } from "../world/adTexts";
import type { Facts } from "../world/facts";
import { daysRunning, impressionsAt, lastSeen } from "../world/growth";
import type { SampleWorld } from "../world/sampleWorld";
import { mix } from "../world/random";

/** What an answer is sorted by. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** The rank of an ad in an answer: an integer from 0 to 2^32 - 1. */
export type Measure = (facts: Facts, second: number) => number;

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
