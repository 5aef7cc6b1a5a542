import { isSingle, type Filter } from "../../protocol/filters";
import type { FilterValue } from "../../protocol/search";

export type FilterKind = FilterValue["kind"];

/** What kind of value a filter takes; absent for a component that this version does not know. */
export function kindOf(filter: Filter): FilterKind | undefined {
  const { component, items } = filter;
  if (!component) return undefined;
  if (filter.key === "advanced_order") return "order";
  if (component === "SearchBox" || filter.key === "search_field") return "texts";
  if (filter.subKeys) return isSingle(filter) ? "order" : "texts";
  if (component.startsWith("Number")) return "range";
  if (component.startsWith("Date")) return "dates";
  if (component.includes("Boolean") && items.length === 0) return "flag";
  return "items";
}

/** Whether items exist that the form does not list. */
export function hasRemoteItems({ itemsFrom, componentName }: Filter): boolean {
  return itemsFrom !== undefined || componentName.endsWith("Api");
}

/** Names of the two fields of a filter's objects, as in the contract's two examples. Absent for plain arrays. */
export function subKeysOf({ key, subKeys }: Filter): Filter["subKeys"] {
  if (subKeys) return subKeys;
  if (key === "advanced_order") return { type: "order", main: "orderby" };
  return key === "search_field" ? { type: "type", main: "text" } : undefined;
}
