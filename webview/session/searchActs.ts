import type { Digits } from "../../src/protocol/ads";
import type { OwnedSearch, PanelStart } from "../../src/protocol/panel";
import type { Cursor, SearchQuery } from "../../src/protocol/search";
import type { Host } from "../host";
import { nextCursor } from "../state/results";
import type { Store } from "../store";
import { failureOf } from "./failureOf";

/** Searches and their pages. A paid act while another runs does nothing. */
export interface SearchActs {
  /** Offers what is owned of the draft; where nothing is, searches. Paid. */
  readonly search: () => Promise<void>;
  /** Searches page 1 anew whatever is owned. Paid. */
  readonly searchAgain: (query: SearchQuery) => Promise<void>;
  /** Repeats the search or page that failed. Paid. */
  readonly tryAgain: () => Promise<void>;
  /** Puts an owned snapshot on the screen. Free. */
  readonly showOwned: (query: SearchQuery, owned: Pick<OwnedSearch, "lastHit">) => Promise<void>;
  /** Paid unless owned. */
  readonly loadNextPage: () => Promise<void>;
  /** Takes up a page that an earlier life of the panel asked for and paid. Free. */
  readonly rejoin: (running: NonNullable<PanelStart["running"]>) => Promise<void>;
  readonly cancelSearch: () => void;
}

/** The acts of searching over a host and a store. */
export function searchActs(host: Host, store: Store): SearchActs {
  let lastRun = 0;
  let abort = new AbortController();

  const fetchPage = async (query: SearchQuery, cursor?: Cursor, again = false) => {
    if (store.state.running) return;
    const run = ++lastRun;
    abort = new AbortController();
    const asked = { query, ...(cursor && { cursor }) };
    store.dispatch({ type: "searchStarted", run, ...asked, at: new Date().toISOString() });
    try {
      const answer = again ? host.ask("rejoin", {}, abort.signal) : host.ask("search", asked, abort.signal);
      const { page, ownedDetails } = await answer;
      store.dispatch({ type: "pageArrived", run, page, ownedDetails });
    } catch (error) {
      store.dispatch({ type: "searchFailed", run, failure: failureOf(error) });
    }
  };

  const search = offerFirst(host, store, fetchPage);
  return {
    search,
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
    rejoin: ({ query, cursor }) => fetchPage(query, cursor, true),
    cancelSearch: () => {
      if (store.state.running) store.dispatch({ type: "searchStopping", run: store.state.running.run });
      abort.abort();
    },
  };
}

/** Asks what is owned before paying; while that is asked, further clicks do nothing. */
function offerFirst(host: Host, store: Store, fetchPage: (query: SearchQuery) => Promise<void>): () => Promise<void> {
  let asking = false;
  return async () => {
    if (asking || store.state.running) return;
    asking = true;
    const query = store.state.draft;
    const owned = await host.ask("owned", { query }).catch((): readonly OwnedSearch[] => []);
    asking = false;
    if (owned.length > 0) store.dispatch({ type: "offered", query, owned });
    else await fetchPage(query);
  };
}

async function showOwned(host: Host, store: Store, query: SearchQuery, lastHit: Digits): Promise<void> {
  try {
    const { pages, ownedDetails } = await host.ask("ownedPages", { query, lastHit });
    if (!store.state.running) store.dispatch({ type: "pagesShown", query, pages, ownedDetails });
  } catch (error) {
    store.dispatch({ type: "actFailed", failure: failureOf(error) });
  }
}
