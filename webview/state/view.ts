import type { View } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { TableLook } from "../../src/protocol/tableLook";
import type { PanelEvent } from "./events";
import type { PanelState } from "./panelState";
import { without } from "./without";

// Needed before the first paint; the code that applies it to ads is loaded later: `viewed.ts`.

export const wholeView: View = { text: "", filters: [], sort: "service", descending: true };

/** Whether a view leaves ads out. */
export function isNarrowed({ text, filters }: View): boolean {
  return text.trim() !== "" || filters.length > 0;
}

/** The platform whose ads are on the screen. */
function lookedAt({ results, draft }: PanelState): PlatformToken {
  return (results?.query ?? draft).platform;
}

const noLook: TableLook = {};
const noneSelected: ReadonlySet<string> = new Set();

/** How the table on the screen is arranged: each platform has a layout of its own. */
export function tableLook(state: PanelState): TableLook {
  return state.tables[lookedAt(state)] ?? noLook;
}

/** What was selected may not be among the ads that are wanted now. */
function withOtherAds(state: PanelState): PanelState {
  const showing = state.showing === "compared" ? "ads" : state.showing;
  return { ...without(state, "place"), selected: noneSelected, showing };
}

/** Transitions of how the loaded ads are shown. */
export function onView(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "viewChanged":
      return { ...state, view: event.view };
    case "filteringChosen":
      return { ...state, filtering: event.open };
    case "tableChanged":
      return { ...state, tables: { ...state.tables, [lookedAt(state)]: event.table } };
    case "archiveAsked":
      return { ...withOtherAds(state), archive: event.criteria };
    case "comparedAsked": {
      const { compared } = state;
      return compared ? { ...withOtherAds(state), compared: { ...compared, state: event.state } } : state;
    }
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
