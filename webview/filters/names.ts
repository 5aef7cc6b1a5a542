import type { Filter, FilterItem } from "../../src/protocol/filters";
import { keyText, readableName } from "../../src/protocol/readableName";

/** What a filter is called: its label or, failing that, its key made readable. */
export function filterName(filter: Pick<Filter, "key" | "label">): string {
  return filter.label ?? readableName(filter.key);
}

/** What an item is called: its label or, failing that, its key made readable. */
export function itemName({ key, label }: Pick<FilterItem, "key" | "label">): string {
  return label ?? readableName(keyText(key));
}
