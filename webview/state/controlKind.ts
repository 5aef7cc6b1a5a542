import { isSingle, kindOf, type Filter } from "../../src/protocol/filters";

/** Which control a filter gets. */
export type ControlKind = "texts" | "sort" | "checks" | "picker" | "dropdown" | "radios" | "range" | "dates" | "flag";

/** Longest list that is shown as check marks or radio buttons. */
const shortList = 8;
/** Longest list that a plain drop-down holds comfortably. */
const plainList = 40;

/** The control for a filter's component and items; absent for a component that this version does not know. */
export function controlKind(filter: Filter): ControlKind | undefined {
  const { component = "", items, itemsFrom } = filter;
  const kind = kindOf(filter);
  if (kind === "order") return "sort";
  if (kind !== "items") return kind;
  if (component === "CBoolean") return "flag";
  if (itemsFrom !== undefined || component.includes("Searchable")) return "picker";
  if (!isSingle(filter)) return items.length <= shortList ? "checks" : "picker";
  if (component === "BooleanSingle" && items.length <= shortList) return "radios";
  return items.length <= plainList ? "dropdown" : "picker";
}
