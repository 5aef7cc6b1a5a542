import type { OwnedHere } from "../../src/protocol/panel";
import type { PanelState } from "./panelState";
import type { PanelEvent } from "./events";
import { resultsOf, withPage } from "./results";
import { wholeView } from "./view";
import { without } from "./without";

/** New results are shown from the top, unfiltered, with nothing selected. */
const freshLook = { view: wholeView, selected: new Set<string>(), showing: "ads" } as const;

type On<T extends PanelEvent["type"]> = Extract<PanelEvent, { type: T }>;

function withOwned({ ownedDetails }: PanelState, here: OwnedHere): Pick<PanelState, "ownedDetails" | "nextOwned"> {
  return { ownedDetails: new Set([...ownedDetails, ...here.ownedDetails]), nextOwned: here.nextOwned ?? false };
}

/** Updates what is owned, and so the prices, after any window or command bought something or something was removed. */
function ownedLearned(state: PanelState, { results, owned }: On<"ownedLearned">): PanelState {
  if (results !== state.results || results?.from !== undefined) return state;
  const ownedDetails = new Set(owned.ownedDetails);
  const nextOwned = owned.nextOwned ?? false;
  const same = nextOwned === state.nextOwned && ownedDetails.size === state.ownedDetails.size;
  return same && owned.ownedDetails.every((key) => state.ownedDetails.has(key))
    ? state
    : { ...state, ownedDetails, nextOwned };
}

/** Marks what belongs to the former library; removes the mark if its library is connected again. */
function fromOf(shown: { readonly from?: string }, before: string | undefined, now: string | undefined) {
  const from = shown.from ?? before;
  return from !== undefined && from !== now ? { from } : {};
}

/** Results, open ad and draft belong to their library: they stay, marked, and can't spend in another one. */
function libraryChanged(state: PanelState, { before }: On<"libraryChanged">): PanelState {
  const now = state.connection.library;
  const { results, open, draft } = state;
  const left = [...state.otherDrafts, { library: before, draft }];
  const known = left.findLast((one) => one.library === now && one.draft.platform === draft.platform);
  return {
    ...without(state, "offer", "failedSearch", "lost", "running", "undo"),
    ...(results && { results: { ...without(results, "from"), ...fromOf(results, before, now) } }),
    ...(open && { open: { ...without(open, "failure", "from"), ...fromOf(open, before, now), loading: false } }),
    ownedDetails: new Set(),
    nextOwned: false,
    details: new Map(),
    otherDrafts: left,
    draft: known?.draft ?? { platform: draft.platform, choices: [] },
  };
}

function searchStarted(state: PanelState, { turn, query, cursor, at }: On<"searchStarted">): PanelState {
  const running = { turn, query, ...(cursor && { cursor }), ...(at !== undefined && { askedAt: at }), stopping: false };
  return { ...without(state, "offer", "failedSearch"), running };
}

function pageArrived(state: PanelState, { turn, page, owned: here }: On<"pageArrived">): PanelState {
  const { running, results } = state;
  if (running?.turn !== turn) return state;
  const next = { ...without(state, "running", "failedSearch", "lost"), problems: [], ...withOwned(state, here) };
  if (running.cursor && results) return { ...next, results: withPage(results, page) };
  return { ...without(next, "open", "place"), ...freshLook, results: resultsOf(running.query, [page]) };
}

function searchFailed(state: PanelState, { turn, failure }: On<"searchFailed">): PanelState {
  const { running } = state;
  if (running?.turn !== turn) return state;
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
      if (state.running?.turn !== event.turn) return state;
      return { ...without(state, "running", "failedSearch"), offer: { query: event.query, owned: event.owned } };
    case "offerClosed":
      return without(state, "offer");
    case "searchStarted":
      return searchStarted(state, event);
    case "searchStopping":
      if (state.running?.turn !== event.turn) return state;
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
        ...withOwned(state, event.owned),
      };
    case "ownedLearned":
      return ownedLearned(state, event);
    case "failureDismissed":
      return without(state, event.of === "search" ? "failedSearch" : "failedAction");
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
