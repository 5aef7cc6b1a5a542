import type { Filter, FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import type { FilterChoice, FilterValue, QueryProblem, SearchQuery } from "../../protocol/search";
import { isRounded, writeExact } from "../integers";
import { fieldsOf, isObject } from "./fields";
import { keyOf } from "./filterItems";
import { kindOf, subKeysOf } from "./filterKind";
import { reservedNames } from "./filters";
import { writeValue } from "./writeValue";

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
      return readRange(elements);
    case "dates":
      return readDates(elements);
    case "texts":
      return readTexts(filter, elements);
    case "order":
      return elements.length === 1 ? readOrder(filter, elements[0]) : undefined;
    case "flag":
      return elements.length === 1 && typeof elements[0] === "boolean" ? { kind, on: elements[0] } : undefined;
    // Stryker disable next-line ConditionalExpression: the end of the function answers undefined as well
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

function readRange(elements: readonly unknown[]): FilterValue | undefined {
  const [from, to] = elements;
  if (elements.length === 0) return { kind: "range" };
  if (elements.length !== 2 || typeof from !== "number" || typeof to !== "number") return undefined;
  return { kind: "range", from, to };
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
