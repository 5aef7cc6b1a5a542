/** Dropped rows take the place of the row they are dropped on, from either direction; without one, they go last. */
export function idsAfterDrop(
  ids: readonly string[],
  moved: readonly string[],
  onto: string | undefined,
): readonly string[] {
  if (onto !== undefined && moved.includes(onto)) return ids;
  const others = ids.filter((id) => !moved.includes(id));
  const [first = ""] = moved;
  const downwards = onto !== undefined && ids.indexOf(first) < ids.indexOf(onto);
  const at = onto === undefined ? others.length : others.indexOf(onto) + (downwards ? 1 : 0);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}
