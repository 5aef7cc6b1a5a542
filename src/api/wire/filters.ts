import * as z from "zod";
import type { Filter, FilterComponent, FilterForm, ItemKey } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { once } from "../once";
import { accept, type Accepted } from "./accept";
import { badAnswer, readEnvelope } from "./envelope";
import { isObject, present } from "./fields";
import { itemSchema, itemsOf, keyOf } from "./filterItems";
import { amount, numberOf, text, truth } from "./leaves";
import { parseUrl } from "../parseUrl";

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
  let repairs = 0;
  for (const wire of filtersIn(data)) {
    const { value: filter, repairs: own } = readFilter(wire);
    repairs += own;
    if (!filter || filters.has(filter.key)) repairs += 1;
    else filters.set(filter.key, filter);
  }
  return { platform, filters: [...filters.values()], repairs };
}

/** Groups may be nested up to this many levels. */
const maxDepth = 4;

function filtersIn(data: unknown, depth = 0): readonly unknown[] {
  if (depth === maxDepth) return [];
  if (Array.isArray(data)) {
    return data.flatMap((part: unknown) => (isObject(part) && "filters" in part ? filtersIn(part, depth + 1) : [part]));
  }
  if (!isObject(data)) return [];
  if (Array.isArray(data.filters)) return filtersIn(data.filters, depth + 1);
  return Object.values(data).flatMap((part) => filtersIn(part, depth + 1));
}

/** Reads one filter; absent when it has no key under which it could be sent. */
export function readFilter(value: unknown): Accepted<Filter | undefined> {
  const { value: wire, repairs } = accept(filterSchema(), value);
  const { key } = wire;
  if (key == null || key === "" || reservedNames.includes(key)) return { value: undefined, repairs };
  const componentName = wire.component ?? "";
  const items = itemsOf(wire.items);
  const itemsFrom = filterNameIn(wire.api_url);
  const known = itemsFrom === undefined ? items.map((item) => item.key) : [];
  const filter = present({
    key,
    label: wire.label,
    description: wire.description,
    icon: wire.icon,
    placeholder: wire.placeholder,
    component: componentNamed(componentName),
    componentName,
    itemsFrom,
    items,
    // Stryker disable next-line StringLiteral: no default has a field of either name
    defaults: defaultsOf(wire.default, wire.sub_keys.main ?? "", known),
    ...boundsOf(wire.min, wire.max),
    infinite: wire.infinite_sign,
    disablesOthers: disablesOf(wire.disable_other),
    subKeys: subKeysOf(wire.sub_keys),
  });
  return { value: filter, repairs: repairs + wire.items.length - items.length };
}

const filterSchema = once(() =>
  z.object({
    key: text(),
    label: text(),
    description: text(),
    icon: text(),
    placeholder: text(),
    component: text(),
    api_url: text(),
    items: z.array(itemSchema()),
    default: z.unknown().optional(),
    min: amount(),
    max: amount(),
    infinite_sign: truth(),
    disable_other: z.unknown().optional(),
    sub_keys: z.object({ type: text(), main: text() }),
  }),
);

const components: readonly FilterComponent[] = [
  "SearchBox",
  "StringMulti",
  "StringMultiApi",
  "StringMultiSearchable",
  "StringMultiSearchableApi",
  "StringSingle",
  "StringSingleSearchable",
  "StringSingleSearchableApi",
  "BooleanMulti",
  "BooleanSingle",
  "NumberMultiRange",
  "NumberSingleRange",
  "DateMulti",
  "DateSingle",
  "CBoolean",
];

function componentNamed(name: string): FilterComponent | undefined {
  return components.find((component) => component === name);
}

/** Bounds that contradict each other are ignored. */
function boundsOf(
  low: unknown,
  high: unknown,
): { readonly min?: number | undefined; readonly max?: number | undefined } {
  const [min, max] = [numberOf(low), numberOf(high)];
  // Stryker disable next-line ConditionalExpression,LogicalOperator: nothing is more than undefined, nor is that more: TypeScript cannot see that
  return min !== undefined && max !== undefined && min > max ? {} : { min, max };
}

/** Keys selected by default: one or a list, or objects whose main field is the key; unknown keys are dropped. */
function defaultsOf(value: unknown, main: string, known: readonly ItemKey[]): readonly ItemKey[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const keys = list.map((one) => keyOf(isObject(one) && Object.hasOwn(one, main) ? one[main] : one));
  const distinct = [...new Set(keys.filter((key) => key !== undefined))];
  return known.length === 0 ? distinct : distinct.filter((key) => known.includes(key));
}

function disablesOf(value: unknown): Filter["disablesOthers"] {
  if (value === true) return true;
  const names = (Array.isArray(value) ? value : [value]).filter((name) => typeof name === "string");
  return names.length > 0 ? names : undefined;
}

function subKeysOf({
  type,
  main,
}: {
  readonly type?: string | null | undefined;
  readonly main?: string | null | undefined;
}) {
  return type && main && type !== main ? { type, main } : undefined;
}

/** The last segment after `filters/`; only this name of a URL is used, never its host or the rest of its path. */
function filterNameIn(text: string | null | undefined): string | undefined {
  const url = text ? parseUrl(text, anywhere) : undefined;
  // Stryker disable next-line Regex: a URL's protocol ends with its only colon
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return /\/filters\/([\w-]+)\/?$/.exec(url.pathname)?.[1];
}

const anywhere = "https://library.invalid/";
