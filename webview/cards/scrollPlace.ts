import { useLayoutEffect, useRef, useEffect } from "preact/hooks";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { PaneProps } from "../panes";
import type { PanelState } from "../state";

type Scroller = { readonly current: HTMLElement | null };

/**
 * What is in view: the first fully visible card and its distance from the top in px. Unlike a distance from the top of
 * the list, it holds when the cards above are only estimated and not measured.
 */
function placeInView(scroller: HTMLElement): ScrollPlace | undefined {
  if (scroller.scrollTop === 0) return undefined;
  const cards = [...scroller.querySelectorAll<HTMLElement>("[data-key]")];
  const tops = cards.map((card) => Math.round(topIn(scroller, card)));
  const whole = tops.findIndex((top) => top >= 0);
  const at = whole >= 0 ? whole : tops.length - 1;
  const card = cards[at]?.dataset.key;
  const top = tops[at];
  return card === undefined || top === undefined ? undefined : { card, top };
}

/** px from the top of the view to a card. */
function topIn(scroller: HTMLElement, card: Element): number {
  return card.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** Frames for which a card is kept at its place: until then, fonts and measured heights shift the content above it. */
const heldFrames = 120;

/**
 * Scrolls to where the list should begin: first approximately, then exactly, while the rows above are measured.
 * @param offsetOf about how many px a card is from the top of the scrolled content; undefined while unknown
 */
export function useStartingPlace(
  scroller: Scroller,
  place: ScrollPlace | undefined,
  offsetOf: (card: string) => number | undefined,
): void {
  // Later values come from the person's own scrolling.
  const first = useRef(place);
  const stop = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current: begin } = first;
    const offset = begin && offsetOf(begin.card);
    if (!element || !begin || offset === undefined) return;
    first.current = undefined;
    element.scrollTop = offset - begin.top;
    stop.current = hold(element, () => {
      const drawn = element.querySelector(`[data-key="${CSS.escape(begin.card)}"]`);
      return drawn ? topIn(element, drawn) - begin.top : 0;
    });
  });
  useLayoutEffect(() => () => stop.current?.(), []);
}

/** Scrolls to where a box should begin, as soon as its content is there and while it grows. */
export function useStartingTop(scroller: Scroller, top: number, ready: boolean): void {
  const first = useRef(top);
  const stop = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current: begin } = first;
    if (!element || !ready) return;
    first.current = 0;
    if (begin > 0) stop.current = hold(element, () => Math.min(begin, room(element)) - element.scrollTop, Infinity);
  }, [ready]);
  useLayoutEffect(() => () => stop.current?.(), []);
}

const room = ({ scrollHeight, clientHeight }: HTMLElement) => scrollHeight - clientHeight;

/** Holds the scroll position for a while, or until a person acts or it is scrolled far away. */
function hold(element: HTMLElement, awayOf: () => number, far = element.clientHeight): () => void {
  let left = heldFrames;
  const ended = new AbortController();
  const step = () => {
    const away = awayOf();
    if (Math.abs(away) > far) ended.abort();
    else if (Math.abs(away) >= 1) element.scrollTop += away;
    left -= 1;
    if (left > 0 && !ended.signal.aborted) requestAnimationFrame(step);
    else ended.abort();
  };
  const { signal } = ended;
  for (const type of ["wheel", "pointerdown", "keydown"])
    element.addEventListener(type, () => ended.abort(), { signal, passive: true });
  requestAnimationFrame(step);
  return () => ended.abort();
}

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
