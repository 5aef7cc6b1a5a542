import type { AdRef, Digits } from "./ads";
import type { OwnedAdsQuery } from "./owned";
import type { PlatformToken } from "./platforms";
import type { AdState, ComparedPair } from "./runs";
import type { SearchQuery } from "./search";

/** A card, by its key, and the px from the top of the view to it. */
export interface ScrollPlace {
  readonly card: string;
  readonly top: number;
}

export type OverviewField = "advertiser" | "domain" | "platform" | "mediaType" | "daysRunning";

/** The cards of which `field` has `value`: what a bar of the overview stands for. */
export interface OverviewFilter {
  readonly field: OverviewField;
  readonly value: string;
}

/** Columns of the table beside those for the service's numbers. */
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

/** How the loaded ads are looked at: a choice and an order within what is there already, for 0 credits. */
export interface View {
  readonly text: string;
  /** At most one per field. */
  readonly filters: readonly OverviewFilter[];
  /** By a column's value, or in the service's order. */
  readonly sort: ColumnKey | "service";
  readonly descending: boolean;
}

/** What a person made of the table's columns. */
export interface TableLook {
  /** Shown or hidden against the usual. */
  readonly shown?: Readonly<Record<string, boolean>>;
  /** Those that were put in an order, first to last; others follow. */
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
  /** px to which the details of `openAd` were scrolled. */
  readonly detailTop?: number;
  readonly layout?: "cards" | "table";
  readonly table?: TableLook;
  readonly view?: View;
  /** Whether the filters of what is loaded are open. */
  readonly filtering?: boolean;
  readonly showing?: "ads" | "overview" | "compared";
  /** Keys of the selected cards. */
  readonly selected?: readonly string[];
  /** Where the results were scrolled to; absent at their top. */
  readonly place?: ScrollPlace;
  /** A first page that was on its way, with the ISO time at which it was asked for. */
  readonly asked?: { readonly query: SearchQuery; readonly at: string };
  /** The library that all of this belongs to, by its name. */
  readonly library?: string;
  /** What the archive's panel looks for. */
  readonly archive?: OwnedAdsQuery;
  /** What a comparison's panel shows. */
  readonly compared?: ComparedPair & { readonly state?: AdState };
  /** Which panel keeps it: one whose platform was switched is still the same. */
  readonly panel?: string;
  /** When it was kept, ms since 1970. */
  readonly at?: number;
}
