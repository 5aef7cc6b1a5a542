import { type Digits, type AdCard, adKey, type AdRef } from "../../src/protocol/ads";
import type { AnswerOf } from "../../src/protocol/envelope";
import type { BoughtDetail, PanelStart } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import { type Cursor, type SearchQuery, sentOf } from "../../src/protocol/search";
import type { Host } from "../host";
import { isBlocked } from "../state/query";
import { nextCursor, adRef, isAd } from "../state/results";
import type { PanelStore } from "../state";
import { failureOf, stillSearching } from "./failureOf";

/** Searches and their pages. A paid act while another runs does nothing. */
export function searchActions(host: Host, store: PanelStore) {
  const { take, cancel } = oneAtATime(host, store);
  const fetchPage = (query: SearchQuery, cursor?: Cursor, pages = 1) =>
    take(query, cursor, (cancels) =>
      host.ask("search", { query, ...(cursor && { cursor }), ...several(pages), ...shownLibrary(store) }, cancels),
    );
  /** Buys the pages after page 1, as many as are wanted in all: page 1 asked for their price. */
  const goOn = async (arrived: boolean, pages: number) => {
    const first = store.state.results?.lastHit;
    for (let page = 2; arrived && page <= pages; page++) {
      const { results } = store.state;
      const cursor = results && nextCursor(results);
      if (!results || cursor?.page !== page || cursor.lastHit !== first) return;
      arrived = await fetchPage(results.query, cursor, pages);
    }
  };
  const search = async (query = sentOf(store.state.form, store.state.draft)) => {
    const { pages = 1 } = store.state;
    const arrived = await take(query, undefined, (cancels) =>
      host.ask("search", { query, unlessBought: true, ...several(pages), ...shownLibrary(store) }, cancels),
    );
    await goOn(arrived, pages);
  };
  return {
    /** Offers what is bought of the draft, or of the query that a command named; searches if nothing is. Paid. */
    search,
    /** What the form's main button says: shows the bought result of the draft for 0 credits, or searches. */
    submit: async () => {
      const { form, draft, bought } = store.state;
      const query = sentOf(form, draft);
      if (isBlocked(store.state)) {
        store.dispatch({ type: "formWanted", place: "problem" });
        return;
      }
      if (!bought) return search(query);
      store.dispatch({ type: "offerClosed" });
      await showBought(host, store, query, bought.lastHit);
    },
    /** Searches again, even if page 1 is bought: that page, or the first `pages`. Paid. */
    searchAgain: async (query: SearchQuery, pages = 1) => goOn(await fetchPage(query, undefined, pages), pages),
    /** Repeats the search or page that failed. Paid. */
    tryAgain: async () => {
      const { failedSearch: failed, pages = 1 } = store.state;
      if (failed?.cursor) await fetchPage(failed.query, failed.cursor);
      else if (failed) await goOn(await fetchPage(failed.query, undefined, pages), pages);
    },
    /** Paid unless bought. */
    loadNextPage: async () => {
      const { results } = store.state;
      const cursor = results && nextCursor(results);
      if (cursor) await fetchPage(results.query, cursor);
    },
    /** Puts a bought snapshot on the screen. Free. */
    showBought: (query: SearchQuery, lastHit: Digits) => showBought(host, store, query, lastHit),
    /** Picks up a page that the panel requested and paid for before a reload. Free. */
    rejoin: async ({ query, cursor }: NonNullable<PanelStart["running"]>) =>
      void (await take(query, cursor, (cancels) => host.ask("rejoin", {}, cancels))),
    cancelSearch: cancel,
  };
}

/** Marks the questions of a search that buys several pages. */
const several = (pages: number) => (pages > 1 ? { pages } : {});

/** The library that the panel shows as connected: no paid request goes to another one that replaced it. */
function shownLibrary({ state: { connection } }: PanelStore): { readonly library?: string } {
  return connection.library === undefined ? {} : { library: connection.library };
}

type AskPage = (cancels: EventTarget) => Promise<AnswerOf<"search">>;

/** Requests pages; while one is on its way, requesting another does nothing. Returns whether to go on with the next. */
function oneAtATime(host: Host, store: PanelStore) {
  let lastRequest = 0;
  let cancels = new EventTarget();
  /** What can't be sent was checked against a form that may be newer than the one on the screen. Free. */
  const refresh = async (platform: PlatformToken) => {
    const [form, bought] = await Promise.all([host.ask("form", { platform }), host.ask("boughtNow", {})]);
    const { results } = store.state;
    store.dispatch({ type: "formArrived", form, exact: true });
    store.dispatch({ type: "boughtLearned", results, bought });
  };
  const take = async (query: SearchQuery, cursor: Cursor | undefined, ask: AskPage): Promise<boolean> => {
    if (store.state.running) return false;
    const request = ++lastRequest;
    let canceled = false;
    cancels = new EventTarget();
    cancels.addEventListener("abort", () => (canceled = true));
    const at = new Date().toISOString();
    // The question is sent before the progress is drawn.
    const asked = ask(cancels);
    store.dispatch({ type: "searchStarted", request, query, ...(cursor && { cursor }), askedAt: at });
    try {
      const answer = await asked;
      if ("bought" in answer) store.dispatch({ type: "offered", request, query, bought: answer.bought });
      else store.dispatch({ type: "pageArrived", request, page: answer.page, bought: answer });
      return "page" in answer && !canceled;
    } catch (error) {
      const failure = failureOf(error);
      store.dispatch({ type: "searchFailed", request, failure });
      if (failure.code === "invalidRequest") await refresh(query.platform).catch(() => undefined);
      return false;
    }
  };
  const cancel = () => {
    store.dispatch({ type: "searchStopping" });
    cancels.dispatchEvent(new Event("abort"));
  };
  return { take, cancel };
}

async function showBought(host: Host, store: PanelStore, query: SearchQuery, lastHit: Digits): Promise<void> {
  if (store.state.running) {
    store.dispatch({ type: "actionFailed", action: "bought", failure: stillSearching() });
    return;
  }
  try {
    const bought = await host.ask("boughtPages", { query, lastHit });
    store.dispatch({ type: "actionDone", action: "bought" });
    // Even if a search has begun meanwhile: the host shows it until that is answered.
    store.dispatch({ type: "pagesShown", query, pages: bought.pages, bought });
  } catch (error) {
    store.dispatch({ type: "actionFailed", action: "bought", failure: failureOf(error) });
  }
}

/** Details of one ad at a time. */
export function detailActions(host: Host, store: PanelStore) {
  const { take, cancel } = oneDetail(store);
  const ask = (ad: AdRef, card: AdCard | undefined, refresh: boolean) =>
    take(ad, card, (cancels) =>
      host.ask("adDetail", { ad, ...(refresh && { refresh }), ...shownLibrary(store) }, cancels),
    );
  const learnDetails = async (ads: readonly AdRef[], signal?: AbortSignal) => {
    const learned = await host.ask("boughtNow", { ads }, signal).catch(() => undefined);
    if (!learned || signal?.aborted) return;
    store.dispatch({ type: "detailsLearned", of: ads.map(adKey), bought: learned.boughtDetails });
  };
  const cardOf = (ad: AdRef) => store.state.results?.ads.find(({ card }) => isAd(card, ad))?.card;
  return {
    /** Paid unless bought. */
    openDetail: async (card: AdCard) => {
      const ad = adRef(card);
      const { open, results } = store.state;
      const isOpen = open?.bought && isAd(card, open.ad);
      if (ad && !isOpen && results?.from === undefined) await ask(ad, card, false);
    },
    /** Opens an ad that a command named. Paid unless bought. */
    openAd: (ad: AdRef) => ask(ad, cardOf(ad), false),
    /** Picks up the details of an ad that the panel requested before a reload. Free. */
    rejoinAd: (ad: AdRef) => take(ad, cardOf(ad), (cancels) => host.ask("rejoinAd", {}, cancels)),
    /** Buys the details of several ads. Paid unless bought. */
    buyDetails: async (ads: readonly AdRef[]) => {
      const action = "command";
      try {
        await host.ask("run", { command: "buyDetails", ads });
        store.dispatch({ type: "actionDone", action });
      } catch (error) {
        store.dispatch({ type: "actionFailed", action, failure: failureOf(error) });
      }
      // Some may have been bought before a failure.
      await learnDetails(ads);
    },
    /** Asks which of these ads have bought details; if nobody can say, the prices on the screen stay. Free. */
    learnDetails,
    /** Requests the open ad again, or repeats what failed. Paid. */
    askDetailAgain: async () => {
      const { open } = store.state;
      if (open && open.from === undefined) await ask(open.ad, open.card, open.bought !== undefined);
    },
    cancelDetail: cancel,
    /** Closes the details; the card with this key, or the first one, takes the focus. */
    closeDetail: (card: string | undefined) => store.dispatch({ type: "detailClosed", then: { card } }),
  };
}

/** Requests details; while those of an ad are on their way, requesting them again does nothing. */
function oneDetail(store: PanelStore) {
  let lastRequest = 0;
  let cancels = new EventTarget();

  const take = async (ad: AdRef, card: AdCard | undefined, ask: (cancels: EventTarget) => Promise<BoughtDetail>) => {
    const { open } = store.state;
    if (open?.loading && adKey(open.ad) === adKey(ad)) return;
    const request = ++lastRequest;
    cancels = new EventTarget();
    store.dispatch({ type: "detailAsked", request, ad, ...(card && { card }) });
    try {
      store.dispatch({ type: "detailArrived", request, bought: await ask(cancels) });
    } catch (error) {
      store.dispatch({ type: "detailFailed", request, failure: failureOf(error), ...(card && { card }) });
    }
  };
  const cancel = () => {
    store.dispatch({ type: "detailStopping" });
    cancels.dispatchEvent(new Event("abort"));
  };
  return { take, cancel };
}
