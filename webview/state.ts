import type { Failure } from "../src/protocol/failure";
import type { PanelEvent } from "./state/events";
import { onForm } from "./state/formTransitions";
import type { PanelState } from "./state/panelState";
import { onDetail, onResults } from "./state/resultTransitions";
import { started } from "./state/memory";
import { without } from "./state/without";
import { wholeView, onView } from "./state/view";

export type * from "./state/panelState";

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

/** The state after an event. Pure; events that no longer matter leave the state as it is. */
export function reduce(state: PanelState, event: PanelEvent): PanelState {
  const next = isUse(event) && state.phase === "ready" ? used(reduced(state, event)) : reduced(state, event);
  return next.undo !== undefined && next.undo === state.undo && acts.has(event.type) ? without(next, "undo") : next;
}

/** What a person does elsewhere in the panel: an offer to undo a change of the form is over. */
const acts: ReadonlySet<PanelEvent["type"]> = new Set([
  ...(["searchStarted", "pagesShown", "detailAsked", "detailClosed", "formFolded", "viewChanged"] as const),
  ...(["filteringChosen", "showingChosen", "layoutChosen", "tableChanged", "selected", "failureDismissed"] as const),
]);

const used = (state: PanelState): PanelState => (state.used ? state : { ...state, used: true });

/** What a person does with the results or the form that was opened: another search must not replace them. */
const uses: ReadonlySet<PanelEvent["type"]> = new Set([
  ...(["chosen", "searchStarted", "detailAsked", "selected", "viewChanged"] as const),
  ...(["filteringChosen", "showingChosen", "layoutChosen", "tableChanged"] as const),
]);

function isUse(event: PanelEvent): boolean {
  if (event.type === "draftReplaced") return !event.handed;
  if (event.type === "formAsked") return !event.draft;
  return event.type === "scrolled" ? event.place !== undefined : uses.has(event.type);
}

const connects: ReadonlySet<Failure["next"]> = new Set(["connect", "setApiKey", "checkConnection"]);

/** A failure that another connection could mend ends with that connection, unless it may have been charged. */
function withoutReconnected(state: PanelState, { library, hasKey, apiVersion }: PanelState["connection"]): PanelState {
  const { connection: before, failedSearch, failedAction } = state;
  if (before.library === library && before.hasKey === hasKey && before.apiVersion === apiVersion) return state;
  const ends = (failure?: Failure) => failure?.charge === "none" && connects.has(failure.next);
  return without(
    state,
    ...(ends(failedSearch?.failure) ? (["failedSearch"] as const) : []),
    ...(ends(failedAction?.failure) ? (["failedAction"] as const) : []),
  );
}

function reduced(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "opened":
      return started(state, event.start, event.memory);
    case "openFailed":
      return { ...state, phase: "failed", openFailure: event.failure };
    case "connectionChanged":
      return { ...withoutReconnected(state, event.connection), connection: event.connection };
    case "creditsChanged":
      return { ...state, credits: event.credits };
    case "loadMediaChanged":
      return { ...state, loadMedia: event.loadMedia };
    case "mediaHostsChanged":
      return { ...state, mediaHosts: event.mediaHosts };
    default:
      return onView(onDetail(onResults(onForm(state, event), event), event), event);
  }
}

/** Holds the panel's state and notifies of each change. */
export interface PanelStore {
  readonly state: PanelState;
  readonly dispatch: (event: PanelEvent) => void;
  /** Reports every change from now on, but not the current state. */
  readonly subscribe: (listener: (state: PanelState) => void) => void;
}

/** A store with the blank state. */
export function createStore(): PanelStore {
  const listeners: ((state: PanelState) => void)[] = [];
  let state = blankState;
  return {
    get state() {
      return state;
    },
    dispatch: (event) => {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener(state);
    },
    subscribe: (listener) => listeners.push(listener),
  };
}
