import { fieldsOf, isObject } from "../wire/fields";
import { renamed, withoutNames } from "./fieldsV1";
import type { Fields } from "../wire/fields";

/** A V1 filter with its component settings flattened (docs/api.md, "Versioning", row "Filter metadata"). */
export function filterToV2(filter: Fields): Fields {
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
export function partsIn(data: unknown, depth = 0): readonly PartV1[] {
  if (depth === maxDepth) return [];
  if (Array.isArray(data)) return partOf({}, data, depth);
  if (!isObject(data)) return [];
  if (Array.isArray(data.filters)) return partOf(data, data.filters, depth);
  const own = Array.isArray(data.relations) ? [{ group: data, filters: [] }] : [];
  const inner = Object.entries(data).flatMap(([name, part]) => (name === "relations" ? [] : partsIn(part, depth + 1)));
  return [...own, ...inner];
}

function partOf(group: Fields, elements: readonly unknown[], depth: number): readonly PartV1[] {
  const isGroup = (element: unknown) => isObject(element) && "filters" in element;
  const filters = elements.filter((element) => !isGroup(element));
  const inner = elements.filter(isGroup).flatMap((element) => partsIn(element, depth + 1));
  return filters.length > 0 || Array.isArray(group.relations) ? [{ group, filters }, ...inner] : inner;
}
