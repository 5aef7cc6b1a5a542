import type { Digits } from "../../src/protocol/ads";
import type { AnswerOf } from "../../src/protocol/envelope";
import type { OwnedSearch, PanelStart } from "../../src/protocol/panel";
import type { Cursor, SearchQuery } from "../../src/protocol/search";
import type { Host } from "../host";
import { sentOf } from "../state/disablesOthers";
import { nextCursor } from "../state/results";
import type { PanelStore } from "../store";
import { failureOf } from "./failureOf";

/** Searches and their pages. A paid act while another runs does nothing. */
export interface SearchActions {
  /** Offers what is owned of the draft, or of the query that a command named; searches if nothing is. Paid. */
  readonly search: (query?: SearchQuery) => Promise<void>;
  /** Searches page 1 again, even if it is owned. Paid. */
  readonly searchAgain: (query: SearchQuery) => Promise<void>;
  /** Repeats the search or page that failed. Paid. */
  readonly tryAgain: () => Promise<void>;
  /** Puts an owned snapshot on the screen. Free. */
  readonly showOwned: (query: SearchQuery, owned: Pick<OwnedSearch, "lastHit">) => Promise<void>;
  /** Paid unless owned. */
  readonly loadNextPage: () => Promise<void>;
  /** Picks up a page that the panel requested and paid for before a reload. Free. */
  readonly rejoin: (running: NonNullable<PanelStart["running"]>) => Promise<void>;
  readonly cancelSearch: () => void;
}

/** The actions of searching over a host and a store. */
export function searchActions(host: Host, store: PanelStore): SearchActions {
  const { take, cancel } = oneAtATime(store);
  const fetchPage = (query: SearchQuery, cursor?: Cursor) =>
    take(query, cursor, (signal) =>
      host.ask("search", { query, ...(cursor && { cursor }), ...shownLibrary(store) }, signal),
    );
  return {
    search: (query = sentOf(store.state.form, store.state.draft)) => {
      return take(query, undefined, (signal) =>
        host.ask("search", { query, unlessOwned: true, ...shownLibrary(store) }, signal),
      );
    },
    searchAgain: (query) => fetchPage(query),
    tryAgain: async () => {
      const failed = store.state.failedSearch;
      if (failed) await fetchPage(failed.query, failed.cursor);
    },
    loadNextPage: async () => {
      const { results } = store.state;
      const cursor = results && nextCursor(results);
      if (cursor) await fetchPage(results.query, cursor);
    },
    showOwned: (query, { lastHit }) => showOwned(host, store, query, lastHit),
    rejoin: ({ query, cursor }) => take(query, cursor, (signal) => host.ask("rejoin", {}, signal)),
    cancelSearch: cancel,
  };
}

/** The library that the panel shows as connected: no paid request goes to another one that replaced it. */
export function shownLibrary({ state: { connection } }: PanelStore): { readonly library?: string } {
  return connection.library === undefined ? {} : { library: connection.library };
}

type AskPage = (signal: AbortSignal) => Promise<AnswerOf<"search">>;

/** Requests pages; while one is on its way, requesting another does nothing. */
function oneAtATime(store: PanelStore) {
  let lastTurn = 0;
  let abort = new AbortController();
  const take = async (query: SearchQuery, cursor: Cursor | undefined, ask: AskPage) => {
    if (store.state.running) return;
    const turn = ++lastTurn;
    abort = new AbortController();
    const at = new Date().toISOString();
    // The question is sent before the progress is drawn.
    const asked = ask(abort.signal);
    store.dispatch({ type: "searchStarted", turn, query, ...(cursor && { cursor }), at });
    try {
      const answer = await asked;
      if ("owned" in answer) store.dispatch({ type: "offered", turn, query, owned: answer.owned });
      else store.dispatch({ type: "pageArrived", turn, page: answer.page, owned: answer });
    } catch (error) {
      store.dispatch({ type: "searchFailed", turn, failure: failureOf(error) });
    }
  };
  const cancel = () => {
    if (store.state.running) store.dispatch({ type: "searchStopping", turn: store.state.running.turn });
    abort.abort();
  };
  return { take, cancel };
}

async function showOwned(host: Host, store: PanelStore, query: SearchQuery, lastHit: Digits): Promise<void> {
  try {
    const owned = await host.ask("ownedPages", { query, lastHit });
    store.dispatch({ type: "actionDone", action: "owned" });
    if (!store.state.running) store.dispatch({ type: "pagesShown", query, pages: owned.pages, owned });
  } catch (error) {
    store.dispatch({ type: "actionFailed", action: "owned", failure: failureOf(error) });
  }
}
