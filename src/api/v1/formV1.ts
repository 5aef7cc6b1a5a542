import { writeExact } from "../../protocol/exactJson";
import type { DisabledReason, Filter, FilterForm, FilterGroup, FilterItem, ItemKey } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { badAnswer, readEnvelope } from "../wire/envelope";
import { elementsOf, type Fields, fieldsOf, isObject, present } from "../wire/fields";
import { actionNamed, keyOf, readFilter } from "../wire/filters";
import { renamed, withoutNames } from "./namesV1";

/**
 * Reads a V1 filters answer's text (docs/api.md, "V1 filter group shape") into the same noun as V2's, with what only V1
 * has: groups, relations, disabled filters, actions.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readFilterFormV1(answer: string, platform: PlatformToken): FilterForm {
  const data = readEnvelope(answer);
  if (typeof data !== "object" || data === null) throw badAnswer("data holds no filters");
  const parts = partsIn(data);
  const filters = new Map<string, Filter>();
  let repairs = 0;
  const groups = parts.map(({ group, filters: wires }) => {
    const keys: string[] = [];
    for (const wire of wires) {
      const { filter, repairs: own } = readFilterV1(wire);
      repairs += own;
      if (!filter || filters.has(filter.key)) repairs += 1;
      else keys.push(filters.set(filter.key, filter) && filter.key);
    }
    return groupOf(group, keys);
  });
  const relations = parts.flatMap(({ group }) => relationsIn(group, filters));
  return {
    platform,
    filters: [...filters.values()].map((filter) => withDisplaced(filter, filters)),
    ...(relations.length > 0 && { relations }),
    ...(groups.some((group) => Object.keys(group).length > 1) && { groups }),
    repairs,
  };
}

function readFilterV1(wire: unknown): { readonly filter: Filter | undefined; readonly repairs: number } {
  const flat = isObject(wire) ? filterToV2(wire) : wire;
  const { value: read, repairs } = readFilter(flat);
  if (!read || !isObject(flat)) return { filter: undefined, repairs };
  const disabled = disabledIn(flat.disabled);
  const data = scalarsIn(flat.action_data);
  const action = actionNamed(flat.action);
  const own = data.filter((key) => read.items.some((item) => item.key === key));
  const filter: Filter = {
    ...read,
    // A filter that cannot be used has no defaults either.
    defaults: disabled === undefined ? read.defaults : [],
    // An action on the filter's own items becomes the action of these items.
    items: action ? read.items.map((item) => withAction(item, action, own)) : read.items,
    ...present({
      disabled,
      resettable: typeof flat.resettable === "boolean" ? flat.resettable : undefined,
      action: own.length === 0 ? action : undefined,
      actionData: data.length > 0 ? data : undefined,
    }),
  };
  return { filter, repairs };
}

function withAction(item: FilterItem, action: NonNullable<FilterItem["action"]>, keys: readonly ItemKey[]): FilterItem {
  return item.action === undefined && keys.includes(item.key) ? { ...item, action } : item;
}

const reasons: ReadonlyMap<unknown, DisabledReason> = new Map([
  ["free_plan", "notInPlan"],
  ["coming_soon", "announced"],
]);

function disabledIn(value: unknown): DisabledReason | undefined {
  if (value === true) return "disabled";
  return typeof value === "string" && value !== "" ? (reasons.get(value) ?? value) : undefined;
}

/** The texts and numbers in a value of any shape, as JSON texts. */
function scalarsIn(value: unknown, depth = 0): readonly ItemKey[] {
  if (depth === 4 || value == null) return [];
  if (typeof value === "object") return Object.values(value).flatMap((part) => scalarsIn(part, depth + 1));
  const key = keyOf(value);
  return key === undefined ? [] : [key];
}

function groupOf(group: Fields, filters: readonly string[]): FilterGroup {
  const text = (name: string) => (typeof group[name] === "string" ? group[name] : undefined);
  const texts = { key: text("key"), label: text("label"), icon: text("icon"), description: text("description") };
  const collapse = typeof group.collapse === "boolean" ? group.collapse : undefined;
  return { filters, ...present({ ...texts, mode: text("mode"), collapse }) };
}

/** Relations between filters of the form. */
function relationsIn({ relations }: Fields, filters: ReadonlyMap<string, Filter>): readonly (readonly string[])[] {
  return (elementsOf(relations) ?? []).flatMap((list) => {
    const keys = (elementsOf(list) ?? []).filter((key) => typeof key === "string");
    const known = [...new Set(keys)].filter((key) => filters.has(key));
    return known.length > 1 ? [known] : [];
  });
}

/** V2's `disable_other` replaces V1's action: the filters that it names, or else all others. */
function withDisplaced(filter: Filter, filters: ReadonlyMap<string, Filter>): Filter {
  if (filter.action !== "blockOthers" || filter.disablesOthers !== undefined) return filter;
  const others = [...filters.keys()].filter((key) => key !== filter.key);
  const named = others.filter((key) => filter.actionData?.includes(writeExact(key)));
  return { ...filter, disablesOthers: named.length > 0 ? named : true };
}

/** A V1 filter with its component settings flattened (docs/api.md, "Versioning", row "Filter metadata"). */
function filterToV2(filter: Fields): Fields {
  const settings = fieldsOf(filter.component_data);
  const flat = { ...withoutNames(filter, ["component_data"]), ...settings };
  const route = { api_url: routeOf(flat.api_url) };
  const sort = filter.key === "orderby" ? { component: sortComponent(filter.component), sub_keys: undefined } : {};
  return renamed({ key: filter.key, ...route, ...sort }, flat, ["sub_keys" in sort ? "sub_keys" : ""]);
}

/** The V1 item route (`/v1/{platform}/filter/{filter}/items`) as V2 writes it; any other URL is unchanged. */
function routeOf(url: unknown): unknown {
  if (typeof url !== "string") return url;
  return url.replace(/\/filter\/([\w-]+)\/items\/?(?=$|[?#])/, "/filters/$1");
}

/** `orderby` is sent as one text, so only one can be chosen. */
function sortComponent(component: unknown): unknown {
  return typeof component === "string" && component.startsWith("StringSingle") ? component : "StringSingle";
}

/** The parts of a V1 form, each with the bare filters in it; the contract shows one, and a form may have several. */
export interface PartV1 {
  readonly group: Fields;
  readonly filters: readonly unknown[];
}

/** Groups may be nested up to this many levels. */
const maxDepth = 4;

/** Finds the groups in a V1 filters answer's `data`, in order. */
function partsIn(data: unknown, depth = 0): readonly PartV1[] {
  if (depth === maxDepth) return [];
  const elements = elementsOf(data);
  if (elements) return partOf({}, elements, depth);
  if (!isObject(data)) return [];
  const filters = elementsOf(data.filters);
  if (filters) return partOf(data, filters, depth);
  const own = elementsOf(data.relations) ? [{ group: data, filters: [] }] : [];
  const inner = Object.entries(data).flatMap(([name, part]) => (name === "relations" ? [] : partsIn(part, depth + 1)));
  return [...own, ...inner];
}

function partOf(group: Fields, elements: readonly unknown[], depth: number): readonly PartV1[] {
  const isGroup = (element: unknown) => isObject(element) && "filters" in element;
  const filters = elements.filter((element) => !isGroup(element));
  const inner = elements.filter(isGroup).flatMap((element) => partsIn(element, depth + 1));
  return filters.length > 0 || elementsOf(group.relations) ? [{ group, filters }, ...inner] : inner;
}

/** A V1 sort and its V2 equivalent (docs/api.md, "V1 orderby enumerations"). */
export interface SortV1 {
  readonly orderby: string;
  readonly v2: { readonly orderby: string; readonly order: "asc" | "desc" };
}

/** Each platform offers some of these; its form says which. Of two with the same meaning, the usual one comes first. */
export const sortsV1: readonly SortV1[] = [
  { orderby: "updated_at", v2: { orderby: "newest", order: "desc" } },
  { orderby: "oldest", v2: { orderby: "newest", order: "asc" } },
  { orderby: "popularity", v2: { orderby: "engagement", order: "desc" } },
  { orderby: "most_relevant", v2: { orderby: "relevancy", order: "desc" } },
  { orderby: "seen_counts", v2: { orderby: "ad_impressions", order: "desc" } },
  { orderby: "impressions", v2: { orderby: "ad_impressions", order: "desc" } },
  { orderby: "days_active", v2: { orderby: "days_running", order: "desc" } },
  { orderby: "running_longest", v2: { orderby: "days_running", order: "desc" } },
  { orderby: "domain.traffic", v2: { orderby: "web_traffic", order: "desc" } },
];
