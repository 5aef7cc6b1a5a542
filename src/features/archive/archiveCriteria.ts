import type { AdCard, AdRef, Count, Digits } from "../../protocol/ads";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchAddress } from "./searchAddress";

/** A range of counts. Both ends are inclusive; an absent end is open. */
export interface CountRange {
  readonly min?: Count;
  readonly max?: Count;
}

/** What to find in the archive. An ad must meet all conditions that are given. */
export interface ArchiveCriteria {
  /**
   * Words in any script. Each also finds longer words that begin with it; words in "quotes" are whole and stand
   * together.
   */
  readonly text?: string;
  /** Words of the advertiser's name, written like `text`. */
  readonly advertiser?: string;
  /** Host name of the target link, including subdomains. */
  readonly domain?: string;
  /** Only this ad. */
  readonly ad?: AdRef;
  /** Only ads of these libraries, each named by its origin. */
  readonly origins?: readonly string[];
  readonly platforms?: readonly PlatformToken[];
  /** ISO time: the newest fetch was then or later. */
  readonly from?: string;
  /** ISO time: the newest fetch was before it. */
  readonly before?: string;
  readonly active?: boolean;
  readonly monthlyTraffic?: CountRange;
  /** Numbers by their names (`statNames`), as the ad's newest card or its newest fetch shows them. */
  readonly stats?: readonly ({ readonly name: string } & CountRange)[];
  /** Maximum number of ads in the answer; 18 if absent. */
  readonly limit?: number;
  /** `next` of the previous answer. */
  readonly after?: string;
}

/** One owned ad as it was last seen. */
export interface ArchiveHit {
  readonly card: AdCard;
  readonly origin: string;
  /** ISO time of the fetch that the card comes from. */
  readonly receivedAt: string;
  /** The page that the card was read from; absent if only the ad's detail is owned. */
  readonly page?: { readonly address: SearchAddress; readonly lastHit: Digits; readonly page: number };
  /** The ad's platform and ID; absent if the card has no ID or its platform is unknown. */
  readonly ad?: AdRef;
}

/** Some of the ads found, newest fetch first. */
export interface ArchiveHits {
  readonly hits: readonly ArchiveHit[];
  /** What to pass as `after` for the next ads; absent at the end. */
  readonly next?: string;
}

/** The numbers of one ad at one fetch. */
export interface Sighting {
  readonly receivedAt: string;
  readonly from: "card" | "detail";
  readonly stats: readonly { readonly name: string; readonly value: Count }[];
}
