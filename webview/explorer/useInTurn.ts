import { useEffect, useMemo, useState } from "preact/hooks";

/** How many are added in one pause of the browser. */
const step = 4;

/** Of a list, the first few at once and the others bit by bit in idle time, until it is whole. */
export function useInTurn(all: readonly string[], atOnce: number): ReadonlySet<string> {
  const [count, setCount] = useState(atOnce);
  const more = count < all.length;
  useEffect(() => {
    if (!more) return;
    const pause = requestIdleCallback(() => setCount(count + step), { timeout: 100 });
    return () => cancelIdleCallback(pause);
  }, [more, count]);
  return useMemo(() => new Set(all.slice(0, count)), [all, count]);
}
