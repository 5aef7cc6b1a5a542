import type { PanelState } from "../state";
import type { PanelEvent } from "./events";
import { resultsOf, withPage } from "./results";
import { wholeView } from "./view";
import { without } from "./without";

/** New results are looked at from the top, whole, with nothing selected. */
const freshLook = { view: wholeView, selected: new Set<string>(), showing: "ads" } as const;

type On<T extends PanelEvent["type"]> = Extract<PanelEvent, { type: T }>;

function searchStarted(state: PanelState, { run, query, cursor, at }: On<"searchStarted">): PanelState {
  const running = { run, query, ...(cursor && { cursor }), ...(at !== undefined && { askedAt: at }), stopping: false };
  return { ...without(state, "offer", "failedSearch"), running };
}

function pageArrived(state: PanelState, { run, page, ownedDetails }: On<"pageArrived">): PanelState {
  const { running, results } = state;
  if (running?.run !== run) return state;
  const next = { ...without(state, "running", "failedSearch", "lost"), problems: [] };
  const owned = new Set([...state.ownedDetails, ...ownedDetails]);
  if (running.cursor && results) return { ...next, results: withPage(results, page), ownedDetails: owned };
  const shown = resultsOf(running.query, [page]);
  return { ...without(next, "open", "place"), ...freshLook, results: shown, ownedDetails: owned };
}

function searchFailed(state: PanelState, { run, failure }: On<"searchFailed">): PanelState {
  const { running } = state;
  if (running?.run !== run) return state;
  const { query, cursor } = running;
  return {
    ...without(state, "running"),
    failedSearch: { failure, query, ...(cursor && { cursor }) },
    problems: failure.problems ?? state.problems,
  };
}

/** Transitions of searches and their pages. */
export function onResults(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "offered":
      if (state.running?.run !== event.run) return state;
      return { ...without(state, "running", "failedSearch"), offer: { query: event.query, owned: event.owned } };
    case "offerClosed":
      return without(state, "offer");
    case "searchStarted":
      return searchStarted(state, event);
    case "searchStopping":
      if (state.running?.run !== event.run) return state;
      return { ...state, running: { ...state.running, stopping: true } };
    case "pageArrived":
      return pageArrived(state, event);
    case "searchFailed":
      return searchFailed(state, event);
    case "pagesShown":
      return {
        ...without(state, "offer", "failedSearch", "lost", "open", "place"),
        results: resultsOf(event.query, event.pages),
        ...freshLook,
        ownedDetails: new Set([...state.ownedDetails, ...event.ownedDetails]),
      };
    case "failureDismissed":
      return without(state, "failedSearch", "failedAct");
    case "libraryChanged":
      return {
        ...without(state, "offer", "failedSearch", "results", "lost", "open", "place", "running"),
        ...freshLook,
        ownedDetails: new Set(),
        details: new Map(),
      };
    case "actFailed":
      return { ...state, failedAct: event.failure };
    default:
      return state;
  }
}
