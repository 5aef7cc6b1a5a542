import type { Host } from "./host";
import { memoryOf, type PanelState } from "./state";
import type { Store } from "./store";

const remembered = (state: PanelState) =>
  [state.draft, state.results, state.open?.ad, state.layout, state.place, state.running?.run] as const;

/** Keeps what a reload, or opening the explorer again, must bring back, whenever that changes. */
export function keepMemory(host: Pick<Host, "remember" | "ask">, store: Store): void {
  let last = remembered(store.state);
  store.subscribe((state) => {
    if (state.phase !== "ready") return;
    const now = remembered(state);
    if (now.every((part, index) => part === last[index])) return;
    last = now;
    const memory = { ...memoryOf(state), at: Date.now() };
    host.remember(memory);
    // A memory that is not kept is missed only after the panel was closed: no reason to interrupt anybody.
    host.ask("keep", { memory }).catch(() => undefined);
  });
}
