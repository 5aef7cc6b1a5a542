import type { Failure } from "../src/protocol/failure";
import { formTransitions } from "./state/formTransitions";
import { blankState, type PanelState, type Transitions } from "./state/panelState";
import { detailTransitions, resultTransitions } from "./state/resultTransitions";
import { started } from "./state/memory";
import { without } from "./state/without";
import { viewTransitions } from "./state/view";

export * from "./state/panelState";

const transitions = {
  opened: started,
  openFailed: (state, { failure }: { readonly failure: Failure }) => ({
    ...state,
    phase: "failed",
    openFailure: failure,
  }),
  connectionChanged: (state, { connection }: Pick<PanelState, "connection">) => ({
    ...withoutReconnected(state, connection),
    connection,
  }),
  creditsChanged: (state, { credits }: Pick<PanelState, "credits">) => ({ ...state, credits }),
  loadMediaChanged: (state, { loadMedia }: Pick<PanelState, "loadMedia">) => ({ ...state, loadMedia }),
  mediaHostsChanged: (state, { mediaHosts }: Pick<PanelState, "mediaHosts">) => ({ ...state, mediaHosts }),
  ...formTransitions,
  ...resultTransitions,
  ...detailTransitions,
  ...viewTransitions,
} satisfies Transitions;

type EventOf<T> = T extends (state: PanelState, event: infer E) => PanelState ? E : never;
type Name = keyof typeof transitions;

/** Everything that can happen to the panel. `request` numbers paid requests, so that late answers to older ones are told apart. */
export type PanelEvent<N extends Name = Name> = {
  [K in N]: { readonly type: K } & EventOf<(typeof transitions)[K]>;
}[N];

const byName: { readonly [N in Name]: (state: PanelState, event: PanelEvent<N>) => PanelState } = transitions;

const reduced = <N extends Name>(state: PanelState, event: PanelEvent<N>): PanelState =>
  byName[event.type](state, event);

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
