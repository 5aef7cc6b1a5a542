import { useState } from "preact/hooks";
import { steppedIndex } from "./steppedIndex";

/** Which of `count` moments is read out: the one under the pointer, or the one that the keys reached. */
export function useReadOut(count: number, nearest: (at: number) => number) {
  const [active, setActive] = useState<number>();
  const last = count - 1;
  const current = Math.min(active ?? last, last);
  const clear = () => setActive(undefined);
  const handlers = {
    onFocus: () => setActive(current),
    onBlur: clear,
    onPointerMove: (event: PointerEvent) => setActive(nearest(event.offsetX)),
    onPointerLeave: clear,
    onKeyDown(event: KeyboardEvent) {
      const target = steppedIndex(event.key, current, count);
      if (target === undefined && (event.key !== "Escape" || active === undefined)) return;
      event.preventDefault();
      setActive(target);
    },
  };
  return { active: active === undefined ? undefined : current, current, handlers };
}
