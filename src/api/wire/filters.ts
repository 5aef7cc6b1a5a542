import type { Count } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import {
  isFilterComponent,
  type Filter,
  type FilterAction,
  type FilterForm,
  type FilterItem,
  type ItemKey,
} from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { parseExact } from "../integers";
import { parseUrl } from "../route";
import { badAnswer, readEnvelope } from "./envelope";
import { elementsOf, FieldReader, isObject, present } from "./fields";

/** A value that was read, and how many of its parts did not fit and were left out. */
export interface Counted<T> {
  readonly value: T;
  readonly repairs: number;
}

/** Names that a search body uses for itself (docs/api.md, "Search ads" and "Authentication" 2). */
export const reservedNames: readonly string[] = ["page", "last_hit", "api_key"];

/**
 * Reads a filters answer (docs/api.md, "Filter group"). Tolerates the unknown shape of mega's: one group, a list or an
 * object of groups, or a bare list of filters. Anything that cannot be a search filter is left out and counted.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readFilterForm(answer: string, platform: PlatformToken): FilterForm {
  const data = readEnvelope(answer);
  if (typeof data !== "object" || data === null) throw badAnswer("data holds no filters");
  const filters = new Map<string, Filter>();
  const from = new FieldReader();
  const wires = filtersIn(data, from);
  let { repairs } = from;
  for (const wire of wires) {
    const { value: filter, repairs: own } = readFilter(wire);
    repairs += own;
    if (!filter || filters.has(filter.key)) repairs += 1;
    else filters.set(filter.key, filter);
  }
  return { platform, filters: [...filters.values()], repairs };
}

/** Groups may be nested up to this many levels. */
const maxDepth = 4;

function filtersIn(data: unknown, from: FieldReader, depth = 0): readonly unknown[] {
  if (depth === maxDepth) return [];
  if (elementsOf(data)) {
    return from
      .list(data)
      .flatMap((part) => (isObject(part) && "filters" in part ? filtersIn(part, from, depth + 1) : [part]));
  }
  if (!isObject(data)) return [];
  if (elementsOf(data.filters)) return filtersIn(data.filters, from, depth + 1);
  return Object.values(data).flatMap((part) => filtersIn(part, from, depth + 1));
}

/** Reads one filter; absent when it has no key under which it could be sent. */
export function readFilter(value: unknown): Counted<Filter | undefined> {
  const from = new FieldReader();
  const wire = from.object(value);
  const key = from.text(wire.key);
  if (key === undefined || key === "" || reservedNames.includes(key))
    return { value: undefined, repairs: from.repairs };
  const componentName = from.text(wire.component) ?? "";
  const items = itemsOf(wire.items, from);
  const itemsFrom = filterNameIn(from.text(wire.api_url));
  const subKeys = from.object(wire.sub_keys);
  const [type, main] = [from.text(subKeys.type), from.text(subKeys.main)];
  const known = itemsFrom === undefined ? items.map((item) => item.key) : [];
  const filter = present({
    key,
    label: from.text(wire.label),
    description: from.text(wire.description),
    icon: from.text(wire.icon),
    placeholder: from.text(wire.placeholder),
    component: isFilterComponent(componentName) ? componentName : undefined,
    componentName,
    itemsFrom,
    items,
    defaults: defaultsOf(wire.default, main ?? "", known),
    ...boundsOf(from.bound(wire.min), from.bound(wire.max)),
    infinite: from.truth(wire.infinite_sign),
    disablesOthers: disablesOf(wire.disable_other),
    subKeys: type && main && type !== main ? { type, main } : undefined,
  });
  return { value: filter, repairs: from.repairs };
}

/** Bounds that contradict each other are ignored. */
function boundsOf(min: Count | undefined, max: Count | undefined) {
  return min !== undefined && max !== undefined && Number(min) > Number(max) ? {} : { min, max };
}

/** Keys selected by default: one or a list, or objects whose main field is the key; unknown keys are dropped. */
function defaultsOf(value: unknown, main: string, known: readonly ItemKey[]): readonly ItemKey[] {
  const list = elementsOf(value) ?? [value];
  const keys = list.map((one) => keyOf(isObject(one) && Object.hasOwn(one, main) ? one[main] : one));
  const distinct = [...new Set(keys.filter((key) => key !== undefined))];
  return known.length === 0 ? distinct : distinct.filter((key) => known.includes(key));
}

function disablesOf(value: unknown): Filter["disablesOthers"] {
  if (value === true) return true;
  const names = (elementsOf(value) ?? [value]).filter((name) => typeof name === "string");
  return names.length > 0 ? names : undefined;
}

/** The last segment after `filters/`; only this name of a URL is used, never its host or the rest of its path. */
function filterNameIn(text: string | undefined): string | undefined {
  const url = text ? parseUrl(text, anywhere) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return /\/filters\/([\w-]+)\/?$/.exec(url.pathname)?.[1];
}

const anywhere = "https://library.invalid/";

/**
 * Reads a filter-items answer's text (docs/api.md, "Filter item").
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readFilterItems(answer: string): Counted<readonly FilterItem[]> {
  const data = readEnvelope(answer);
  if (!elementsOf(data)) throw badAnswer("data is not a list of items");
  const from = new FieldReader();
  return { value: itemsOf(data, from), repairs: from.repairs };
}

/** The items that can be chosen: with a key, each key once. The others are counted as left out. */
function itemsOf(list: unknown, from: FieldReader): readonly FilterItem[] {
  const items = new Map<ItemKey, FilterItem>();
  from.objects(list, (wire) => {
    const key = keyOf(wire.key);
    if (key === undefined || items.has(key)) from.repairs += 1;
    else {
      const [label, icon] = [from.words(wire.label), from.text(wire.icon)];
      items.set(key, present({ key, label, icon, action: actionNamed(from.text(wire.action)) }));
    }
    return undefined;
  });
  return [...items.values()];
}

const actions: ReadonlyMap<unknown, FilterAction> = new Map([
  ["SINGLETON_RELATION", "clearRelated"],
  ["DESELECT_OTHER", "replaceOthers"],
  ["DISABLE_OTHER", "blockOthers"],
  ["RESET_RELATION_ON_EMPTY", "resetRelatedWhenEmpty"],
]);

/** One of the four actions of the contract; absent for any other. */
export function actionNamed(name: unknown): FilterAction | undefined {
  return actions.get(name);
}

/** A key as its own JSON text; absent for a value that cannot be a key. */
export function keyOf(value: unknown): ItemKey | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? writeExact(value) : undefined;
  return ["string", "bigint", "boolean"].includes(typeof value) ? writeExact(value) : undefined;
}

/** Whether a text is the JSON text of a key, written as this room writes it. */
export function isItemKey(text: string): boolean {
  try {
    return keyOf(parseExact(text)) === text;
  } catch {
    return false;
  }
}
