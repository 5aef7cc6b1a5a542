import { useLayoutEffect } from "preact/hooks";

/** An element that may not be there yet. */
export interface Anchor {
  readonly current: HTMLElement | null;
}

const gap = 2;
const wish = 300;

function place(box: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = innerHeight - bottom - gap;
  const upwards = below < Math.min(wish, top);
  const wide = Math.min(Math.max(width, 220), innerWidth - 8);
  box.style.width = `${wide}px`;
  box.style.maxHeight = `${Math.min(wish, Math.max(upwards ? top - gap : below, 80))}px`;
  box.style.left = `${Math.max(4, Math.min(left, innerWidth - wide - 4))}px`;
  box.style.top = upwards ? "auto" : `${bottom + gap}px`;
  box.style.bottom = upwards ? `${innerHeight - top + gap}px` : "auto";
}

/** Puts a popover below its anchor, or above it if there is more room, and keeps it there while things move. */
export function usePlacement(popover: Anchor, anchor: Anchor): void {
  useLayoutEffect(() => {
    const follow = () => {
      if (popover.current && anchor.current) place(popover.current, anchor.current);
    };
    popover.current?.showPopover();
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [popover, anchor]);
  // What is chosen may push the anchor down: placed again whenever the list is drawn.
  useLayoutEffect(() => {
    if (popover.current && anchor.current) place(popover.current, anchor.current);
  });
}
