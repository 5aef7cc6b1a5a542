import type { AdDetail, AdRef, AdSighting, Digits } from "./ads";
import type { ApiVersion } from "./apiVersion";
import type { CreditsToday } from "./credits";
import type { Failure } from "./failure";
import type { FilterForm, FilterItem } from "./filters";
import type { OwnedAds, OwnedAdsQuery } from "./owned";
import type { PanelMemory } from "./panelMemory";
import type { PlatformToken } from "./platforms";
import type { ComparisonStart } from "./comparison";
import type { PanelCommand } from "./panelFacts";
import type { AdState, ComparedCard } from "./runs";
import type { Cursor, SearchPage, SearchQuery } from "./search";

export type { PanelCommand, PanelFacts } from "./panelFacts";
export type { PanelMemory, ScrollPlace } from "./panelMemory";

/** Which library is searched. The key itself never crosses; only whether there is one. */
export interface ConnectionState {
  readonly kind: "none" | "sample" | "service";
  /** Origin of the service, for display. */
  readonly origin?: string;
  readonly hasKey: boolean;
  /** The library and its version under their lasting name: what belongs to another one is never asked of this one. */
  readonly library?: string;
  /** V2 where absent. */
  readonly apiVersion?: ApiVersion;
}

export type LoadMedia = "always" | "onClick" | "never";

/** Problems of a query with their sentences. */
export type ToldProblems = NonNullable<Failure["problems"]>;

/** An act that a command handed to the panel: fill the form, and run it once if `run` (paid) or show an owned snapshot of it (free). */
export interface PanelAct {
  readonly query: SearchQuery;
  /** What the search had besides, and the connected library's form has not. */
  readonly left?: ToldProblems;
  readonly run: boolean;
  /** The owned snapshot to show; never together with `run`. */
  readonly showOwned?: Digits;
}

/** What is owned of the results on the screen: it decides the prices that are shown. */
export interface OwnedHere {
  /** Which of the ads have an owned detail, as card keys. */
  readonly ownedDetails: readonly string[];
  /** The page after the last one is owned: loading it costs nothing. */
  readonly nextOwned?: true;
}

/** Everything for the first paint, in one answer. */
export interface PanelStart extends OwnedHere {
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
  /** The library that `pages` come from, where another one is connected by now. */
  readonly shownFrom?: string;
  /** Detail of `memory.openAd` where owned. */
  readonly detail?: OwnedDetail;
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
  /** Empty where the service named no snapshot; "~2", "~3" and so on for further answers of that kind. */
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
  /** `removed`: paid answers that the size cap has removed. */
  readonly size: Readonly<Record<"bytes" | "ads" | "pages" | "details" | "removed", number>>;
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
  form(p: {
    readonly platform: PlatformToken;
    /** Asks the service even where it has sent the form already. */
    readonly anew?: true;
  }): FilterForm;
  /** Free. */
  filterItems(p: {
    readonly platform: PlatformToken;
    readonly filter: string;
    readonly text: string;
  }): readonly FilterItem[];
  /** Free. The exact JSON body of page 1, for the request preview. */
  preview(p: {
    readonly query: SearchQuery;
    /** All that the form shows, where it sends only a part of it. */
    readonly draft?: SearchQuery;
  }): { readonly body: string };
  /** Free. The form shows what an act handed over: what it says from now on is newer than the act. */
  followed(p: Readonly<Record<never, never>>): true;
  /** Free. What the connected library's form has of a search from elsewhere, and what it has not. */
  fit(p: { readonly query: SearchQuery }): { readonly query: SearchQuery; readonly left: ToldProblems };
  /** Free. Owned pages of a snapshot, in order from page 1. */
  ownedPages(p: { readonly query: SearchQuery; readonly lastHit: Digits }): OwnedHere & {
    readonly pages: readonly SearchPage[];
  };
  /** Free. What is owned by now: of these ads, or of the search that is shown and its ads. */
  ownedNow(p: { readonly ads?: readonly AdRef[] }): OwnedHere;
  /**
   * Paid unless the addressed page is owned (page 1 is never answered from the archive). With `unlessOwned`, and where
   * anything is owned of the query, nothing is asked of the service: the answer is what is owned, for nothing. `library`
   * is the one that the panel shows: where another one is connected by now, nothing is sent.
   */
  search(p: {
    readonly query: SearchQuery;
    readonly cursor?: Cursor;
    readonly unlessOwned?: true;
    readonly library?: string;
  }): (OwnedHere & { readonly page: SearchPage }) | { readonly owned: readonly OwnedSearch[] };
  /** Paid unless owned and `refresh` is not set; `library` as for `search`. */
  adDetail(p: { readonly ad: AdRef; readonly refresh?: boolean; readonly library?: string }): OwnedDetail;
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
  /** Free. */
  openComparison(p: { readonly memory?: PanelMemory }): ComparisonStart;
  /** Ads of the comparison that are in one state, from the one with this number. Free. */
  comparedAds(p: { readonly state: AdState; readonly from: number }): {
    readonly ads: readonly ComparedCard[];
    readonly ownedDetails: readonly string[];
  };
  /** Free. Runs one of the named commands on this panel's search. */
  run(p: { readonly command: PanelCommand; readonly ads?: readonly AdRef[] }): true;
}
