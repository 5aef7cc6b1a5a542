import { writeExact } from "../../protocol/exactJson";
import {
  type Filter,
  type FilterForm,
  type FilterItem,
  hasRemoteItems,
  isSingle,
  type ItemKey,
  kindOf,
  subKeysOf,
} from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import {
  type Cursor,
  type FilterChoice,
  type FilterValue,
  type QueryProblem,
  type SearchQuery,
  sentOf,
} from "../../protocol/search";
import { isDigits } from "../../protocol/ads";
import { AdLibraryError } from "../errors";
import { isRounded } from "../integers";
import { fieldsOf, isObject } from "./fields";
import { isItemKey, keyOf, reservedNames } from "./filters";

/** A validated search, frozen: all its pages send the same body. */
export interface PreparedSearch {
  readonly platform: PlatformToken;
  /** JSON text of the body without `page` and `last_hit`, for example `{"gender":[1]}`. */
  readonly body: string;
}

export type Prepared = { readonly request: PreparedSearch } | { readonly problems: readonly QueryProblem[] };

/** Checks a query against its platform's form and writes its body: any problem is found before anything is paid. */
export function prepareSearch(query: SearchQuery, form: FilterForm): Prepared {
  const filters = new Map(form.filters.map((filter) => [filter.key, filter]));
  const seen = new Set<string>();
  const problems: QueryProblem[] = [];
  const members: string[] = [];
  for (const { filter: key, value } of sentOf(form, query).choices) {
    const filter = filters.get(key);
    if (reservedNames.includes(key)) problems.push({ filter: key, code: "reservedName" });
    else if (!filter) problems.push({ filter: key, code: "unknownFilter" });
    else if (seen.has(key)) problems.push({ filter: key, code: "singleOnly" });
    else {
      const written = writeValue(filter, value);
      problems.push(...written.problems);
      if (written.json !== undefined) members.push(`${writeExact(key)}:${written.json}`);
    }
    seen.add(key);
  }
  if (problems.length > 0) return { problems };
  return { request: { platform: query.platform, body: `{${members.join()}}` } };
}

/**
 * The exact body that is sent: page 1 without `last_hit`, later pages with the digits that page 1 returned.
 * @throws {AdLibraryError} `invalidRequest` for an invalid cursor
 */
export function bodyOf({ body }: PreparedSearch, cursor?: Cursor): string {
  const { page, lastHit } = cursor ?? { page: 1, lastHit: undefined };
  const valid = lastHit === undefined || (Number.isSafeInteger(page) && page > 1 && isDigits(lastHit));
  if (!valid) {
    const problem: QueryProblem = { code: "badPage", value: `${page}, ${lastHit}` };
    throw new AdLibraryError("invalidRequest", { charge: "none", problems: [problem] });
  }
  const members = [body.slice(1, -1), `"page":${page}`, ...(lastHit === undefined ? [] : [`"last_hit":${lastHit}`])];
  return `{${members.filter((member) => member !== "").join()}}`;
}

/**
 * One text for all bodies with the same meaning: the page, the order of keys and of chosen items, duplicate items, empty
 * lists, and whether a single value is in a list make no difference. It is an address, not a body.
 */
export function canonicalBody(body: unknown): string {
  const members = Object.entries(fieldsOf(body))
    .map(([key, member]): readonly [string, readonly unknown[]] => [key, Array.isArray(member) ? member : [member]])
    .filter(([key, list]) => !reservedNames.includes(key) && list.length > 0)
    .map(([key, list]) => `${writeExact(key)}:${canonical(list)}`);
  return `{${members.sort().join()}}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    const texts = value.map(canonical);
    // The order of texts and exclusions may matter to the service, and the same day twice differs from an open end.
    return `[${(value.some(isOrdered) ? texts : [...new Set(texts)].sort()).join()}]`;
  }
  if (!isObject(value)) return writeExact(value);
  const members = Object.entries(value).map(([key, member]) => `${writeExact(key)}:${canonical(member)}`);
  return `{${members.sort().join()}}`;
}

function isOrdered(element: unknown): boolean {
  return typeof element === "object" || /^"\d{4}-\d{2}-\d{2}"$/.test(writeExact(element));
}

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
function writeValue(filter: Filter, value: FilterValue): Written {
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
  const [low, high] = [from ?? filter.min, to ?? filter.max];
  if (low === undefined || high === undefined) return problem(filter, "bothEnds", String(from ?? to));
  const value = `${low}, ${high}`;
  const ends = [min, low, high, max].map(Number);
  const inOrder = ends.every((end, at) => at === 0 || Number(ends[at - 1]) <= end);
  if (Number(low) > Number(high) && from !== undefined && to !== undefined) return problem(filter, "rangeOrder", value);
  // A bound of the service may be longer than what a person can enter.
  const fits = [low, high].every((end) => typeof end === "string" || Number.isSafeInteger(end)) && inOrder;
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
  return sendsList(dates.slice(0, isSingle(filter) ? 1 : 2).map((date) => writeExact(date)));
}

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function writeTexts(filter: Filter, texts: ValueOf<"texts">["texts"]): Written {
  const written = texts.map((one) => writeText(filter, one));
  const problems = written.flatMap((one) => (typeof one === "string" ? [] : one.problems));
  if (problems.length > 0) return { problems };
  return sendsList([...new Set(written.filter((one) => typeof one === "string"))]);
}

function writeText(filter: Filter, { type, text }: ValueOf<"texts">["texts"][number]): string | Written {
  if (text.trim() === "") return problem(filter, "emptyText");
  const names = subKeysOf(filter);
  if (!names) return writeExact(text);
  const subType = filter.items.length === 0 && type !== "" ? writeExact(type) : itemNamed(filter, type)?.key;
  if (subType === undefined) return problem(filter, "unknownSubType", type);
  return `{${writeExact(names.type)}:${subType},${writeExact(names.main)}:${writeExact(text)}}`;
}

/** The service would silently replace an invalid sort by the platform's default, and charge for it. */
function writeOrder(filter: Filter, { by, direction }: ValueOf<"order">): Written {
  const names = subKeysOf(filter);
  const key = itemNamed(filter, by)?.key ?? (hasRemoteItems(filter) ? writeExact(by) : undefined);
  if (!names || key === undefined) return problem(filter, "sortNotOffered", by);
  return sends(`{${writeExact(names.main)}:${key},${writeExact(names.type)}:${writeExact(direction)}}`);
}

/** The item whose key is this text, or whose key has this JSON text. */
function itemNamed({ items }: Filter, name: string): FilterItem | undefined {
  return items.find(({ key }) => key === writeExact(name)) ?? items.find(({ key }) => key === name);
}

/**
 * Reads a body with the service's own names back into a query: the inverse of `prepareSearch`, for command arguments
 * and saved files. Choices with a problem are left out of the query.
 */
export function queryFromBody(
  platform: PlatformToken,
  body: unknown,
  form: FilterForm,
): { readonly query: SearchQuery; readonly problems: readonly QueryProblem[] } {
  const problems: QueryProblem[] = [];
  const choices: FilterChoice[] = [];
  if (!isObject(body)) problems.push({ code: "wrongKind", value: typeof body });
  for (const [key, member] of Object.entries(fieldsOf(body))) {
    const filter = form.filters.find((one) => one.key === key);
    if (reservedNames.includes(key)) problems.push({ filter: key, code: "reservedName" });
    else if (!filter) problems.push({ filter: key, code: "unknownFilter" });
    else {
      const value = readValue(filter, member);
      const found = value ? writeValue(filter, value).problems : [{ filter: key, ...notReadable(filter, member) }];
      problems.push(...found);
      if (value && found.length === 0) choices.push({ filter: key, value });
    }
  }
  return { query: { platform, choices }, problems };
}

function notReadable(filter: Filter, member: unknown): Pick<QueryProblem, "code" | "value"> {
  if (!kindOf(filter)) return { code: "unsupportedComponent", value: filter.componentName };
  return { code: "wrongKind", value: shown(member) };
}

function readValue(filter: Filter, member: unknown): FilterValue | undefined {
  const kind = kindOf(filter);
  const elements: readonly unknown[] = Array.isArray(member) ? member : [member];
  switch (kind) {
    case "items":
      return readItems(filter, elements);
    case "range":
      return readRange(filter, elements);
    case "dates":
      return readDates(elements);
    case "texts":
      return readTexts(filter, elements);
    case "order":
      return elements.length === 1 ? readOrder(filter, elements[0]) : undefined;
    case "flag":
      return elements.length === 1 && typeof elements[0] === "boolean" ? { kind, on: elements[0] } : undefined;
    case undefined:
      return undefined;
  }
}

function readItems({ items }: Filter, elements: readonly unknown[]): FilterValue | undefined {
  const keys = elements.map(exactKey);
  const known = keys.filter((key) => key !== undefined);
  if (known.length < keys.length) return undefined;
  return {
    kind: "items",
    items: known.map((key) => {
      const label = items.find((item) => item.key === key)?.label;
      return { key, ...(label !== undefined && { label }) };
    }),
  };
}

/** A number that has already lost its last digits names another item, so it is rejected. */
function exactKey(value: unknown): string | undefined {
  return isRounded(value) ? undefined : keyOf(value);
}

/** An end that no double holds is only known as the filter's own bound. */
function readRange({ min, max }: Filter, elements: readonly unknown[]): FilterValue | undefined {
  if (elements.length === 0) return { kind: "range" };
  const [from, to] = elements.map((end, at) =>
    typeof end === "bigint" && String(end) === String(at === 0 ? min : max) ? undefined : end,
  );
  const isKnown = (end: unknown): end is number | undefined => end === undefined || typeof end === "number";
  if (elements.length !== 2 || !isKnown(from) || !isKnown(to)) return undefined;
  return { kind: "range", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function readDates(elements: readonly unknown[]): FilterValue | undefined {
  const dates = elements.filter((element) => typeof element === "string");
  const [from, to] = dates;
  if (elements.length > 2 || dates.length < elements.length) return undefined;
  return { kind: "dates", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function readTexts(filter: Filter, elements: readonly unknown[]): FilterValue | undefined {
  const names = subKeysOf(filter);
  const texts = elements.flatMap((element) => {
    const { type, text } = names
      ? { type: nameOf(fieldsOf(element)[names.type]), text: fieldsOf(element)[names.main] }
      : { type: "", text: element };
    return type !== undefined && typeof text === "string" ? [{ type, text }] : [];
  });
  return texts.length === elements.length ? { kind: "texts", texts } : undefined;
}

function readOrder(filter: Filter, element: unknown): FilterValue | undefined {
  const names = subKeysOf(filter);
  const fields = fieldsOf(element);
  const by = names && nameOf(fields[names.main]);
  const direction = names && fields[names.type];
  if (by === undefined || (direction !== "asc" && direction !== "desc")) return undefined;
  return { kind: "order", by, direction };
}

/** A text unchanged; any other key as its JSON text. */
function nameOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : keyOf(value);
}

function shown(value: unknown): string {
  const text = typeof value === "object" && value !== null ? "object" : writeExact(value);
  return text.slice(0, 100);
}
