import type { PanelState } from "./panelState";
import type { PanelEvent } from "./events";
import { without } from "./without";

/** Transitions of how the loaded ads are shown. */
export function onView(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "viewChanged":
      return { ...state, view: event.view };
    case "filteringChosen":
      return { ...state, filtering: event.open };
    case "tableChanged":
      return { ...state, table: event.table };
    case "archiveAsked":
      return { ...state, archive: event.criteria };
    case "detailScrolled":
      return { ...state, detailTop: event.top };
    case "showingChosen":
      return { ...state, showing: event.showing };
    case "layoutChosen":
      return { ...state, layout: event.layout, showing: "ads" };
    case "selected": {
      const selected = new Set(state.selected);
      for (const key of event.keys) {
        if (event.on) selected.add(key);
        else selected.delete(key);
      }
      const showing = state.showing === "compared" && selected.size === 0 ? "ads" : state.showing;
      return { ...state, selected, showing };
    }
    case "scrolled":
      return { ...without(state, "place"), ...(event.place && { place: event.place }) };
    default:
      return state;
  }
}
