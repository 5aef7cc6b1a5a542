import type { AdCard, AdRef } from "../../src/protocol/ads";
import type { CreditsToday } from "../../src/protocol/credits";
import type { Failure } from "../../src/protocol/failure";
import type { FilterForm } from "../../src/protocol/filters";
import type {
  ConnectionState,
  Layout,
  LoadMedia,
  BoughtDetail,
  BoughtSearch,
  PanelMemory,
  ScrollPlace,
  ToldProblems,
  View,
} from "../../src/protocol/panel";
import type { AdCriteria } from "../../src/protocol/bought";
import type { Cursor, SearchQuery } from "../../src/protocol/search";
import type { TableLooks } from "../../src/protocol/tableLook";
import type { Results } from "./results";

/** A paid request under way. */
export interface Running {
  readonly request: number;
  readonly query: SearchQuery;
  readonly cursor?: Cursor;
  /** ISO time. */
  readonly askedAt?: string;
  readonly stopping?: Stopping;
}

/** The person canceled: what was already requested is finished, or on a second cancel, aborted. */
export type Stopping = "finishing" | "aborting";

/** A failed search or next page, with what a retry would request. */
export interface FailedSearch {
  readonly failure: Failure;
  readonly query: SearchQuery;
  readonly cursor?: Cursor;
}

/** The ad whose details are open. */
export interface OpenAd {
  readonly request: number;
  readonly ad: AdRef;
  readonly card?: AdCard;
  readonly loading: boolean;
  readonly stopping?: Stopping;
  readonly bought?: BoughtDetail;
  readonly failure?: Failure;
  /** The library it comes from, if another one is connected. */
  readonly from?: string;
}

/** A draft of a platform or library that was left. */
export interface LeftDraft {
  readonly library: string | undefined;
  readonly draft: SearchQuery;
}

/** Everything the panel knows. Only `reduce` makes a new one. */
export interface PanelState {
  readonly phase: "opening" | "ready" | "failed";
  /** Names the panel in its memory. */
  readonly panel?: string;
  /** Whether a person did anything in the panel. */
  readonly used?: true;
  readonly openFailure?: Failure;
  readonly connection: ConnectionState;
  readonly credits: CreditsToday;
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may be loaded. */
  readonly mediaHosts: readonly string[];
  readonly form?: FilterForm;
  readonly formLoading: boolean;
  readonly formFailure?: Failure;
  /** The form as edited; its platform is the chosen one. */
  readonly draft: SearchQuery;
  /** How many pages a search buys; 1 if absent. */
  readonly pages?: number;
  /** Drafts of the platforms and libraries left behind, newest last. */
  readonly otherDrafts: readonly LeftDraft[];
  /** The draft before the last edit, if that cleared or replaced more than its own filter (`by`). */
  readonly undo?: { readonly draft: SearchQuery; readonly by?: string };
  readonly problems: ToldProblems;
  /** What the filled-in search had that this library's form lacks. */
  readonly leftOut?: ToldProblems;
  /** JSON body of page 1 of the draft, once the host has checked it. */
  readonly body?: string;
  /** The newest bought result of the draft, if the host found one. */
  readonly bought?: BoughtSearch;
  readonly offer?: { readonly query: SearchQuery; readonly bought: readonly BoughtSearch[] };
  readonly running?: Running;
  readonly failedSearch?: FailedSearch;
  /**
   * The last free action that failed, such as opening a link, or what may have been charged and is no longer on the screen:
   * a search, or details with their card.
   */
  readonly failedAction?: {
    readonly action: FreeAction | "search" | "details";
    readonly failure: Failure;
    readonly card?: AdCard;
  };
  readonly results?: Results;
  /** A remembered search whose pages are no longer bought. */
  readonly lost?: SearchQuery;
  /** Which ads of the results have a bought detail, by card key. */
  readonly boughtDetails: ReadonlySet<string>;
  /** The page after the last one is bought. */
  readonly nextBought: boolean;
  readonly open?: OpenAd;
  /** Details that arrived or were read since the panel was loaded, by card key. */
  readonly details: ReadonlyMap<string, BoughtDetail>;
  /** The filters and the order of what is loaded. */
  readonly view: View;
  /** Keys of the selected cards. */
  readonly selected: ReadonlySet<string>;
  /** How often a person decided about creatives. */
  readonly decided: number;
  /** What the results show: the ads, an overview of all of them, or the selected ones side by side. */
  readonly showing: "ads" | "overview" | "compared";
  readonly layout: Layout;
  /** How each platform's table is arranged. */
  readonly tables: TableLooks;
  /** Whether the filters of what is loaded are open. */
  readonly filtering: boolean;
  /** Whether the form shows only its chips: at any width because a person folded it, or automatically where room is scarce. */
  readonly folded: boolean | "auto";
  /** What in the form takes the focus once it is drawn: another object each time. */
  readonly wanted?: { readonly place: FormPlace };
  /** The ad that takes the focus once its list is drawn, by its card key; the first one without. Another object each time. */
  readonly wantedAd?: WantedAd;
  /** Scroll position of the details, in px. */
  readonly detailTop: number;
  /** What the archive's panel looks for; absent in an explorer. */
  readonly archive?: AdCriteria;
  /** What a comparison's panel shows; absent elsewhere. */
  readonly compared?: NonNullable<PanelMemory["compared"]>;
  /** Where the results were scrolled to; absent at the top. */
  readonly place?: ScrollPlace;
}

/** Shows all that is loaded, in the service's order. */
export const wholeView: View = { text: "", filters: [], sort: "service", descending: true };

/** The panel before the host has said anything. */
export const blankState: PanelState = {
  phase: "opening",
  connection: { kind: "none", hasKey: false },
  credits: { spent: 0, maybe: 0, sample: 0 },
  loadMedia: "never",
  mediaHosts: [],
  formLoading: true,
  draft: { platform: "mega", choices: [] },
  otherDrafts: [],
  problems: [],
  boughtDetails: new Set(),
  nextBought: false,
  details: new Map(),
  view: wholeView,
  selected: new Set(),
  decided: 0,
  showing: "ads",
  layout: "cards",
  tables: {},
  filtering: false,
  folded: false,
  detailTop: 0,
};

/** Transitions by event name. Each takes the state and the event's other members and returns the next state. Pure. */
export type Transitions = Readonly<Record<string, (state: PanelState, event: never) => PanelState>>;

/** An ad of the list: the first one without a card key. */
export interface WantedAd {
  readonly card?: string | undefined;
}

/** A place of the form: its first field, its platform, its button, or its first filter with a problem. */
export type FormPlace = "field" | "platform" | "search" | "problem";

/** The kinds of actions that neither cost nor change what the panel shows. */
export type FreeAction = "command" | "link" | "copy" | "bought";
