import { useEffect, useMemo, useState } from "preact/hooks";
import { afterPaint } from "../afterPaint";

/** How many are added after each paint. */
const step = 4;

/** Of a list, the first few at once and the others bit by bit, a few between two frames, until it is whole. */
export function useInTurn(all: readonly string[], atOnce: number): ReadonlySet<string> {
  const [count, setCount] = useState(atOnce);
  const more = count < all.length;
  useEffect(() => {
    if (!more) return;
    return afterPaint(() => setCount(count + step));
  }, [more, count]);
  return useMemo(() => new Set(all.slice(0, count)), [all, count]);
}
