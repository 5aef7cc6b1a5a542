import { type RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The width of an element in whole pixels, 0 until it is laid out; follows every resize. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(Math.floor(current.clientWidth));
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
