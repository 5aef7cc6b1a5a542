import type { OwnedDetail } from "../../src/protocol/panel";
import type { OpenAd, PanelState } from "./panelState";
import type { PanelEvent } from "./events";
import { isAd } from "./results";
import { without } from "./without";

function asked({ open }: PanelState, event: Extract<PanelEvent, { type: "detailAsked" }>): OpenAd {
  const { turn, ad, card } = event;
  const same = open?.ad.id === ad.id && open.ad.platform === ad.platform;
  const kept = same ? open.owned : undefined;
  return { turn, ad, ...(card && { card }), loading: true, ...(kept && { owned: kept }) };
}

function withDetail(state: PanelState, key: string, owned: OwnedDetail): PanelState {
  return {
    ...state,
    ownedDetails: new Set([...state.ownedDetails, key]),
    details: new Map([...state.details, [key, owned]]),
  };
}

/** Transitions of the open ad. */
export function onDetail(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "detailAsked":
      return { ...state, open: asked(state, event), detailTop: 0 };
    case "detailArrived": {
      const { ad } = event.owned.detail;
      const card = state.results?.ads.find((shown) => isAd(shown.card, ad))?.card ?? state.open?.card;
      const key = card && isAd(card, ad) ? card.key : undefined;
      const known = key === undefined ? state : withDetail(state, key, event.owned);
      if (state.open?.turn !== event.turn) return known;
      return { ...known, open: { ...without(state.open, "failure"), loading: false, owned: event.owned } };
    }
    case "detailFailed":
      if (state.open?.turn !== event.turn) return state;
      return { ...state, open: { ...state.open, loading: false, failure: event.failure } };
    case "detailClosed":
      return without(state, "open");
    default:
      return state;
  }
}
