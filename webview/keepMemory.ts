import type { Host } from "./host";
import { memoryOf, type PanelState } from "./state";
import type { PanelStore } from "./store";

const remembered = (state: PanelState) =>
  [
    ...[state.draft, state.results, state.open?.ad, state.layout, state.place, state.running?.turn, state.archive],
    ...[state.table, state.view, state.filtering, state.showing, state.selected, state.detailTop],
  ] as const;

/** Keeps what a reload, or opening the panel again, must bring back, whenever that changes. */
export function keepMemory(host: Pick<Host, "recall" | "remember" | "ask">, store: PanelStore): void {
  let last = remembered(store.state);
  // Distinguishes what the host kept of this panel from what it kept of others.
  const panel = host.recall()?.panel ?? crypto.randomUUID();
  store.subscribe((state) => {
    if (state.phase !== "ready") return;
    const now = remembered(state);
    if (now.every((part, index) => part === last[index])) return;
    last = now;
    const memory = { ...memoryOf(state), panel, at: Date.now() };
    host.remember(memory);
    // A memory that was not kept is missed only after the panel is closed: no reason to interrupt anyone.
    host.ask("keep", { memory }).catch(() => undefined);
  });
}
