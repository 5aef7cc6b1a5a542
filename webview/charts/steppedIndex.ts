/** Where a key leads in a row of `count` things, starting at `index`; undefined for keys that do not move. */
export function steppedIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const pageKeyStep = Math.max(1, Math.round(count / 10));
  const moved: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    PageDown: index + pageKeyStep,
    PageUp: index - pageKeyStep,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(moved, key) ? moved[key] : undefined;
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}
