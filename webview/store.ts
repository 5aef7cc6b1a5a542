import type { PanelEvent } from "./state/events";
import { blankState, reduce, type PanelState } from "./state";

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
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}
