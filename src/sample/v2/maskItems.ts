/** The items whose positions are set bits of a mask. */
export function maskItems<T>(mask: number, items: readonly T[]): T[] {
  return items.filter((_, position) => ((mask >>> position) & 1) === 1);
}
