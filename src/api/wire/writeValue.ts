import { isSingle, type Filter, type FilterItem, type ItemKey } from "../../protocol/filters";
import type { FilterValue, QueryProblem } from "../../protocol/search";
import { isItemKey } from "./filterItems";
import { hasRemoteItems, kindOf, subKeysOf } from "./filterKind";

/** JSON text of what a filter sends, absent if nothing was chosen. If there are problems, nothing may be sent. */
export interface Written {
  readonly json?: string;
  readonly problems: readonly QueryProblem[];
}

/**
 * Writes a choice as its filter sends it (docs/api.md, "Search ads"): always an array, except for filters whose
 * `sub_keys` make one object. A range sends both ends and takes a missing one from the filter's bounds. `DateSingle`
 * sends one date, `DateMulti` the first and last date, or only the first if the range is open-ended.
 */
export function writeValue(filter: Filter, value: FilterValue): Written {
  if (filter.disabled !== undefined) return problem(filter, "disabledFilter", filter.disabled);
  const kind = kindOf(filter);
  if (!kind) return problem(filter, "unsupportedComponent", filter.componentName);
  // A boolean filter that lists its items accepts a flag, too.
  const isFlag = value.kind === "flag" && filter.componentName.includes("Boolean");
  if (value.kind !== kind && !isFlag) return problem(filter, "wrongKind", value.kind);
  switch (value.kind) {
    case "items":
      return writeItems(filter, [...new Set(value.items.map(({ key }) => key))]);
    case "range":
      return writeRange(filter, value);
    case "dates":
      return writeDates(filter, value);
    case "texts":
      return writeTexts(filter, value.texts);
    case "order":
      return writeOrder(filter, value);
    case "flag":
      return writeFlag(filter, value.on);
  }
}

type ValueOf<K extends FilterValue["kind"]> = Extract<FilterValue, { readonly kind: K }>;

function problem({ key }: Filter, code: QueryProblem["code"], value?: string): Written {
  return { problems: [{ filter: key, code, ...(value !== undefined && { value: value.slice(0, 100) }) }] };
}

const nothing: Written = { problems: [] };
const sends = (json: string): Written => ({ json, problems: [] });
const sendsList = (jsons: readonly string[]) => (jsons.length === 0 ? nothing : sends(`[${jsons.join()}]`));

function writeItems(filter: Filter, keys: readonly ItemKey[]): Written {
  const known = new Set(filter.items.map(({ key }) => key));
  const unknown = keys.filter((key) => !known.has(key) && !(hasRemoteItems(filter) && isItemKey(key)));
  if (unknown.length > 0) return { problems: unknown.flatMap((key) => problem(filter, "unknownItem", key).problems) };
  return isSingle(filter) && keys.length > 1 ? problem(filter, "singleOnly", keys.join()) : sendsList(keys);
}

/** Off is the absence of the filter. If the form lists items, on is the item that means on. */
function writeFlag(filter: Filter, on: boolean): Written {
  if (!on) return nothing;
  if (filter.items.length === 0) return sendsList(["true"]);
  const yes = filter.items.find(({ key }) => /^"?(?:true|1|yes)"?$/i.test(key));
  const item = yes ?? (filter.items.length === 1 ? filter.items[0] : undefined);
  return item ? sendsList([item.key]) : problem(filter, "wrongKind", "flag");
}

function writeRange(filter: Filter, { from, to }: ValueOf<"range">): Written {
  if (from === undefined && to === undefined) return nothing;
  const { min = -Infinity, max = Infinity } = filter;
  const [low, high] = [from ?? min, to ?? max];
  const value = `${low}, ${high}`;
  if ((from === undefined && low === -Infinity) || (to === undefined && high === Infinity))
    return problem(filter, "bothEnds", String(from ?? to));
  if (low > high && from !== undefined && to !== undefined) return problem(filter, "rangeOrder", value);
  const fits = Number.isSafeInteger(low) && Number.isSafeInteger(high) && min <= low && low <= high && high <= max;
  if (fits) return sendsList([String(low), String(high)]);
  const bounds = { ...(filter.min !== undefined && { min }), ...(filter.max !== undefined && { max }) };
  return { problems: [{ filter: filter.key, code: "rangeBounds", value, bounds }] };
}

function writeDates(filter: Filter, { from, to }: ValueOf<"dates">): Written {
  const dates = [from, to].filter((date) => date !== undefined);
  const bad = dates.find((date) => !isDate(date));
  if (bad !== undefined) return problem(filter, "badDate", bad);
  // A single date in a list is read as the first day, so a last day alone cannot be expressed.
  if (from === undefined && to !== undefined) return problem(filter, "bothEnds", to);
  if (isSingle(filter) && new Set(dates).size > 1) return problem(filter, "singleOnly", dates.join());
  if (dates.toSorted().join() !== dates.join()) return problem(filter, "rangeOrder", dates.join());
  return sendsList(dates.slice(0, isSingle(filter) ? 1 : 2).map((date) => JSON.stringify(date)));
}

function isDate(text: string): boolean {
  // Stryker disable next-line Regex: a longer text is no date, or a different one
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function writeTexts(filter: Filter, texts: ValueOf<"texts">["texts"]): Written {
  const written = texts.map((one) => writeText(filter, one));
  const problems = written.flatMap((one) => (typeof one === "string" ? [] : one.problems));
  if (problems.length > 0) return { problems };
  // Stryker disable next-line ConditionalExpression,MethodExpression: without problems, all of them are texts, which TypeScript cannot see
  return sendsList([...new Set(written.filter((one) => typeof one === "string"))]);
}

function writeText(filter: Filter, { type, text }: ValueOf<"texts">["texts"][number]): string | Written {
  if (text.trim() === "") return problem(filter, "emptyText");
  const names = subKeysOf(filter);
  if (!names) return JSON.stringify(text);
  const subType = filter.items.length === 0 && type !== "" ? JSON.stringify(type) : itemNamed(filter, type)?.key;
  if (subType === undefined) return problem(filter, "unknownSubType", type);
  return `{${JSON.stringify(names.type)}:${subType},${JSON.stringify(names.main)}:${JSON.stringify(text)}}`;
}

/** The service would silently replace an invalid sort by the platform's default, and charge for it. */
function writeOrder(filter: Filter, { by, direction }: ValueOf<"order">): Written {
  const names = subKeysOf(filter);
  const key = itemNamed(filter, by)?.key ?? (hasRemoteItems(filter) ? JSON.stringify(by) : undefined);
  if (!names || key === undefined) return problem(filter, "sortNotOffered", by);
  return sends(`{${JSON.stringify(names.main)}:${key},${JSON.stringify(names.type)}:${JSON.stringify(direction)}}`);
}

/** The item whose key is this text, or whose key has this JSON text. */
function itemNamed({ items }: Filter, name: string): FilterItem | undefined {
  return items.find(({ key }) => key === JSON.stringify(name)) ?? items.find(({ key }) => key === name);
}
