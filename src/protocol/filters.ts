import type { Count } from "./ads";
import type { PlatformToken } from "./platforms";

/**
 * The filter components of the contract, with the kind of value that each takes. A newer service may send others: those
 * are shown as unsupported and never sent.
 */
const components = {
  SearchBox: "texts",
  StringMulti: "items",
  StringMultiApi: "items",
  StringMultiSearchable: "items",
  StringMultiSearchableApi: "items",
  StringSingle: "items",
  StringSingleSearchable: "items",
  StringSingleSearchableApi: "items",
  BooleanMulti: "flag",
  BooleanSingle: "flag",
  NumberMultiRange: "range",
  NumberSingleRange: "range",
  DateMulti: "dates",
  DateSingle: "dates",
  CBoolean: "flag",
} as const;

export type FilterComponent = keyof typeof components;
export type FilterKind = (typeof components)[FilterComponent] | "order";

export function isFilterComponent(name: string): name is FilterComponent {
  return Object.hasOwn(components, name);
}

/** An item's key as its own JSON text: `7` and `"7"` are different keys, and int64 keys stay exact. */
export type ItemKey = string;

/** What a choice does to the rest of a form: V1 only (docs/api.md, "V1 filter group shape" and "Filter item"). */
export type FilterAction =
  /** Clears the related filters, and is cleared by a choice in one of them. */
  | "clearRelated"
  /** Replaces the other choices; without a name, those of the same filter. */
  | "replaceOthers"
  /** Blocks the other choices as long as it lasts. */
  | "blockOthers"
  /** Sets the related filters back to their defaults when the last choice is removed. */
  | "resetRelatedWhenEmpty";

/** Why a filter can't be used: not part of the free plan, announced for later, or a reason of a newer service. */
export type DisabledReason = "notInPlan" | "announced" | (string & {});

/** A selectable item. Without a label, its key is shown. */
export interface FilterItem {
  readonly key: ItemKey;
  readonly label?: string;
  readonly icon?: string;
  /** V1: what choosing this item does. */
  readonly action?: FilterAction;
}

/** One filter of a platform (docs/api.md, "Filter group"). `key` is its name in a search. */
export interface Filter {
  readonly key: string;
  readonly label?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly placeholder?: string;
  /** Absent when the service named a component this version does not know: see `componentName`. */
  readonly component?: FilterComponent;
  readonly componentName: string;
  /** The filter name to ask `filterItems` with; absent when all items are inline. */
  readonly itemsFrom?: string;
  readonly items: readonly FilterItem[];
  /** Keys of the items selected by default. */
  readonly defaults: readonly ItemKey[];
  readonly min?: Count;
  readonly max?: Count;
  /** The upper end of the range means "and more". */
  readonly infinite?: boolean;
  /** Choosing an item here clears the others (`true`), or clears the named filters. */
  readonly disablesOthers?: true | readonly string[];
  /** Names of the two fields of each object this filter sends: the sub-type and the main value. */
  readonly subKeys?: { readonly type: string; readonly main: string };
  /** V1: why the filter can't be used. */
  readonly disabled?: DisabledReason;
  /** V1: whether a person may reset it; absent if the service does not say. */
  readonly resettable?: boolean;
  /** V1: what a choice in this filter does. */
  readonly action?: FilterAction;
  /** V1: what the action applies to, as JSON texts: keys of filters, or of items of this filter. */
  readonly actionData?: readonly ItemKey[];
}

/** V1: a part of the form, with the keys of its filters. */
export interface FilterGroup {
  readonly key?: string;
  readonly label?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly mode?: string;
  /** Initially shown folded. */
  readonly collapse?: boolean;
  readonly filters: readonly string[];
}

/** A platform's filters as the service described them when the form was fetched (free). */
export interface FilterForm {
  readonly platform: PlatformToken;
  readonly filters: readonly Filter[];
  /** V1: filters that belong together, as lists of their keys; their actions define what that means. */
  readonly relations?: readonly (readonly string[])[];
  /** V1: the parts of the form, in order. */
  readonly groups?: readonly FilterGroup[];
  /** How many fields of the answer were unreadable and left out. */
  readonly repairs: number;
}

/** Whether at most one value can be chosen. */
export function isSingle({ componentName }: Filter): boolean {
  return componentName === "CBoolean" || componentName.includes("Single");
}

/** What kind of value a filter takes; absent for a component that this version does not know. */
export function kindOf(filter: Filter): FilterKind | undefined {
  const { key, component, items, subKeys } = filter;
  if (!component) return undefined;
  if (key === "advanced_order") return "order";
  if (component === "SearchBox" || key === "search_field") return "texts";
  if (subKeys) return isSingle(filter) ? "order" : "texts";
  const kind = components[component];
  return kind === "flag" && items.length > 0 ? "items" : kind;
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
