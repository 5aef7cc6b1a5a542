import { useLayoutEffect, useRef, useEffect } from "preact/hooks";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { PaneProps } from "../panes";
import type { PanelState, WantedAd } from "../state";
import type { ShownAd } from "../state/results";

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

/** A card that is to be at a place of the view, or anywhere in it as a whole. */
interface Aim {
  readonly card: string;
  readonly top?: number;
  readonly whole?: true;
  /** It takes the focus, too. */
  readonly focus?: true;
}

/** A card where it is now, to be wholly in view; without a place if it is not in view. */
function aimAt(box: HTMLElement, card: string): Aim {
  const drawn = drawnIn(box, card);
  const top = drawn ? topIn(box, drawn) : Infinity;
  const isSeen = top < box.clientHeight && top > -(drawn?.offsetHeight ?? 0);
  return { card, whole: true, ...(isSeen && { top }) };
}

const drawnIn = (box: HTMLElement, card: string) =>
  box.querySelector<HTMLElement>(`[data-key="${CSS.escape(card)}"]`) ?? undefined;

/**
 * How far a card is from where it is to be, in px; NaN until it is drawn. `covered` is the height of what stays at the
 * top of the view.
 */
function awayFrom(box: HTMLElement, { card, top = box.clientHeight / 2, whole }: Aim, covered: number): number {
  const drawn = drawnIn(box, card);
  if (!drawn) return NaN;
  const lowest = box.clientHeight - drawn.offsetHeight;
  return topIn(box, drawn) - (whole ? Math.max(covered, Math.min(top, lowest)) : top);
}

interface ListPlaces {
  readonly ads: readonly ShownAd[];
  /** Where the list begins; at the open ad or the top without. */
  readonly startAt: ScrollPlace | undefined;
  /** The card of the open ad. */
  readonly openKey: string | undefined;
  readonly wanted: WantedAd | undefined;
  /** Changes whenever the rows may get other places; undefined while they have none. */
  readonly look: string | undefined;
  /** About how many px an ad is from the top of the scrolled content. */
  readonly offsetOf: (index: number) => number;
  /** Gives the focus to an ad, as soon as it is drawn. */
  readonly focusOn: (index: number) => void;
  /** The height of what stays at the top of the view, px. */
  readonly covered?: number;
}

/** Which of the ads a card key means: an ad, or the creative that it belongs to. */
const indexOf = (ads: readonly ShownAd[], key: string) =>
  ads.findIndex(({ card, group }) => card.key === key || group?.ads.includes(key));

/**
 * Keeps in view what is looked at: an ad that is opened or takes the focus, and whatever was in view when the rows get
 * other places. Scrolls there first approximately, then exactly, while the rows above are measured.
 */
export function useListPlace(scroller: Scroller, places: ListPlaces): void {
  const { ads, startAt, openKey, wanted, look, offsetOf, focusOn, covered = 0 } = places;
  const aim = useRef<Aim | undefined>(startAt ?? (openKey === undefined ? undefined : { card: openKey, whole: true }));
  const held = useRef<{ readonly aim: Aim; readonly ended: AbortController }>(undefined);
  const last = useRef(places);
  const { current: before } = last;
  last.current = places;
  const { current: box } = scroller;
  // Read while drawing: afterwards, the rows are elsewhere.
  const [top] = ads;
  if (box && top && wanted && wanted !== before.wanted) {
    const shown = ads[indexOf(ads, wanted.card ?? "")] ?? top;
    aim.current = { ...aimAt(box, shown.card.key), focus: true };
  } else if (box && openKey !== undefined && openKey !== before.openKey) aim.current = aimAt(box, openKey);
  else if (box && look !== before.look) aim.current ??= stillHeld(held.current) ?? inView(box, openKey);
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const { current: to } = aim;
    // A hidden list has neither heights nor a scroll position.
    if (!element || !to || look === undefined || element.clientHeight === 0) return;
    aim.current = undefined;
    const index = indexOf(ads, to.card);
    if (index < 0) return;
    held.current?.ended.abort();
    element.scrollTop = offsetOf(index) - (to.top ?? element.clientHeight / 2);
    // The browser would tell it only later, and until then, what measures rows would scroll back.
    element.dispatchEvent(new Event("scroll"));
    if (to.focus) focusOn(index);
    held.current = { aim: to, ended: hold(element, () => awayFrom(element, to, covered)) };
  });
  useLayoutEffect(() => () => held.current?.ended.abort(), []);
}

const stillHeld = (held: { readonly aim: Aim; readonly ended: AbortController } | undefined) =>
  held && !held.ended.signal.aborted ? held.aim : undefined;

/** What is looked at: the open ad, if it is in view. */
function inView(box: HTMLElement, openKey: string | undefined): Aim | undefined {
  const open = openKey === undefined ? undefined : aimAt(box, openKey);
  return open?.top === undefined ? placeInView(box) : open;
}

/** Scrolls to where a box should begin, as soon as its content is there and while it grows. */
export function useStartingTop(scroller: Scroller, top: number, ready: boolean): void {
  const first = useRef(top);
  const held = useRef<AbortController>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const { current: begin } = first;
    if (!element || !ready) return;
    first.current = 0;
    if (begin > 0) held.current = hold(element, () => Math.min(begin, room(element)) - element.scrollTop, Infinity);
  }, [ready]);
  useLayoutEffect(() => () => held.current?.abort(), []);
}

const room = ({ scrollHeight, clientHeight }: HTMLElement) => scrollHeight - clientHeight;

/** Holds the scroll position for a while, or until a person acts or it is scrolled far away. Ended by what it returns. */
function hold(element: HTMLElement, awayOf: () => number, far = element.clientHeight): AbortController {
  let left = heldFrames;
  // The first place comes from estimated heights, so that it may be far off although nobody scrolled.
  let isNear = false;
  const ended = new AbortController();
  const step = () => {
    const away = awayOf();
    if (isNear && Math.abs(away) > far) ended.abort();
    else if (Math.abs(away) >= 1) element.scrollTop += away;
    isNear ||= Math.abs(away) <= far;
    left -= 1;
    if (left > 0 && !ended.signal.aborted) requestAnimationFrame(step);
    else ended.abort();
  };
  const { signal } = ended;
  for (const type of ["wheel", "pointerdown", "keydown"])
    element.addEventListener(type, () => ended.abort(), { signal, passive: true });
  requestAnimationFrame(step);
  return ended;
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

/** Remembers where the ads were scrolled to, and begins new results, and what is shown instead of ads, at the top. */
export function useKeptScroll(
  scroller: { readonly current: HTMLElement | null },
  { results, showing }: PanelState,
  store: PaneProps["store"],
  /** Other results begin when it changes. */
  choice: unknown = results?.pages[0],
): (event: Event) => void {
  const shown = useRef(showing);
  useLayoutEffect(() => {
    // The ads go back to their place by themselves.
    if (shown.current !== showing && showing !== "ads" && scroller.current) scroller.current.scrollTop = 0;
    shown.current = showing;
  }, [showing, scroller]);
  const before = useRef(choice);
  useEffect(() => {
    if (before.current && before.current !== choice && scroller.current) scroller.current.scrollTop = 0;
    before.current = choice;
  }, [choice, scroller]);
  return useRestedScroll((_, box) => {
    if (shown.current === "ads") store.dispatch({ type: "scrolled", place: placeInView(box) });
  });
}
