import type { PanelMemory, PanelStart } from "../../src/protocol/panel";
import type { SearchQuery } from "../../src/protocol/search";
import type { OpenAd, PanelState } from "./panelState";
import { withFittingSort } from "./fittingSort";
import { defaultQuery } from "./query";
import { isAd, resultsOf, type Results } from "./results";
import { without } from "./without";

function firstDraft(start: PanelStart, memory?: PanelMemory): SearchQuery {
  if (start.handover) return start.handover.query;
  if (memory?.platform === start.platform) return start.form ? withFittingSort(memory.draft, start.form) : memory.draft;
  return defaultQuery(start.platform, start.form);
}

function restoredAd(start: PanelStart, results: Results | undefined): OpenAd | undefined {
  if (!start.detail) return undefined;
  const { ad } = start.detail.detail;
  const card = results?.ads.find((shown) => isAd(shown.card, ad))?.card;
  return { turn: 0, ad, ...(card && { card }), loading: false, owned: start.detail };
}

/** How the ads were shown. */
function lookOf(memory: PanelMemory | undefined): Partial<PanelState> {
  const { view, filtering, showing, selected, detailTop } = memory ?? {};
  return {
    ...(view && { view }),
    ...(filtering !== undefined && { filtering }),
    ...(showing && { showing }),
    ...(selected && { selected: new Set(selected) }),
    ...(detailTop !== undefined && { detailTop }),
  };
}

/** The state after the host's one answer to "open": what was on the screen before, from what is owned. */
export function started(state: PanelState, start: PanelStart, memory?: PanelMemory): PanelState {
  const shown = start.shown ?? memory?.shown?.query;
  const found = shown && start.pages.length > 0 ? resultsOf(shown, start.pages) : undefined;
  const from = start.shownFrom;
  const results = found && from !== undefined ? { ...found, from } : found;
  const open = restoredAd(start, from === undefined ? results : undefined);
  return {
    ...without(state, "openFailure", "form", "formFailure", "results", "lost", "open"),
    phase: "ready",
    connection: start.connection,
    credits: start.credits,
    loadMedia: start.loadMedia,
    mediaHosts: start.mediaHosts ?? [],
    formLoading: false,
    ...(start.form && { form: start.form }),
    ...(start.formFailure && { formFailure: start.formFailure }),
    draft: firstDraft(start, memory),
    ...(start.handover?.left && { leftOut: start.handover.left }),
    ...(results && { results }),
    ...(shown && !results && { lost: shown }),
    ownedDetails: new Set(start.ownedDetails),
    nextOwned: start.nextOwned ?? false,
    ...(open && { open }),
    layout: memory?.layout ?? state.layout,
    table: memory?.table ?? state.table,
    ...(memory?.archive && { archive: memory.archive }),
    ...(from === undefined && lookOf(memory)),
    ...(memory?.place && from === undefined && { place: memory.place }),
  };
}
