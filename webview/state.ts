import type { AdCard, AdRef } from "../src/protocol/ads";
import type { CreditsToday } from "../src/protocol/credits";
import type { Failure } from "../src/protocol/failure";
import type { FilterForm } from "../src/protocol/filters";
import type {
  ConnectionState,
  LoadMedia,
  OwnedDetail,
  OwnedSearch,
  PanelMemory,
  ScrollPlace,
  ToldProblems,
} from "../src/protocol/panel";
import type { Cursor, SearchQuery } from "../src/protocol/search";
import type { FreeAct, PanelEvent } from "./state/events";
import { onDetail } from "./state/detailTransitions";
import { onForm } from "./state/formTransitions";
import { onResults } from "./state/resultTransitions";
import type { Results } from "./state/results";
import { started } from "./state/started";
import { wholeView, type View } from "./state/view";
import { onView } from "./state/viewTransitions";

/** A paid request under way. */
export interface Running {
  readonly run: number;
  readonly query: SearchQuery;
  readonly cursor?: Cursor;
  /** ISO time. */
  readonly askedAt?: string;
  /** The person pressed Cancel and the host has not answered yet. */
  readonly stopping: boolean;
}

/** A failed search or next page, with what would be asked again. */
export interface FailedSearch {
  readonly failure: Failure;
  readonly query: SearchQuery;
  readonly cursor?: Cursor;
}

/** The ad whose details are open. */
export interface OpenAd {
  readonly run: number;
  readonly ad: AdRef;
  readonly card?: AdCard;
  readonly loading: boolean;
  readonly owned?: OwnedDetail;
  readonly failure?: Failure;
  /** The library that it comes from, where another one is connected. */
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
  readonly openFailure?: Failure;
  readonly connection: ConnectionState;
  readonly credits: CreditsToday;
  readonly loadMedia: LoadMedia;
  readonly form?: FilterForm;
  readonly formLoading: boolean;
  readonly formFailure?: Failure;
  /** The form as edited; its platform is the chosen one. */
  readonly draft: SearchQuery;
  /** Drafts of the platforms and libraries left behind, newest last. */
  readonly otherDrafts: readonly LeftDraft[];
  /** The draft before the last edit, where that cleared or replaced more than the filter it was made in (`by`). */
  readonly undo?: { readonly draft: SearchQuery; readonly by?: string };
  readonly problems: ToldProblems;
  /** What the search that was filled in had besides, and this library's form has not. */
  readonly leftOut?: ToldProblems;
  /** JSON body of page 1 of the draft, once the host has looked at it. */
  readonly body?: string;
  readonly offer?: { readonly query: SearchQuery; readonly owned: readonly OwnedSearch[] };
  readonly running?: Running;
  readonly failedSearch?: FailedSearch;
  /** The free act that failed last, such as opening a link. */
  readonly failedAct?: { readonly act: FreeAct; readonly failure: Failure };
  readonly results?: Results;
  /** A remembered search whose pages are no longer owned. */
  readonly lost?: SearchQuery;
  readonly ownedDetails: ReadonlySet<string>;
  /** The page after the last one is owned. */
  readonly nextOwned: boolean;
  readonly open?: OpenAd;
  /** Details that arrived in this life of the panel, by card key. */
  readonly details: ReadonlyMap<string, OwnedDetail>;
  /** A choice and an order within what is loaded. */
  readonly view: View;
  /** Keys of the selected cards. */
  readonly selected: ReadonlySet<string>;
  /** What the results show: the ads, an overview of all of them, or the selected ones side by side. */
  readonly showing: "ads" | "overview" | "compared";
  readonly layout: "cards" | "table";
  /** Where the results were scrolled to; absent at their top. */
  readonly place?: ScrollPlace;
}

/** The panel before the host has said anything. */
export const blankState: PanelState = {
  phase: "opening",
  connection: { kind: "none", hasKey: false },
  credits: { spent: 0, maybe: 0, sample: 0 },
  loadMedia: "never",
  formLoading: true,
  draft: { platform: "mega", choices: [] },
  otherDrafts: [],
  problems: [],
  ownedDetails: new Set(),
  nextOwned: false,
  details: new Map(),
  view: wholeView,
  selected: new Set(),
  showing: "ads",
  layout: "cards",
};

/** The state after an event. Pure; events that no longer matter leave the state as it is. */
export function reduce(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "opened":
      return started(state, event.start, event.memory);
    case "openFailed":
      return { ...state, phase: "failed", openFailure: event.failure };
    case "connectionChanged":
      return { ...state, connection: event.connection };
    case "creditsChanged":
      return { ...state, credits: event.credits };
    case "loadMediaChanged":
      return { ...state, loadMedia: event.loadMedia };
    default:
      return onView(onDetail(onResults(onForm(state, event), event), event), event);
  }
}

/** The little that survives a reload: no ads, no key. */
export function memoryOf(state: PanelState): PanelMemory {
  const { open, running, connection, layout } = state;
  // What comes from another library is not this one's to remember.
  const results = state.results?.from === undefined ? state.results : undefined;
  const { library } = connection;
  return {
    platform: state.draft.platform,
    draft: state.draft,
    ...(results && {
      shown: {
        query: results.query,
        ...(results.lastHit !== undefined && { lastHit: results.lastHit }),
        pages: results.pages.length,
      },
    }),
    ...(library !== undefined && { library }),
    ...(open && open.from === undefined && { openAd: open.ad }),
    ...(running?.askedAt !== undefined && !running.cursor && { asked: { query: running.query, at: running.askedAt } }),
    layout,
    ...(state.place && results === state.results && { place: state.place }),
  };
}
