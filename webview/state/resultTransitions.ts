import { type AdCard, adKey } from "../../src/protocol/ads";
import type { Failure } from "../../src/protocol/failure";
import type { BoughtHere, BoughtDetail, ShownBought } from "../../src/protocol/panel";
import type { SearchPage, SearchQuery } from "../../src/protocol/search";
import {
  blankState,
  type FreeAction,
  type OpenAd,
  type PanelState,
  type Running,
  type Stopping,
  type Transitions,
  type WantedAd,
} from "./panelState";
import { sameQuery } from "./query";
import { resultsOf, withPage } from "./results";
import { without } from "./without";

/** New results are shown from the top, unfiltered, with nothing selected. */
const freshLook = { view: blankState.view, selected: blankState.selected, showing: blankState.showing };

/** Tells late answers to older requests apart. */
type Numbered = Pick<Running, "request">;
type Failed = Numbered & { readonly failure: Failure };
type AskedDetail = Pick<OpenAd, "request" | "ad" | "card">;

type ShownPages = {
  readonly query: SearchQuery;
  readonly pages: readonly SearchPage[];
  readonly bought: BoughtHere & Pick<ShownBought, "shownFrom">;
};

/** What is known to be bought of the results on the screen belongs to their library: results of another one begin anew. */
function withBought(
  { results, boughtDetails, details }: PanelState,
  here: BoughtHere,
): Pick<PanelState, "boughtDetails" | "details" | "nextBought"> {
  const ours = results?.from === undefined;
  return {
    boughtDetails: new Set([...(ours ? boughtDetails : []), ...here.boughtDetails]),
    details: ours ? details : new Map(),
    nextBought: here.nextBought ?? false,
  };
}

type LearnedBought = {
  /** What was on the screen when it was requested. */
  readonly results: PanelState["results"];
  readonly bought: BoughtHere;
};

/** Updates what is bought, and so the prices, after any window or command bought something or something was removed. */
function boughtLearned(state: PanelState, { results, bought }: LearnedBought): PanelState {
  if (results !== state.results || results?.from !== undefined) return state;
  const boughtDetails = new Set(bought.boughtDetails);
  const nextBought = bought.nextBought ?? false;
  const { unfit } = bought;
  const fits = JSON.stringify(unfit) === JSON.stringify(results?.unfit);
  const same = fits && nextBought === state.nextBought && boughtDetails.size === state.boughtDetails.size;
  if (same && bought.boughtDetails.every((key) => state.boughtDetails.has(key))) return state;
  const now = results && !fits && { results: { ...without(results, "unfit"), ...(unfit && { unfit }) } };
  return { ...state, boughtDetails, nextBought, ...now };
}

/** An open ad without its mark, and without a failure that cost nothing. */
function keptAd(open: OpenAd): OpenAd {
  const kept = without(open, "from");
  return open.failure?.charge === "none" ? without(kept, "failure") : kept;
}

/** Marks what belongs to the former library; removes the mark if its library is connected again. */
function fromOf(shown: { readonly from?: string }, before: string | undefined, now: string | undefined) {
  const from = shown.from ?? before;
  return from !== undefined && from !== now ? { from } : {};
}

interface Lost {
  readonly action: "search" | "details";
  readonly failure: Failure | undefined;
  readonly card?: AdCard | undefined;
}

/** Says of a search or of details that are no longer on the screen what may have been paid for them. */
function withLost(state: PanelState, { action, failure, card }: Lost): PanelState {
  if (failure === undefined || failure.charge === "none") return state;
  return { ...state, failedAction: { action, failure, ...(card && { card }) } };
}

/** Results, open ad and draft belong to their library: they stay, marked, and can't spend in another one; `before` is the name of the former one. */
function libraryChanged(state: PanelState, { before }: { readonly before: string | undefined }): PanelState {
  const now = state.connection.library;
  const { results, open, draft, failedSearch } = state;
  const left = [...state.otherDrafts, { library: before, draft }];
  const known = left.findLast((one) => one.library === now && one.draft.platform === draft.platform);
  return {
    ...withLost(without(state, "offer", "failedSearch", "lost", "running", "undo", "bought"), {
      action: "search",
      failure: failedSearch?.failure,
    }),
    ...(results && { results: { ...without(results, "from"), ...fromOf(results, before, now) } }),
    ...(open && { open: { ...keptAd(open), ...fromOf(open, before, now), loading: false } }),
    ...(!results && { boughtDetails: new Set(), details: new Map() }),
    nextBought: false,
    otherDrafts: left,
    draft: known?.draft ?? { platform: draft.platform, choices: [] },
  };
}

function searchStarted(state: PanelState, { request, query, cursor, askedAt }: Omit<Running, "stopping">): PanelState {
  const running = { request, query, ...(cursor && { cursor }), ...(askedAt !== undefined && { askedAt }) };
  return {
    ...without(state, "offer", "failedSearch"),
    running,
    folded: cursor ? state.folded : state.folded || "auto",
  };
}

type ArrivedPage = Numbered & {
  readonly page: SearchPage;
  readonly bought: BoughtHere;
};

function pageArrived(state: PanelState, { request, page, bought: here }: ArrivedPage): PanelState {
  const { running, results } = state;
  if (running?.request !== request) return state;
  const next = { ...without(state, "running", "failedSearch", "lost"), problems: [], ...withBought(state, here) };
  if (running.cursor && results) {
    // Another result may have been opened meanwhile.
    const same = results.lastHit === running.cursor.lastHit && sameQuery(results.query, running.query);
    return same ? { ...next, results: withPage(results, page) } : without(state, "running");
  }
  return { ...without(next, "open", "place"), ...freshLook, results: resultsOf(running.query, [page], here) };
}

/** A cancel, and the next one. */
function stopped<T extends { readonly stopping?: Stopping }>(waiting: T): T {
  return { ...waiting, stopping: waiting.stopping ? "aborting" : "finishing" };
}

function searchFailed(state: PanelState, { request, failure }: Failed): PanelState {
  const { running } = state;
  if (running?.request !== request) return withLost(state, { action: "search", failure });
  const { query, cursor } = running;
  // What a changed form refuses has no body any more.
  const rest = failure.problems?.length ? without(state, "running", "body") : without(state, "running");
  return {
    ...rest,
    failedSearch: { failure, query, ...(cursor && { cursor }) },
    problems: failure.problems ?? state.problems,
  };
}

function pagesShown(state: PanelState, { query, pages, bought }: ShownPages): PanelState {
  const from = bought.shownFrom;
  return {
    ...without(state, "offer", "failedSearch", "lost", "open", "place"),
    results: { ...resultsOf(query, pages, bought), ...(from !== undefined && { from }) },
    folded: state.folded || "auto",
    ...freshLook,
    ...withBought(state, bought),
  };
}

/** Transitions of searches and their pages. */
export const resultTransitions = {
  offered: (state, { request, query, bought }: Numbered & NonNullable<PanelState["offer"]>) =>
    state.running?.request === request
      ? { ...without(state, "running", "failedSearch"), offer: { query, bought } }
      : state,
  offerClosed: (state) => without(state, "offer"),
  searchStarted,
  searchStopping: (state) => (state.running ? { ...state, running: stopped(state.running) } : state),
  pageArrived,
  searchFailed,
  pagesShown,
  boughtLearned,
  // What the service said of the filters goes along with a search's failure, so that the search can be tried again.
  failureDismissed: (state, { of }: { readonly of: "search" | "action" }) =>
    of === "action"
      ? without(state, "failedAction")
      : { ...without(state, "failedSearch"), problems: state.failedSearch?.failure.problems ? [] : state.problems },
  libraryChanged,
  actionFailed: (state, { action, failure }: { readonly action: FreeAction; readonly failure: Failure }) => ({
    ...state,
    failedAction: { action, failure },
  }),
  actionDone: (state, { action }: { readonly action: FreeAction }) =>
    state.failedAction?.action === action ? without(state, "failedAction") : state,
} satisfies Transitions;

function detailAsked(state: PanelState, { request, ad, card }: AskedDetail): PanelState {
  const { open, folded } = state;
  const kept = open?.ad.id === ad.id && open.ad.platform === ad.platform ? open.bought : undefined;
  return {
    ...state,
    open: { request, ad, ...(card && { card }), loading: true, ...(kept && { bought: kept }) },
    detailTop: 0,
    folded: folded || (!open && "auto"),
  };
}

function detailArrived(
  state: PanelState,
  { request, bought }: Numbered & { readonly bought: BoughtDetail },
): PanelState {
  const { open, results, boughtDetails, details } = state;
  const key = adKey(bought.detail.ad);
  // An ad of another library may have the same name.
  const known = results?.from === undefined && {
    boughtDetails: new Set([...boughtDetails, key]),
    details: new Map([...details, [key, bought]]),
  };
  if (open?.request !== request) return known ? { ...state, ...known } : state;
  return { ...state, ...known, open: { ...without(open, "failure", "stopping"), loading: false, bought } };
}

/** Transitions of the open ad. */
export const detailTransitions = {
  detailAsked,
  detailArrived,
  // One that arrived meanwhile is newer.
  detailsRead: (state, { details }: Pick<PanelState, "details">) => ({
    ...state,
    details: new Map([...details, ...state.details]),
  }),
  decided: (state) => ({ ...state, decided: state.decided + 1 }),
  /** `of` are the asked ads, and `bought` those of them that have bought details, by card key. */
  detailsLearned: (state, { of, bought }: { readonly of: readonly string[]; readonly bought: readonly string[] }) => {
    const asked = new Set(of);
    const others = [...state.boughtDetails].filter((key) => !asked.has(key));
    return { ...state, boughtDetails: new Set([...others, ...bought]) };
  },
  detailFailed: (state, { request, failure, card }: Failed & Pick<OpenAd, "card">) =>
    state.open?.request === request
      ? { ...state, open: { ...without(state.open, "stopping"), loading: false, failure } }
      : withLost(state, { action: "details", failure, card }),
  detailStopping: (state) => (state.open?.loading ? { ...state, open: stopped(state.open) } : state),
  /** `then` takes the focus. */
  detailClosed: (state, { then }: { readonly then?: WantedAd }) => ({
    ...without(state, "open"),
    folded: state.results ? state.folded : state.folded === true,
    ...(then && { wantedAd: then }),
  }),
} satisfies Transitions;
