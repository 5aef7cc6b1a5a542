/** A value made on first use: making an `Intl` object takes longer than writing all texts of a card with it. */
export function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
