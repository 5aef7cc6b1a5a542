import type { AdCard, AdRef, Count, Digits } from "../../protocol/ads";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchAddress } from "./searchAddress";

/** Both ends are inclusive; an absent end is open. */
export interface CountRange {
  readonly min?: Count;
  readonly max?: Count;
}

/** What to find in the archive. All given conditions must hold. */
export interface ArchiveQuery {
  /** Words in any script, each from its beginning; words in "quotes" stand together. */
  readonly text?: string;
  /** Words of the advertiser's name. */
  readonly advertiser?: string;
  /** Host name of the target link, including subdomains. */
  readonly domain?: string;
  /** This ad alone. */
  readonly ad?: AdRef;
  /** Origins of libraries. */
  readonly origins?: readonly string[];
  readonly platforms?: readonly PlatformToken[];
  /** ISO time of the newest fetch: from this on. */
  readonly from?: string;
  /** ISO time of the newest fetch: before this. */
  readonly before?: string;
  readonly active?: boolean;
  readonly monthlyTraffic?: CountRange;
  /** Numbers as the newest card or detail shows them, by their names (`statNames`). */
  readonly stats?: readonly ({ readonly name: string } & CountRange)[];
  /** Most ads to answer with, 18 where absent. */
  readonly limit?: number;
  /** `next` of the answer before. */
  readonly after?: string;
}

/** One owned ad as it was last seen. */
export interface ArchiveHit {
  readonly card: AdCard;
  readonly origin: string;
  /** ISO time of the fetch that the card comes from. */
  readonly receivedAt: string;
  /** The page it is on; absent if only its detail is owned. */
  readonly page?: { readonly address: SearchAddress; readonly lastHit: Digits; readonly page: number };
  /** Its address, if it has one. */
  readonly ad?: AdRef;
}

/** Ads, newest fetch first. */
export interface ArchiveHits {
  readonly hits: readonly ArchiveHit[];
  /** Where the next answer begins; absent at the end. */
  readonly next?: string;
}

/** The numbers of one ad at one fetch. */
export interface Sighting {
  readonly receivedAt: string;
  readonly from: "card" | "detail";
  readonly stats: readonly { readonly name: string; readonly value: Count }[];
}
