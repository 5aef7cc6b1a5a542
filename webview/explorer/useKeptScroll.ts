import { useEffect, useRef } from "preact/hooks";
import { placeInView } from "../cards/scrollPlace";
import type { PanelState } from "../state";
import type { PaneProps } from "../panes";

/** How long scrolling must rest before its place is remembered. */
const restMs = 200;

/** Reports how far a box is scrolled once it rests. */
export function useRestedScroll(tell: (top: number, box: HTMLElement) => void): (event: Event) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return ({ currentTarget: box }) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (box instanceof HTMLElement && box.isConnected) tell(box.scrollTop, box);
    }, restMs);
  };
}

/** Remembers where the results were scrolled to, and begins new results at their top. */
export function useKeptScroll(
  scroller: { readonly current: HTMLElement | null },
  { results }: PanelState,
  store: PaneProps["store"],
): (event: Event) => void {
  const first = results?.pages[0];
  const before = useRef(first);
  useEffect(() => {
    if (before.current && before.current !== first && scroller.current) scroller.current.scrollTop = 0;
    before.current = first;
  }, [first, scroller]);
  return useRestedScroll((_, box) => store.dispatch({ type: "scrolled", place: placeInView(box) }));
}
