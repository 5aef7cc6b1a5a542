import type { AdRef, Digits } from "./ads";
import type { OwnedAdsQuery } from "./owned";
import type { PlatformToken } from "./platforms";
import type { SearchQuery } from "./search";

/** A card, by its key, and the px from the top of the view to it. */
export interface ScrollPlace {
  readonly card: string;
  readonly top: number;
}

/** What a panel keeps of itself between reloads (`setState`): small, no ads, no key. */
export interface PanelMemory {
  readonly platform: PlatformToken;
  /** The form as edited. */
  readonly draft: SearchQuery;
  /** The frozen search on the screen, if one ran. */
  readonly shown?: { readonly query: SearchQuery; readonly lastHit?: Digits; readonly pages: number };
  readonly openAd?: AdRef;
  readonly layout?: "cards" | "table";
  /** Where the results were scrolled to; absent at their top. */
  readonly place?: ScrollPlace;
  /** A first page that was on its way, with the ISO time at which it was asked for. */
  readonly asked?: { readonly query: SearchQuery; readonly at: string };
  /** The library that all of this belongs to, by its name. */
  readonly library?: string;
  /** What the archive's panel looks for. */
  readonly archive?: OwnedAdsQuery;
  /** When it was kept, ms since 1970. */
  readonly at?: number;
}
