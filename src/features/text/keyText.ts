import type { ItemKey } from "../../protocol/filters";

/** An item's key, made readable: a string key without its quotes, any other as its JSON text. */
export function keyText(key: ItemKey): string {
  if (!key.startsWith('"')) return key;
  // The key is JSON text that `src/api` wrote itself, and a string, so no digits can be lost.
  // eslint-disable-next-line no-restricted-syntax
  return String(JSON.parse(key));
}
