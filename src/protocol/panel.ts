import type { AdRef, AdSighting, Digits } from "./ads";
import type { CreditsToday } from "./credits";
import type { FilterForm, FilterItem } from "./filters";
import type { FoundAds, AdCriteria } from "./owned";
import type { PanelMemory } from "./panelMemory";
import type {
  ArchiveStart,
  ComparisonStart,
  ConnectionState,
  LoadMedia,
  OwnedDetail,
  OwnedHere,
  OwnedSearch,
  Handover,
  PanelStart,
  ToldProblems,
} from "./panelStart";
import type { PlatformToken } from "./platforms";
import type { AdState, ComparedCard } from "./runs";
import type { Cursor, SearchPage, SearchQuery } from "./search";

export type * from "./panelMemory";
export type * from "./panelStart";

/** A link of an ad, by its role. The host looks up the URL; the webview never sends one. */
export type LinkName =
  | { readonly of: "post" }
  | { readonly of: "display" }
  | { readonly of: "attachment"; readonly index: number }
  | { readonly of: "urlChain"; readonly index: number };

/** Every question the webview may ask, with its answer. A question has one answer or one failure. */
export interface PanelApi {
  /** Free. */
  open(p: { readonly memory?: PanelMemory }): PanelStart;
  /** Free. Has the host keep what the panel remembers, for use after it is closed. */
  keep(p: { readonly memory: PanelMemory }): true;
  /** Free. The page announced by `PanelStart.running`: already requested and paid for. */
  rejoin(p: Readonly<Record<never, never>>): ReturnType<PanelApi["search"]>;
  /** Free. The form of another platform. */
  form(p: {
    readonly platform: PlatformToken;
    /** Asks the service even if it has already sent the form. */
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
    /** Everything the form shows, if it sends only a part of that. */
    readonly draft?: SearchQuery;
  }): { readonly body: string };
  /** Free. The form now shows the query of a handover: any later content is newer than that. */
  followed(p: Readonly<Record<never, never>>): true;
  /** Free. The first saved searches and the newest recent ones, from the files on this machine. */
  knownSearches(p: Readonly<Record<never, never>>): readonly KnownSearch[];
  /** Free. A known search as far as its platform's form has it, and what the form lacks. */
  readSearch(p: Pick<KnownSearch, "kind" | "id">): { readonly query: SearchQuery; readonly left: ToldProblems };
  /** Free. A search from elsewhere as far as the connected library's form has it, and what the form lacks. */
  fit(p: { readonly query: SearchQuery }): { readonly query: SearchQuery; readonly left: ToldProblems };
  /** Free. Owned pages of a snapshot, in order from page 1. */
  ownedPages(p: { readonly query: SearchQuery; readonly lastHit: Digits }): OwnedHere & {
    readonly pages: readonly SearchPage[];
  };
  /** Free. What is owned by now: of these ads, or of the search on the screen and its ads. */
  ownedNow(p: { readonly ads?: readonly AdRef[] }): OwnedHere;
  /**
   * Paid unless the addressed page is owned (page 1 is never answered from the archive). With `unlessOwned`, if
   * anything of the query is owned, the service is not asked: the answer is what is owned, for 0 credits. `library` is
   * the one that the panel shows: if another one is connected by now, nothing is sent.
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
  searchArchive(p: { readonly criteria: AdCriteria; readonly after?: string }): FoundAds;
  /** Free. Opens the archive's panel with this query. */
  findOwned(p: { readonly criteria: AdCriteria }): true;
  /** Free. Asks for a place and writes a table of owned ads there; `name` is the suggested file name. */
  saveTable(p: { readonly name: string; readonly text: string; readonly rows: number }): true;
  /** Free. All fetches in which an ad was seen, oldest first. */
  adHistory(p: { readonly ad: AdRef }): readonly AdSighting[];
  /** Free. The owned answer as the service sent it, with line breaks and indentation. */
  rawDetail(p: { readonly ad: AdRef }): { readonly text: string };
  /** Free. Opens the exact URL outside VS Code, after a scheme check. Returns false if there is no such link. */
  openLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts the exact URL of a link on the clipboard. */
  copyLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts text that the panel shows on the clipboard. */
  copyText(p: { readonly text: string }): true;
  /** Free. */
  openComparison(p: { readonly memory?: PanelMemory }): ComparisonStart;
  /** Free. Ads of the comparison that are in one state, starting at this number. */
  comparedAds(p: { readonly state: AdState; readonly from: number }): {
    readonly ads: readonly ComparedCard[];
    readonly ownedDetails: readonly string[];
  };
  /** Free. Runs one of the named commands on this panel's search. */
  run(p: { readonly command: PanelCommand; readonly ads?: readonly AdRef[] }): true;
}

/** A search to begin from. */
export interface KnownSearch {
  readonly kind: "saved" | "recent";
  readonly id: string;
  /** Absent for a search without a name that asks for all ads. */
  readonly name?: string;
  readonly platform: PlatformToken;
  /** ISO time at which it last ran; absent if it never did. */
  readonly ranAt?: string;
}

/** Questions that may cost credits, as the doc of each says. Closing the panel does not cancel them. */
export const paidQuestions: readonly (keyof PanelApi)[] = ["search", "adDetail"];

/** What a page asks first: a page that reloads restarts the numbering of its questions with it. */
export const openingQuestions: readonly (keyof PanelApi)[] = ["open", "openArchive", "openComparison"];

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

/** Facts that the host pushes. None expects an answer. */
export interface PanelFacts {
  connectionChanged: ConnectionState;
  creditsChanged: CreditsToday;
  loadMediaChanged: LoadMedia;
  mediaHostsChanged: readonly string[];
  /** What is owned grew or shrank, in any window: `ownedNow` returns what that means for what is shown. */
  ownedChanged: true;
  /** The archive's panel gets new criteria. */
  archiveCriteria: AdCriteria;
  /** A command wants this panel to show a query. */
  handover: Handover;
  /** A command wants this panel to open an ad: ask `adDetail` for it (paid unless owned). */
  openAd: AdRef;
}
