import type { PanelMemory, PanelStart } from "../../src/protocol/panel";
import { draftOf, type SearchQuery } from "../../src/protocol/search";
import type { Host } from "../host";
import { blankState, type OpenAd, type PanelState } from "./panelState";
import { defaultQuery, withFittingSort } from "./query";
import { isAd, resultsOf, type Results } from "./results";
import { without } from "./without";

/** What stays when other results are shown, and how the ads on the screen are shown. */
const lasting = ["archive", "compared", "tables"] as const;
const looks = ["view", "filtering", "showing"] as const;

type Kept = (typeof lasting | typeof looks)[number] | "panel" | "used" | "layout" | "detailTop" | "place";
type Some<K extends Kept> = { -readonly [P in K]?: NonNullable<PanelState[P]> };

/** The fields of a state or a memory that are present and differ from the blank state. */
function changed<K extends Kept>(from: Readonly<Some<K>>, ...names: readonly K[]): Some<K> {
  const found: Some<K> = {};
  for (const name of names) if (from[name] !== undefined && from[name] !== blankState[name]) found[name] = from[name];
  return found;
}

/** What a reload, or opening the panel again, brings back: no ads, no key. */
export function memoryOf(state: PanelState): PanelMemory {
  const { open, running, failedSearch, connection, draft, layout, selected, pages = 1 } = state;
  // What comes from another library must not be remembered for this one.
  const results = state.results?.from === undefined ? state.results : undefined;
  const { library } = connection;
  return {
    platform: draft.platform,
    draft,
    ...(pages > 1 && { pages }),
    ...(results && {
      shown: {
        query: results.query,
        ...(results.lastHit !== undefined && { lastHit: results.lastHit }),
        pages: results.pages.length,
      },
    }),
    ...(library !== undefined && { library }),
    ...changed(state, "panel", "used"),
    ...(open && open.from === undefined && { openAd: open.ad }),
    ...(running?.askedAt !== undefined && !running.cursor && { asked: { query: running.query, at: running.askedAt } }),
    ...((running ?? failedSearch) && { unanswered: true }),
    layout,
    ...changed(state, ...lasting, ...looks),
    ...(selected.size > 0 && { selected: [...selected] }),
    ...(open && changed(state, "detailTop")),
    ...(results === state.results && changed(state, "place")),
  };
}

interface Changing {
  readonly state: PanelState;
  readonly subscribe: (listener: (state: PanelState) => void) => void;
}

/** Stores the memory whenever it changes, and with the host, which keeps it for the next panel of its kind. */
export function keepMemory(host: Pick<Host, "remember" | "ask">, store: Changing, outlives = true): void {
  let last = JSON.stringify(memoryOf(store.state));
  store.subscribe((state) => {
    if (state.phase !== "ready") return;
    const now = memoryOf(state);
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    const memory = { ...now, at: Date.now() };
    host.remember(memory);
    if (!outlives) return;
    // A memory that wasn't stored is missed only after the panel is closed: no reason to interrupt anyone.
    host.ask("keep", { memory }).catch(() => undefined);
  });
}

function firstDraft(start: PanelStart, memory?: PanelMemory): SearchQuery {
  if (start.handover) return draftOf(start.handover.query);
  if (memory?.platform === start.platform) return start.form ? withFittingSort(memory.draft, start.form) : memory.draft;
  return defaultQuery(start.platform, start.form);
}

/** How many pages the first draft buys; one if absent. */
function firstPages({ handover, platform }: PanelStart, memory?: PanelMemory): Pick<PanelState, "pages"> {
  const { pages } = handover ?? (memory?.platform === platform ? memory : {});
  return pages === undefined ? {} : { pages };
}

function restoredAd(start: PanelStart, results: Results | undefined): OpenAd | undefined {
  if (!start.detail) return undefined;
  const { ad } = start.detail.detail;
  const card = results?.ads.find((shown) => isAd(shown.card, ad))?.card;
  return { request: 0, ad, ...(card && { card }), loading: false, bought: start.detail };
}

interface Opened {
  readonly start: PanelStart;
  readonly memory?: PanelMemory;
}

/** The state after the host's one answer to "open": what was on the screen before, from what is bought. */
export function started(state: PanelState, { start, memory }: Opened): PanelState {
  const shown = start.shown ?? memory?.shown?.query;
  const found = shown && start.pages.length > 0 ? resultsOf(shown, start.pages, start) : undefined;
  const from = start.shownFrom;
  const results = found && from !== undefined ? { ...found, from } : found;
  const open = restoredAd(start, from === undefined ? results : undefined);
  // An answer that came while the panel was closed is seen for the first time.
  const seen = from === undefined && (!results || results.lastHit === memory?.shown?.lastHit) ? memory : undefined;
  return {
    ...without(state, "openFailure", "form", "formFailure", "results", "lost", "open", "wanted", "wantedAd"),
    phase: "ready",
    ...(start.panel !== undefined && { panel: start.panel }),
    ...(memory?.used && { used: true }),
    connection: start.connection,
    credits: start.credits,
    loadMedia: start.loadMedia,
    mediaHosts: start.mediaHosts ?? [],
    formLoading: false,
    ...(start.form && { form: start.form }),
    ...(start.formFailure && { formFailure: start.formFailure }),
    draft: firstDraft(start, memory),
    ...(start.handover?.left && { leftOut: start.handover.left }),
    ...firstPages(start, memory),
    ...(results && { results }),
    ...(shown && !results && { lost: shown }),
    boughtDetails: new Set(start.boughtDetails),
    nextBought: start.nextBought ?? false,
    ...(open && { open }),
    folded: (results ?? open) !== undefined && !start.handover?.left && "auto",
    ...(memory && changed(memory, "layout", ...lasting)),
    ...(seen && changed(seen, ...looks, "detailTop", "place")),
    ...(seen?.selected && { selected: new Set(seen.selected) }),
  };
}
