import type { PanelMemory } from "../src/protocol/panel";
import type { PanelEvent } from "./state/events";
import { onDetail } from "./state/detailTransitions";
import { onForm } from "./state/formTransitions";
import { onResults } from "./state/resultTransitions";
import { started } from "./state/started";
import type { PanelState } from "./state/panelState";
import { wholeView } from "./state/view";
import { onView } from "./state/viewTransitions";

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
  ownedDetails: new Set(),
  nextOwned: false,
  details: new Map(),
  view: wholeView,
  selected: new Set(),
  showing: "ads",
  layout: "cards",
  table: {},
  filtering: false,
  detailTop: 0,
};

/** The state after an event. Pure; events that no longer matter leave the state as it is. */
export function reduce(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "opened":
      return started(state, event.start, event.memory);
    case "openFailed":
      return { ...state, phase: "failed", openFailure: event.failure };
    case "connectionChanged":
      return { ...state, connection: event.connection };
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

/** The small part that survives a reload: no ads, no key. */
export function memoryOf(state: PanelState): PanelMemory {
  const { open, running, connection, layout, archive } = state;
  // What comes from another library must not be remembered for this one.
  const results = state.results?.from === undefined ? state.results : undefined;
  const { library } = connection;
  return {
    platform: state.draft.platform,
    draft: state.draft,
    ...(results && {
      shown: {
        query: results.query,
        ...(results.lastHit !== undefined && { lastHit: results.lastHit }),
        pages: results.pages.length,
      },
    }),
    ...(library !== undefined && { library }),
    ...(open && open.from === undefined && { openAd: open.ad }),
    ...(running?.askedAt !== undefined && !running.cursor && { asked: { query: running.query, at: running.askedAt } }),
    layout,
    ...(archive && { archive }),
    ...lookOf(state),
    ...(state.place && results === state.results && { place: state.place }),
  };
}

/** How the ads are shown, as far as it differs from the default. */
function lookOf({ table, view, filtering, showing, selected, open, detailTop }: PanelState): Partial<PanelMemory> {
  return {
    ...(Object.keys(table).length > 0 && { table }),
    ...(view !== wholeView && { view }),
    ...(filtering && { filtering }),
    ...(showing !== "ads" && { showing }),
    ...(selected.size > 0 && { selected: [...selected] }),
    ...(open && detailTop > 0 && { detailTop }),
  };
}
