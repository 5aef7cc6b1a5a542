import type { AdRef, Digits } from "./ads";
import type { AdCriteria } from "./owned";
import type { PlatformToken } from "./platforms";
import type { AdState, ComparedPair } from "./runs";
import type { SearchQuery } from "./search";

/** A card, by its key, and its distance from the top of the view in px. */
export interface ScrollPlace {
  readonly card: string;
  readonly top: number;
}

export type OverviewField = "advertiser" | "domain" | "platform" | "mediaType" | "daysRunning";

/** The cards whose `field` has `value`: what a bar of the overview stands for. */
export interface OverviewFilter {
  readonly field: OverviewField;
  readonly value: string;
}

/** Columns of the table other than those for the service's numbers. */
export const plainColumns = [
  "title",
  "advertiser",
  "platform",
  "seen",
  "fetched",
  "domain",
  "mediaType",
  "days",
  "status",
  "traffic",
] as const;

/** A column of the table; numbers of the service by their name. */
export type ColumnKey = (typeof plainColumns)[number] | `stat:${string}`;

/** How the loaded ads are shown: filtered and sorted among what is already there, for 0 credits. */
export interface View {
  readonly text: string;
  /** At most one per field. */
  readonly filters: readonly OverviewFilter[];
  /** By a column's value, or in the service's order. */
  readonly sort: ColumnKey | "service";
  readonly descending: boolean;
}

/** How a person has arranged the table's columns. */
export interface TableLook {
  /** Shown or hidden, contrary to the default. */
  readonly shown?: Readonly<Record<string, boolean>>;
  /** Columns with a chosen place, first to last; others follow. */
  readonly order?: readonly string[];
  /** px. */
  readonly widths?: Readonly<Record<string, number>>;
}

/** What a panel keeps of itself between reloads (`setState`): small, no ads, no key. */
export interface PanelMemory {
  readonly platform: PlatformToken;
  /** The form as edited. */
  readonly draft: SearchQuery;
  /** The frozen search on the screen, if one ran. */
  readonly shown?: { readonly query: SearchQuery; readonly lastHit?: Digits; readonly pages: number };
  readonly openAd?: AdRef;
  /** Scroll position of the details of `openAd`, in px. */
  readonly detailTop?: number;
  readonly layout?: "cards" | "table";
  readonly table?: TableLook;
  readonly view?: View;
  /** Whether the filters of what is loaded are open. */
  readonly filtering?: boolean;
  readonly showing?: "ads" | "overview" | "compared";
  /** Keys of the selected cards. */
  readonly selected?: readonly string[];
  /** Where the results were scrolled to; absent at the top. */
  readonly place?: ScrollPlace;
  /** A first page that was on its way, with the ISO time at which it was asked for. */
  readonly asked?: { readonly query: SearchQuery; readonly at: string };
  /** The library that all of this belongs to, by its name. */
  readonly library?: string;
  /** What the archive's panel looks for. */
  readonly archive?: AdCriteria;
  /** What a comparison's panel shows. */
  readonly compared?: ComparedPair & { readonly state?: AdState };
  /** Which panel keeps it: it stays the same when its platform is switched. */
  readonly panel?: string;
  /** When it was kept, ms since 1970. */
  readonly at?: number;
}
