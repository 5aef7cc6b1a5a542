import type { AdCriteria } from "../../src/protocol/bought";
import type { ScrollPlace, View } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { AdState } from "../../src/protocol/runs";
import type { TableLook } from "../../src/protocol/tableLook";
import { blankState, type PanelState, type Transitions } from "./panelState";
import { without } from "./without";

// Needed before the first paint; the code that applies it to ads is loaded later: `viewed.ts`.

/** Whether a view leaves ads out. */
export function isNarrowed({ text, filters }: View): boolean {
  return text.trim() !== "" || filters.length > 0;
}

/** The platform whose ads are on the screen. */
function lookedAt({ results, draft }: PanelState): PlatformToken {
  return (results?.query ?? draft).platform;
}

const noLook: TableLook = {};

/** How the table on the screen is arranged: each platform has a layout of its own. */
export function tableLook(state: PanelState): TableLook {
  return state.tables[lookedAt(state)] ?? noLook;
}

/** What was selected may not be among the ads that are wanted now. */
function withOtherAds(state: PanelState): PanelState {
  const showing = state.showing === "compared" ? "ads" : state.showing;
  return { ...without(state, "place"), selected: blankState.selected, showing };
}

/** Transitions of how the loaded ads are shown. */
export const viewTransitions = {
  viewChanged: (state, { view }: { readonly view: View }) => ({ ...state, view }),
  filteringChosen: (state, { open }: { readonly open: boolean }) => ({ ...state, filtering: open }),
  tableChanged: (state, { table }: { readonly table: TableLook }) => ({
    ...state,
    tables: { ...state.tables, [lookedAt(state)]: table },
  }),
  archiveAsked: (state, { criteria }: { readonly criteria: AdCriteria }) => ({
    ...withOtherAds(state),
    archive: criteria,
  }),
  comparedAsked: (state, { state: asked }: { readonly state: AdState }) =>
    state.compared ? { ...withOtherAds(state), compared: { ...state.compared, state: asked } } : state,
  /** `top` is in px. */
  detailScrolled: (state, { top }: { readonly top: number }) => ({ ...state, detailTop: top }),
  showingChosen: (state, { showing }: Pick<PanelState, "showing">) => ({ ...state, showing }),
  layoutChosen: (state, { layout }: Pick<PanelState, "layout">) => ({ ...state, layout, showing: "ads" }),
  selected: (state, { keys, on }: { readonly keys: readonly string[]; readonly on: boolean }) => {
    const selected = new Set(state.selected);
    for (const key of keys) {
      if (on) selected.add(key);
      else selected.delete(key);
    }
    const showing = state.showing === "compared" && selected.size === 0 ? "ads" : state.showing;
    return { ...state, selected, showing };
  },
  scrolled: (state, { place }: { readonly place: ScrollPlace | undefined }) => ({
    ...without(state, "place"),
    ...(place && { place }),
  }),
} satisfies Transitions;
