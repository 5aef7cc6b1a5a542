import { type AdCard, adKey } from "../../src/protocol/ads";
import type { Failure } from "../../src/protocol/failure";
import type { BoughtHere, BoughtDetail } from "../../src/protocol/panel";
import type { PanelEvent } from "./events";
import type { PanelState, Stopping, OpenAd } from "./panelState";
import { sameQuery } from "./query";
import { resultsOf, withPage } from "./results";
import { wholeView } from "./view";
import { without } from "./without";

/** New results are shown from the top, unfiltered, with nothing selected. */
const freshLook = { view: wholeView, selected: new Set<string>(), showing: "ads" } as const;

type On<T extends PanelEvent["type"]> = Extract<PanelEvent, { type: T }>;

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

/** Updates what is bought, and so the prices, after any window or command bought something or something was removed. */
function boughtLearned(state: PanelState, { results, bought }: On<"boughtLearned">): PanelState {
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

/** Results, open ad and draft belong to their library: they stay, marked, and can't spend in another one. */
function libraryChanged(state: PanelState, { before }: On<"libraryChanged">): PanelState {
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

function searchStarted(state: PanelState, { request, query, cursor, at }: On<"searchStarted">): PanelState {
  const running = { request, query, ...(cursor && { cursor }), ...(at !== undefined && { askedAt: at }) };
  return {
    ...without(state, "offer", "failedSearch"),
    running,
    folded: cursor ? state.folded : state.folded || "auto",
  };
}

function pageArrived(state: PanelState, { request, page, bought: here }: On<"pageArrived">): PanelState {
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

function searchFailed(state: PanelState, { request, failure }: On<"searchFailed">): PanelState {
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

/** Transitions of searches and their pages. */
export function onResults(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "offered":
      if (state.running?.request !== event.request) return state;
      return { ...without(state, "running", "failedSearch"), offer: { query: event.query, bought: event.bought } };
    case "offerClosed":
      return without(state, "offer");
    case "searchStarted":
      return searchStarted(state, event);
    case "searchStopping":
      return state.running ? { ...state, running: stopped(state.running) } : state;
    case "pageArrived":
      return pageArrived(state, event);
    case "searchFailed":
      return searchFailed(state, event);
    case "pagesShown":
      return {
        ...without(state, "offer", "failedSearch", "lost", "open", "place"),
        results: resultsOf(event.query, event.pages, event.bought),
        folded: state.folded || "auto",
        ...freshLook,
        ...withBought(state, event.bought),
      };
    case "boughtLearned":
      return boughtLearned(state, event);
    case "failureDismissed":
      if (event.of === "action") return without(state, "failedAction");
      // What the service said of the filters goes along, so that the search can be tried again.
      return {
        ...without(state, "failedSearch"),
        problems: state.failedSearch?.failure.problems ? [] : state.problems,
      };
    case "libraryChanged":
      return libraryChanged(state, event);
    case "actionFailed":
      return { ...state, failedAction: { action: event.action, failure: event.failure } };
    case "actionDone":
      return state.failedAction?.action === event.action ? without(state, "failedAction") : state;
    default:
      return state;
  }
}

function detailAsked({ open }: PanelState, event: Extract<PanelEvent, { type: "detailAsked" }>): OpenAd {
  const { request, ad, card } = event;
  const same = open?.ad.id === ad.id && open.ad.platform === ad.platform;
  const kept = same ? open.bought : undefined;
  return { request, ad, ...(card && { card }), loading: true, ...(kept && { bought: kept }) };
}

function withDetail(state: PanelState, bought: BoughtDetail): PanelState {
  const key = adKey(bought.detail.ad);
  return {
    ...state,
    boughtDetails: new Set([...state.boughtDetails, key]),
    details: new Map([...state.details, [key, bought]]),
  };
}

/** Transitions of the open ad. */
export function onDetail(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "detailAsked":
      return {
        ...state,
        open: detailAsked(state, event),
        detailTop: 0,
        folded: state.folded || (!state.open && "auto"),
      };
    case "detailArrived": {
      // An ad of another library may have the same name.
      const known = state.results?.from === undefined ? withDetail(state, event.bought) : state;
      if (state.open?.request !== event.request) return known;
      return {
        ...known,
        open: { ...without(state.open, "failure", "stopping"), loading: false, bought: event.bought },
      };
    }
    case "detailsRead":
      // One that arrived meanwhile is newer.
      return { ...state, details: new Map([...event.details, ...state.details]) };
    case "decided":
      return { ...state, decided: state.decided + 1 };
    case "detailsLearned": {
      const asked = new Set(event.of);
      const others = [...state.boughtDetails].filter((key) => !asked.has(key));
      return { ...state, boughtDetails: new Set([...others, ...event.bought]) };
    }
    case "detailFailed":
      if (state.open?.request !== event.request) return withLost(state, { ...event, action: "details" });
      return { ...state, open: { ...without(state.open, "stopping"), loading: false, failure: event.failure } };
    case "detailStopping":
      return state.open?.loading ? { ...state, open: stopped(state.open) } : state;
    case "detailClosed":
      return {
        ...without(state, "open"),
        folded: state.results ? state.folded : state.folded === true,
        ...(event.then && { wantedAd: event.then }),
      };
    default:
      return state;
  }
}
