import { useEffect, useRef } from "preact/hooks";
import { placeOf } from "../cards/scrollPlace";
import type { PanelState } from "../state";
import type { PaneProps } from "./panes";

/** How long scrolling must rest before its place is remembered. */
const restMs = 200;

/** Remembers where the results were scrolled to, and begins new results at their top. */
export function useKeptScroll(
  scroller: { readonly current: HTMLElement | null },
  { results }: PanelState,
  store: PaneProps["store"],
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = results?.pages[0];
  const before = useRef(first);
  useEffect(() => {
    if (before.current && before.current !== first && scroller.current) scroller.current.scrollTop = 0;
    before.current = first;
  }, [first, scroller]);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (scroller.current) store.dispatch({ type: "scrolled", place: placeOf(scroller.current) });
    }, restMs);
  };
}
