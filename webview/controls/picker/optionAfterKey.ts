/** How far Page Up and Page Down go. */
const pageKeyStep = 8;

/** Where a key moves in a list of `count` options; absent for keys that do not move. -1 is "none yet". */
export function optionAfterKey(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (active + 1) % count;
    case "ArrowUp":
      return active <= 0 ? count - 1 : active - 1;
    case "PageDown":
      return Math.min(active + pageKeyStep, count - 1);
    case "PageUp":
      return Math.max(active - pageKeyStep, 0);
    default:
      return undefined;
  }
}
