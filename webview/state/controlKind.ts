import { isSingle, type Filter } from "../../src/protocol/filters";

/** Which control a filter gets. */
export type ControlKind = "texts" | "sort" | "checks" | "picker" | "dropdown" | "radios" | "range" | "dates" | "flag";

/** Longest list that is shown as check marks or radio buttons. */
const shortList = 8;
/** Longest list that a plain drop-down holds comfortably. */
const plainList = 40;

/** The control for a filter's component and items; absent for a component that this version does not know. */
export function controlKind(filter: Filter): ControlKind | undefined {
  const { component, key, items, subKeys, itemsFrom } = filter;
  if (component === undefined) return undefined;
  if (key === "advanced_order") return "sort";
  if (component === "SearchBox" || key === "search_field") return "texts";
  if (subKeys) return isSingle(filter) ? "sort" : "texts";
  if (component.startsWith("Number")) return "range";
  if (component.startsWith("Date")) return "dates";
  if (component === "CBoolean" || (component.startsWith("Boolean") && items.length === 0)) return "flag";
  if (itemsFrom !== undefined || component.includes("Searchable")) return "picker";
  if (!isSingle(filter)) return items.length <= shortList ? "checks" : "picker";
  if (component === "BooleanSingle" && items.length <= shortList) return "radios";
  return items.length <= plainList ? "dropdown" : "picker";
}
