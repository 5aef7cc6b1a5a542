import type { Filter, FilterItem, ItemKey } from "../../src/protocol/filters";
import { readableName } from "../../src/protocol/readableName";

/** What a filter is called: its label or, failing that, its key made readable. */
export function filterName(filter: Pick<Filter, "key" | "label">): string {
  return filter.label ?? readableName(filter.key);
}

/** An item's key, made readable: without the quotes of its JSON text. */
export function keyText(key: ItemKey): string {
  return key.startsWith('"') && key.endsWith('"') && key.length > 1 ? key.slice(1, -1) : key;
}

/** What an item is called: its label or, failing that, its key made readable. */
export function itemName({ key, label }: Pick<FilterItem, "key" | "label">): string {
  return label ?? readableName(keyText(key));
}
