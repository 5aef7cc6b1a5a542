import { useRef, useState } from "preact/hooks";
import { keyMoves, nearestPlace } from "../controls/keys";

/** Where a key leads in a row of `count` things, starting at `index`; undefined for keys that do not move. */
export function steppedIndex(key: string, index: number, count: number): number | undefined {
  const move = keyMoves.get(key);
  if (!move || count === 0) return undefined;
  const { x, y, page, end } = move;
  const pageKeyStep = Math.max(1, Math.round(count / 10));
  return nearestPlace(index + x + y + page * pageKeyStep + end * count, count);
}

/** One tab stop for a row of things, of which the arrow keys, Home and End choose one. */
export function useRovingFocus<List extends HTMLElement = HTMLUListElement>(count: number) {
  const list = useRef<List>(null);
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, Math.max(0, count - 1));
  return {
    /** For the element that holds the stops: its descendants marked `data-stop`, in order. */
    list,
    onFocus: setStop,
    tabIndex: (index: number) => (index === current ? 0 : -1),
    onKeyDown: (event: KeyboardEvent) => {
      const target = steppedIndex(event.key, current, count);
      if (target === undefined) return;
      event.preventDefault();
      setStop(target);
      list.current?.querySelectorAll<HTMLElement>("[data-stop]")[target]?.focus();
    },
  };
}
