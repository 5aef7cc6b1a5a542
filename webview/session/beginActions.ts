import type { KnownSearch, Handover } from "../../src/protocol/panel";
import type { SearchQuery } from "../../src/protocol/search";
import type { Host } from "../host";
import type { PanelStore } from "../store";
import { failureOf } from "./failureOf";

/** Searches from elsewhere, for the form. */
export interface BeginActions {
  /** Fills a search into the form. Free. */
  readonly begin: (query: SearchQuery) => Promise<void>;
  /** Fills a known search into the form, as far as the connected library has its filters. Free. */
  readonly beginKnown: (search: KnownSearch) => Promise<void>;
  /** The searches to begin from. Free. */
  readonly knownSearches: () => Promise<readonly KnownSearch[]>;
  /** Fills the search of the results into the form, as far as the connected library has its filters. Free. */
  readonly searchHere: () => Promise<void>;
}

/** @param follow carries out a handover */
export function beginActions(
  host: Host,
  store: PanelStore,
  follow: (handover: Handover) => Promise<void>,
): BeginActions {
  return {
    begin: (query) => fillFrom(store, follow, () => host.ask("fit", { query })),
    beginKnown: ({ kind, id }) => fillFrom(store, follow, () => host.ask("readSearch", { kind, id })),
    knownSearches: () => host.ask("knownSearches", {}),
    searchHere: async () => {
      const query = store.state.results?.query;
      if (query) await fillFrom(store, follow, () => host.ask("fit", { query }));
    },
  };
}

/** Fills the form with the host's version of a search. */
async function fillFrom(
  store: PanelStore,
  follow: (handover: Handover) => Promise<void>,
  read: () => Promise<Pick<Handover, "query" | "left">>,
): Promise<void> {
  try {
    const { query, left = [] } = await read();
    store.dispatch({ type: "actionDone", action: "command" });
    await follow({ query, run: false, ...(left.length > 0 && { left }) });
  } catch (error) {
    store.dispatch({ type: "actionFailed", action: "command", failure: failureOf(error) });
  }
}
