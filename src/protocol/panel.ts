import type { AdDetail, AdRef, AdSighting, Digits } from "./ads";
import type { ApiVersion } from "./apiVersion";
import type { BoardApi, BoardFacts } from "./boards";
import type { CreditsToday } from "./credits";
import type { CsvTable } from "./csv";
import type { Failure } from "./failure";
import type { FilterForm, FilterItem } from "./filters";
import type { AdvertiserNews, AdvertiserView, CreativeDecision, LensOfPanel } from "./lens";
import type { AdCriteria, AdOwner, FoundAds } from "./bought";
import type { PlatformToken } from "./platforms";
import type { AdState, ComparedCard, ComparedPair, StateCounts } from "./runs";
import type { Cursor, SearchPage, SearchQuery } from "./search";
import type { TableLooks } from "./tableLook";

/** A link of an ad, by its role. The host looks up the URL; the webview never sends one. */
export type LinkName =
  | { readonly of: "post" | "display" }
  | { readonly of: "attachment"; readonly index: number }
  | { readonly of: "urlChain"; readonly index: number };

/** Every question the webview may ask, with its answer. A question has one answer or one failure. */
export interface PanelApi extends BoardApi<PanelStart> {
  /** Free. */
  open(p: { readonly memory?: PanelMemory }): PanelStart;
  /** Free. Has the host keep what the panel remembers, for use after it is closed. */
  keep(p: { readonly memory: PanelMemory }): void;
  /** Free. The page announced by `PanelStart.running`: already requested and paid for. */
  rejoin(p: Readonly<Record<never, never>>): ReturnType<PanelApi["search"]>;
  /** Free. The same for the details announced by `PanelStart.awaitedAd`. */
  rejoinAd(p: Readonly<Record<never, never>>): BoughtDetail;
  /** Free. The form of another platform; `anew` asks the service even if it has already sent the form. */
  form(p: { readonly platform: PlatformToken; readonly anew?: true }): FilterForm;
  /** Free. */
  filterItems(p: {
    readonly platform: PlatformToken;
    readonly filter: string;
    readonly text: string;
  }): readonly FilterItem[];
  /** Free. The exact JSON body of page 1, and the newest bought result of the query. `draft` is all that the form shows. */
  preview(p: { readonly query: SearchQuery; readonly draft?: SearchQuery }): {
    readonly body: string;
    readonly bought?: BoughtSearch;
  };
  /** Free. The page has begun with what it was handed: any later content of its form is newer than a handover. */
  followed(p: { readonly what: HandedFact }): void;
  /** Free. The first saved searches and the newest recent ones, from the files on this machine. */
  knownSearches(p: Readonly<Record<never, never>>): readonly KnownSearch[];
  /** Free. A known search as far as its platform's form has it, and what the form lacks and what is bought. */
  readSearch(
    p: Pick<KnownSearch, "kind" | "id">,
  ): Pick<Handover, "query" | "showBought"> & { readonly left: ToldProblems };
  /** Free. A search from elsewhere as far as the connected library's form has it, and what the form lacks. */
  fit(p: { readonly query: SearchQuery }): { readonly query: SearchQuery; readonly left: ToldProblems };
  /** Free. Bought pages of a snapshot, in order from page 1. */
  boughtPages(p: { readonly query: SearchQuery; readonly lastHit: Digits }): ShownBought;
  /** Free. What is bought by now: of these ads, or of the search on the screen and its ads. */
  boughtNow(p: { readonly ads?: readonly AdRef[] }): BoughtHere;
  /**
   * Paid unless the addressed page is bought (page 1 is never answered from the archive). With `unlessBought`, if
   * anything of the query is bought, the service is not asked: the answer is what is bought, for 0 credits. `library` is
   * the one that the panel shows: if another one is connected by now, nothing is sent. With `pages`, a page 1 asks once
   * for the price of that many; each next page, asked for with the same `pages`, is paid from that until one fails, is
   * canceled, or isn't the next.
   */
  search(p: {
    readonly query: SearchQuery;
    readonly cursor?: Cursor;
    readonly unlessBought?: true;
    readonly library?: string;
    readonly pages?: number;
  }): (BoughtHere & { readonly page: SearchPage }) | { readonly bought: readonly BoughtSearch[] };
  /** Paid unless bought and `refresh` is not set; `library` as for `search`. */
  adDetail(p: { readonly ad: AdRef; readonly refresh?: boolean; readonly library?: string }): BoughtDetail;
  /** Free. The first paint of the archive's panel; asks the service nothing. */
  openArchive(p: { readonly memory?: PanelMemory }): ArchiveStart;
  /** Free. Ads of the connected library that are bought. */
  searchArchive(p: { readonly criteria: AdCriteria; readonly after?: string }): FoundAds;
  /** Free. What a person decided, which `lens` then follows. */
  decideCreatives(p: { readonly ads: readonly AdRef[]; readonly as: CreativeDecision }): void;
  /** Free. Ads that the panel shows, by their card keys: which are one creative, and where the clicks on them lead. */
  lens(p: { readonly ads: readonly string[] }): LensOfPanel;
  /** Free. Everything bought of one advertiser. */
  advertiser(p: { readonly owner: AdOwner }): AdvertiserView;
  /** Free. What became of its ads between the last two runs of each search that it was seen in. */
  advertiserNews(p: { readonly owner: AdOwner }): AdvertiserNews;
  /** Free. What a person decided: whether these are one advertiser, which `advertiser` and `searchArchive` follow. */
  joinAdvertisers(p: { readonly owners: readonly AdOwner[]; readonly joined: boolean }): void;
  /** Free. Opens a platform's form in a tab with this advertiser's name in it, or asks how to `watch` this search. */
  searchAdvertiser(p: { readonly platform: PlatformToken; readonly name: string; readonly watch?: true }): void;
  /** Free. Opens the archive's panel with this query. */
  findBought(p: { readonly criteria: AdCriteria }): void;
  /** Free. Asks for a place and writes a table of bought ads there; `name` is the suggested file name. */
  saveTable(p: { readonly name: string; readonly rows: CsvTable }): void;
  /** Free. All fetches in which an ad was seen, oldest first. `library` as of `rawDetail`. */
  adHistory(p: { readonly ad: AdRef; readonly library?: string }): readonly AdSighting[];
  /** Free. The picture that was kept of an address, as a data URL, if it is there as it was. */
  keptPicture(p: { readonly url: string }): { readonly data?: string };
  /** Free. The bought details of ads of the search or comparison on the screen, or else of the connected library; others are absent. */
  readDetails(p: { readonly ads: readonly AdRef[] }): readonly BoughtDetail[];
  /** Free. The bought answer as the service sent it, indented. `library`: the ad's, if another one is connected. */
  rawDetail(p: { readonly ad: AdRef; readonly library?: string }): { readonly text: string };
  /** Free. Opens the exact URL outside VS Code, after a scheme check. Returns false if there is no such link. */
  openLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts the exact URL of a link on the clipboard. */
  copyLink(p: { readonly ad: AdRef; readonly link: LinkName }): boolean;
  /** Free. Puts text that the panel shows on the clipboard, or a table as CSV. */
  copyText(p: { readonly text: string | CsvTable }): void;
  /** Free. */
  openComparison(p: { readonly memory?: PanelMemory }): ComparisonStart;
  /** Free. Ads of the comparison that are in one state, starting at this number. */
  comparedAds(p: { readonly state: AdState; readonly from: number }): {
    readonly ads: readonly ComparedCard[];
    readonly boughtDetails: readonly string[];
    /** Where the next answer starts; absent at the end. */
    readonly next?: number;
  };
  /** Free. Runs one of the named commands on this panel's search. */
  run(p: { readonly command: PanelCommand; readonly ads?: readonly AdRef[] }): void;
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
  /** The newest bought result, which opening it shows. */
  readonly bought?: Pick<BoughtSearch, "pages" | "fetchedAt">;
  /** The library that it is from, if another one is connected. */
  readonly otherLibrary?: string;
}

/** Questions that may cost credits, as the doc of each says. Closing the panel does not cancel them. */
export const paidQuestions: readonly (keyof PanelApi)[] = ["search", "adDetail"];

/** What a page asks first: a page that reloads restarts the numbering of its questions with it. */
export const openingQuestions: readonly (keyof PanelApi)[] = ["open", "openArchive", "openComparison", "openBoard"];

/** The only commands that a panel can start. `exportPages` and `buyDetails` may cost credits. */
export const panelCommands = [
  "connect",
  "setApiKey",
  "useSampleLibrary",
  "checkConnection",
  "openSettings",
  "showLog",
  "showCredits",
  "saveSearch",
  "exportResults",
  "exportPages",
  "copyAsCurl",
  "addToBoard",
  "buyDetails",
] as const;
export type PanelCommand = (typeof panelCommands)[number];

/** Facts that the host pushes. None expects an answer. */
export interface PanelFacts extends BoardFacts {
  connectionChanged: ConnectionState;
  creditsChanged: CreditsToday;
  loadMediaChanged: LoadMedia;
  mediaHostsChanged: readonly string[];
  /** What is bought grew or shrank, in any window: `boughtNow` returns what that means for what is shown. */
  boughtChanged: true;
  /** The archive's panel gets new criteria. */
  archiveCriteria: AdCriteria;
  /** A command wants this panel to show a query. */
  handover: Handover;
  /** A command wants to add to a board what is chosen in this panel, or the ad with this card key. */
  boardWanted: { readonly ad?: string };
  /** A command wants this panel to open an ad: ask `adDetail` for it (paid unless bought). */
  openAd: AdRef;
}

/** The facts that hand a command's wish to a page, which says that it has `followed` each. */
export const handedFacts = ["handover", "openAd", "archiveCriteria"] as const satisfies readonly (keyof PanelFacts)[];
export type HandedFact = (typeof handedFacts)[number];

/** Which library is searched. The key itself never crosses; only whether there is one. */
export interface ConnectionState {
  readonly kind: "none" | "sample" | "service";
  /** Base URL of the service, for display. */
  readonly origin?: string;
  readonly hasKey: boolean;
  /** The permanent name of the library and its version: what belongs to another one is never requested from this one. */
  readonly library?: string;
  /** V2 where absent. */
  readonly apiVersion?: ApiVersion;
}

export type LoadMedia = "always" | "onClick" | "never";

/** Problems of a query with their sentences. */
export type ToldProblems = NonNullable<Failure["problems"]>;

/** A query that a command hands to a form: to run once if `run` (paid), or with a bought snapshot to show (free). */
export interface Handover {
  readonly query: SearchQuery;
  /** What the search had that the connected library's form lacks. */
  readonly left?: ToldProblems;
  readonly run: boolean;
  /** The bought snapshot to show; never together with `run`. */
  readonly showBought?: Digits;
  /** How many pages a search buys, if a search file wants more than one. */
  readonly pages?: number;
  /** The library and version that a person was asked about: it runs in no other. */
  readonly library?: string;
}

/** What is bought of the results on the screen: it determines the prices shown. */
export interface BoughtHere {
  /** Which of the ads have a bought detail, as card keys. */
  readonly boughtDetails: readonly string[];
  /** The page after the last one is bought: loading it costs nothing. */
  readonly nextBought?: true;
  /** The exact body of the search on the screen. */
  readonly body?: string;
  /** What the platform's form lacks of it: nothing more of it can be bought. */
  readonly unfit?: ToldProblems;
}
export type ShownBought = BoughtHere & Pick<PanelStart, "pages" | "shownFrom">;

/** Everything for the first paint, in one answer. */
export interface PanelStart extends BoughtHere {
  /** Which panel it is, for its memory. */
  readonly panel?: string;
  readonly connection: ConnectionState;
  readonly platform: PlatformToken;
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may also be loaded; none if absent. */
  readonly mediaHosts?: readonly string[];
  readonly credits: CreditsToday;
  /** Absent when the form could not be fetched: then `formFailure` says why. */
  readonly form?: FilterForm;
  readonly formFailure?: Failure;
  readonly handover?: Handover;
  /** An ad that a command wants opened: ask `adDetail` for it (paid unless bought). */
  readonly openAd?: AdRef;
  /** Where to start: the panel's own memory if readable, or the one kept of this platform's explorer if newer. */
  readonly memory?: PanelMemory;
  /** A page that this panel requested before a reload, on its way or failed without being dismissed: pick up by `rejoin`. */
  readonly running?: { readonly query: SearchQuery; readonly cursor?: Cursor };
  /** An ad whose details it requested before, in the same way: pick them up with `rejoinAd`. */
  readonly awaitedAd?: AdRef;
  /** The frozen search that `pages` belong to: `memory.shown`, or a later one that was answered while the panel was hidden. */
  readonly shown?: SearchQuery;
  /** Bought pages of `shown`, in order from page 1. May be more than the panel remembers. */
  readonly pages: readonly SearchPage[];
  /** The library that `pages` come from, if another one is connected by now. */
  readonly shownFrom?: string;
  /** Detail of `memory.openAd`, if bought. */
  readonly detail?: BoughtDetail;
  /** Translations of the webview's strings; absent for English. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface BoughtDetail {
  readonly detail: AdDetail;
  /** ISO time at which the service's answer arrived. */
  readonly fetchedAt: string;
  readonly bought: boolean;
  /** Whose it is: the name of an import or a linked folder; absent for one's own. */
  readonly from?: string;
}

/** What is already bought of a query: offered as "show bought results" before paying again. */
export interface BoughtSearch {
  /** A name of the archive's own, which is no number, if the service named no snapshot. */
  readonly lastHit: Digits;
  readonly pages: number;
  readonly fetchedAt: string;
  /** How many ads its pages have, and whether no further page was left, if that was looked up. */
  readonly found?: { readonly ads: number; readonly ended: boolean };
}

/** Everything for the first paint of the archive. */
export interface ArchiveStart {
  /** What the panel remembers, if it is readable. */
  readonly memory?: PanelMemory;
  readonly panel: PanelStart;
  /** Names of the numbers that can be filtered by. */
  readonly statNames: readonly string[];
  /** `removed`: paid answers that the size cap has removed. */
  readonly size: Readonly<Record<"bytes" | "ads" | "pages" | "details" | "removed", number>>;
}

/** Everything for the first paint of a comparison. */
export interface ComparisonStart {
  /** What the page must remember: the two runs, and what it already did. */
  readonly memory: PanelMemory;
  readonly panel: PanelStart;
  /** The library that the runs come from, if another one is connected. */
  readonly shownFrom?: string;
  /** Whose runs these are. */
  readonly name: string;
  readonly counts: StateCounts;
  /** What the two runs looked at, in sentences. */
  readonly coverage: readonly string[];
}

/** A card, by its key, and its distance from the top of the view in px. */
export interface ScrollPlace {
  readonly card: string;
  readonly top: number;
}

/** What loaded ads are counted and filtered by. */
export const overviewFields = [
  "advertiser",
  "domain",
  "platform",
  "country",
  "language",
  "mediaType",
  "format",
  "callToAction",
  "daysRunning",
  "firstSeen",
  "lastSeen",
] as const;
export type OverviewField = (typeof overviewFields)[number];

/** The cards whose `field` has `value`: what a bar of the overview stands for. */
export interface OverviewFilter {
  readonly field: OverviewField;
  readonly value: string;
}

/** Columns of the table other than those for the service's numbers. */
export const plainColumns = [
  ...(["title", "advertiser", "days", "country", "seen", "platform", "firstSeen", "fetched", "domain"] as const),
  ...(["mediaType", "format", "callToAction", "language", "status", "traffic"] as const),
  ...(["ads", "reasons", "difference"] as const),
] as const;

type PlainColumn = (typeof plainColumns)[number];

export const isPlainColumn = (key: string): key is PlainColumn => plainColumns.some((known) => known === key);

/** A column of the table; numbers of the service by their name. */
export type ColumnKey = PlainColumn | `stat:${string}`;

/** How the loaded ads are shown: filtered and sorted among what is already there, for 0 credits. */
export interface View {
  readonly text: string;
  /** At most one per field. */
  readonly filters: readonly OverviewFilter[];
  /** By a column's value, or in the service's order. */
  readonly sort: ColumnKey | "service";
  readonly descending: boolean;
}

/** `creatives`: a table with one row for each creative. */
export const layouts = ["cards", "table", "creatives"] as const;
export type Layout = (typeof layouts)[number];

/** What a panel keeps of itself between reloads (`setState`): small, no ads, no key. */
export interface PanelMemory {
  readonly platform: PlatformToken;
  /** The form as edited. */
  readonly draft: SearchQuery;
  /** How many pages it buys, if more than one. */
  readonly pages?: number;
  /** The frozen search on the screen, if one ran. */
  readonly shown?: { readonly query: SearchQuery; readonly lastHit?: Digits; readonly pages: number };
  readonly openAd?: AdRef;
  /** Scroll position of the details of `openAd`, in px. */
  readonly detailTop?: number;
  readonly layout?: Layout;
  /** One for each platform whose ads were looked at. */
  readonly tables?: TableLooks;
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
  /** Whether a page was on its way, or its failure was on the screen. */
  readonly unanswered?: boolean;
  /** The library that all of this belongs to, by its name. */
  readonly library?: string;
  /** What the archive's panel looks for. */
  readonly archive?: AdCriteria;
  /** What a comparison's panel shows. */
  readonly compared?: ComparedPair & { readonly state?: AdState };
  /** Which panel keeps it: it stays the same when its platform is switched. */
  readonly panel?: string;
  /** Whether a person did anything in it: another search that is opened beside the explorers must not replace it. */
  readonly used?: boolean;
  /** When it was kept, ms since 1970. */
  readonly at?: number;
}
