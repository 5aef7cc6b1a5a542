import { useEffect, useMemo, useState } from "preact/hooks";
import { afterPaint } from "../afterPaint";

/** How many are added after each paint. */
const step = 4;

/** The first few entries of a list at once, and the others a few per frame until it is complete. */
export function useRevealInSteps(all: readonly string[], atOnce: number): ReadonlySet<string> {
  const [count, setCount] = useState(atOnce);
  const more = count < all.length;
  useEffect(() => {
    if (!more) return;
    return afterPaint(() => setCount(count + step));
  }, [more, count]);
  return useMemo(() => new Set(all.slice(0, count)), [all, count]);
}
