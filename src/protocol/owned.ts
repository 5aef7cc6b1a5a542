import type { AdCard } from "./ads";
import type { PlatformToken } from "./platforms";

/** An answer exactly as received, with its ISO time. */
export interface StoredAnswer {
  readonly text: string;
  readonly receivedAt: string;
}

/** What to find among the owned ads. All given conditions must hold. */
export interface AdCriteria {
  /** Words in any script, each matched from its beginning; words in "quotes" must be adjacent. */
  readonly text?: string;
  readonly advertiser?: string;
  /** Host name of the target link, including subdomains. */
  readonly domain?: string;
  readonly platforms?: readonly PlatformToken[];
  /** Dates, `YYYY-MM-DD`, of the newest fetch; both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** A number on cards or details, by its name. */
  readonly stat?: { readonly name: string; readonly min?: number; readonly max?: number };
}

/** An owned ad as it was last seen. */
export interface OwnedAd {
  readonly card: AdCard;
  /** ISO time of the fetch that the card comes from. */
  readonly fetchedAt: string;
}

/** Owned ads, newest fetch first. */
export interface FoundAds {
  readonly ads: readonly OwnedAd[];
  /** Where the next answer begins; absent at the end. */
  readonly next?: string;
  /** Which of the ads have an owned detail, as card keys. */
  readonly ownedDetails: readonly string[];
}
