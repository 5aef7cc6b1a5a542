import type { AdCard, Digits } from "./ads";
import type { PlatformToken } from "./platforms";

/** An answer exactly as received, with its ISO time. */
export interface StoredAnswer {
  readonly text: string;
  readonly receivedAt: string;
  /** Whose it is: the name of an import or a linked folder; absent for one's own. */
  readonly from?: string;
}

/** An advertiser: its ID on a platform, whatever its name; or where ads name no ID, its exact name there. */
export interface AdOwner {
  readonly platform: PlatformToken;
  readonly id?: Digits;
  readonly name: string;
}

/** What makes an advertiser another one: its name only where it has no ID. */
export const ownerKey = ({ platform, id, name }: AdOwner) => `${platform}:${id ?? ` ${name}`}`;

/** What to find among the bought ads. All given conditions must hold. */
export interface AdCriteria {
  /** Words in any script, each matched from its beginning; words in "quotes" must be adjacent. */
  readonly text?: string;
  /** Words of the advertiser's name, written like `text`. */
  readonly advertiser?: string;
  /** Exactly this advertiser. */
  readonly owner?: AdOwner;
  /** Host name of the target link, including subdomains. */
  readonly domain?: string;
  readonly platforms?: readonly PlatformToken[];
  /** Dates, `YYYY-MM-DD`, of the newest fetch; both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** A number on cards or details, by its name. */
  readonly stat?: { readonly name: string; readonly min?: number; readonly max?: number };
}

/** A bought ad as it was last seen. */
export interface BoughtAd {
  readonly card: AdCard;
  /** The card is made from its detail, because only that is bought. */
  readonly from?: "detail";
  /** ISO time of the fetch that the card comes from. */
  readonly fetchedAt: string;
  /** ISO time of its first fetch, where known. */
  readonly firstFetchedAt?: string;
  /** Of an ad without an ID in the archive: its answer and the position in it. */
  readonly place?: string;
}

/** Bought ads, newest fetch first. */
export interface FoundAds {
  readonly ads: readonly BoughtAd[];
  /** Where the next answer begins; absent at the end. */
  readonly next?: string;
  /** How many answers are indexed, while not all are: ads of the others are not found yet. */
  readonly indexed?: { readonly done: number; readonly of: number };
  /** Which of the ads have a bought detail, as card keys. */
  readonly boughtDetails: readonly string[];
}

/** What bought ads can be counted by; a week is that of the last fetch. */
export const groupings = ["advertiser", "domain", "platform", "week"] as const;
export type Grouping = (typeof groupings)[number];
