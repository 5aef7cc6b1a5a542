import type { AdDetail, AdRef, AdSighting, Digits } from "./ads";
import type { ApiVersion } from "./apiVersion";
import type { CreditsToday } from "./credits";
import type { Failure } from "./failure";
import type { FilterForm, FilterItem } from "./filters";
import type { OwnedAds, OwnedAdsQuery } from "./owned";
import type { PlatformToken } from "./platforms";
import type { Cursor, SearchPage, SearchQuery } from "./search";

/** Which library is searched. The key itself never crosses; only whether there is one. */
export interface ConnectionState {
  readonly kind: "none" | "sample" | "service";
  /** Origin of the service, for display. */
  readonly origin?: string;
  readonly hasKey: boolean;
  /** V2 where absent. */
  readonly apiVersion?: ApiVersion;
}

export type LoadMedia = "always" | "onClick" | "never";

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
  /** What the archive's panel looks for. */
  readonly archive?: OwnedAdsQuery;
  /** When it was kept, ms since 1970. */
  readonly at?: number;
}

/** An act that a command handed to the panel: fill the form, and run it once if `run` (paid) or show an owned snapshot of it (free). */
export interface PanelAct {
  readonly query: SearchQuery;
  readonly run: boolean;
  /** The owned snapshot to show; never together with `run`. */
  readonly showOwned?: Digits;
}

/** Everything for the first paint, in one answer. */
export interface PanelStart {
  readonly connection: ConnectionState;
  readonly platform: PlatformToken;
  readonly loadMedia: LoadMedia;
  readonly credits: CreditsToday;
  /** Absent when the form could not be fetched: then `formFailure` says why. */
  readonly form?: FilterForm;
  readonly formFailure?: Failure;
  readonly act?: PanelAct;
  /** An ad that a command wants opened: ask `adDetail` for it (paid unless owned). */
  readonly openAd?: AdRef;
  /** What to start from: what the panel remembers where it can be read, or what was kept of this platform's explorer where that is newer. */
  readonly memory?: PanelMemory;
  /** A page that an earlier life of this panel asked for and that is still on its way: take it up with `rejoin`. */
  readonly running?: { readonly query: SearchQuery; readonly cursor?: Cursor };
  /** The frozen search that `pages` belong to: `memory.shown`, or a later one that was answered while the panel was hidden. */
  readonly shown?: SearchQuery;
  /** Owned pages of `shown`, in order from page 1. May be more than the panel remembers. */
  readonly pages: readonly SearchPage[];
  /** Detail of `memory.openAd` where owned. */
  readonly detail?: OwnedDetail;
  /** Which of the ads in `pages` have an owned detail, as card keys. */
  readonly ownedDetails: readonly string[];
  /** Translations of the webview's strings; absent for English. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface OwnedDetail {
  readonly detail: AdDetail;
  /** ISO time at which it was received from the service. */
  readonly fetchedAt: string;
  readonly owned: boolean;
}

/** What is owned of a query already: offered as "show what you have" before paying again. */
export interface OwnedSearch {
  readonly lastHit: Digits;
  readonly pages: number;
  readonly fetchedAt: string;
}

/** Everything for the first paint of the archive. */
export interface ArchiveStart {
  /** What the panel remembers, where it can be read. */
  readonly memory?: PanelMemory;
  readonly panel: PanelStart;
  /** Names of the numbers that can be filtered by. */
  readonly statNames: readonly string[];
  readonly size: { readonly bytes: number; readonly ads: number; readonly pages: number; readonly details: number };
}

/** A link of an ad, by what it is. The host looks the URL up; the webview never sends one. */
export type LinkName =
  | { readonly of: "post" }
  | { readonly of: "display" }
  | { readonly of: "attachment"; readonly index: number }
  | { readonly of: "urlChain"; readonly index: number };

/** Every question the webview may ask, with its answer. A question has one answer or one failure. */
export interface PanelApi {
  /** Free. */
  open(p: { readonly memory?: PanelMemory }): PanelStart;
  /** Free. Has the host keep what the panel remembers, for the time after it is closed. */
  keep(p: { readonly memory: PanelMemory }): true;
  /** Free. The page that `PanelStart.running` told of: asked for and paid for already. */
  rejoin(p: Readonly<Record<never, never>>): ReturnType<PanelApi["search"]>;
  /** Free. The form of another platform. */
  form(p: { readonly platform: PlatformToken }): FilterForm;
  /** Free. */
  filterItems(p: {
    readonly platform: PlatformToken;
    readonly filter: string;
    readonly text: string;
  }): readonly FilterItem[];
  /** Free. The exact JSON body of page 1, for the request preview. */
  preview(p: { readonly query: SearchQuery }): { readonly body: string };
  /** Free. Owned pages of a snapshot, in order from page 1. */
  ownedPages(p: { readonly query: SearchQuery; readonly lastHit: Digits }): {
    readonly pages: readonly SearchPage[];
    readonly ownedDetails: readonly string[];
  };
  /**
   * Paid unless the addressed page is owned (page 1 is never answered from the archive). With `unlessOwned`, and where
   * anything is owned of the query, nothing is asked of the service: the answer is what is owned, for nothing.
   */
  search(p: {
    readonly query: SearchQuery;
    readonly cursor?: Cursor;
    readonly unlessOwned?: true;
  }):
    | { readonly page: SearchPage; readonly ownedDetails: readonly string[] }
    | { readonly owned: readonly OwnedSearch[] };
  /** Paid unless owned and `refresh` is not set. */
  adDetail(p: { readonly ad: AdRef; readonly refresh?: boolean }): OwnedDetail;
  /** Free. The first paint of the archive's panel; asks the service nothing. */
  openArchive(p: { readonly memory?: PanelMemory }): ArchiveStart;
  /** Free. Ads of the connected library that are owned. */
  searchArchive(p: { readonly query: OwnedAdsQuery; readonly after?: string }): OwnedAds;
  /** Free. All fetches in which an ad was seen, oldest first. */
  adHistory(p: { readonly ad: AdRef }): readonly AdSighting[];
  /** Free. The owned answer as the service sent it, with line breaks and indents. */
  rawDetail(p: { readonly ad: AdRef }): { readonly text: string };
  /** Free. Opens the exact URL outside, after a scheme check. Answers false when there is no such link. */
  openLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts the exact URL of a link on the clipboard. */
  copyLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts text that the panel shows on the clipboard. */
  copyText(p: { readonly text: string }): true;
  /** Free. Runs one of the named commands on this panel's search. */
  run(p: { readonly command: PanelCommand; readonly ads?: readonly AdRef[] }): true;
}

/** The only commands that a panel can start. */
export type PanelCommand =
  | "connect"
  | "setApiKey"
  | "useSampleLibrary"
  | "checkConnection"
  | "openSettings"
  | "showLog"
  | "showCredits"
  | "saveSearch"
  | "exportResults"
  | "exportPages"
  | "copyAsCurl";

/** Facts that the host pushes. None asks for an answer. */
export interface PanelFacts {
  connectionChanged: ConnectionState;
  creditsChanged: CreditsToday;
  loadMediaChanged: LoadMedia;
  /** A command wants this panel to show a query. */
  act: PanelAct;
  /** A command wants this panel to open an ad: ask `adDetail` for it (paid unless owned). */
  openAd: AdRef;
}
