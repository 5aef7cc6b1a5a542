import type { AdCard, AdRef } from "../../src/protocol/ads";
import type { Host } from "../host";
import { adRef, isAd } from "../state/results";
import type { PanelStore } from "../store";
import { failureOf } from "./failureOf";
import { shownLibrary } from "./searchActions";

/** Details of one ad at a time. */
export interface DetailActions {
  /** Paid unless owned. */
  readonly openDetail: (card: AdCard) => Promise<void>;
  /** Opens an ad that a command named. Paid unless owned. */
  readonly openAd: (ad: AdRef) => Promise<void>;
  /** Requests the open ad again, or repeats what failed. Paid. */
  readonly askDetailAgain: () => Promise<void>;
  readonly cancelDetail: () => void;
  readonly closeDetail: () => void;
}

/** The actions on details over a host and a store. */
export function detailActions(host: Host, store: PanelStore): DetailActions {
  const { ask, cancel } = oneDetail(host, store);
  return {
    openDetail: async (card) => {
      const ad = adRef(card);
      const { open, results } = store.state;
      const isOpen = open?.owned && isAd(card, open.ad);
      if (ad && !isOpen && results?.from === undefined) await ask(ad, card, false);
    },
    openAd: async (ad) => {
      const card = store.state.results?.ads.find(({ card: each }) => isAd(each, ad))?.card;
      await ask(ad, card, false);
    },
    askDetailAgain: async () => {
      const { open } = store.state;
      if (open && open.from === undefined) await ask(open.ad, open.card, open.owned !== undefined);
    },
    cancelDetail: cancel,
    closeDetail: () => {
      store.dispatch({ type: "detailClosed" });
    },
  };
}

/** Requests details; while those of an ad are on their way, requesting them again does nothing. */
function oneDetail(host: Host, store: PanelStore) {
  let lastTurn = 0;
  let abort = new AbortController();

  const ask = async (ad: AdRef, card: AdCard | undefined, refresh: boolean) => {
    if (store.state.open?.loading && store.state.open.ad.id === ad.id) return;
    const turn = ++lastTurn;
    abort = new AbortController();
    store.dispatch({ type: "detailAsked", turn, ad, ...(card && { card }) });
    try {
      const owned = await host.ask(
        "adDetail",
        { ad, ...(refresh && { refresh }), ...shownLibrary(store) },
        abort.signal,
      );
      store.dispatch({ type: "detailArrived", turn, owned });
    } catch (error) {
      store.dispatch({ type: "detailFailed", turn, failure: failureOf(error) });
    }
  };
  const cancel = () => {
    abort.abort();
  };
  return { ask, cancel };
}
