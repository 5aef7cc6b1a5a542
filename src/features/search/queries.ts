import * as z from "zod";
import { canonicalBody, fieldsOf, isObject, prepareSearch, queryFromBody } from "../../api";
import type { FilterForm, Filter } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchQuery, ChosenItem, FilterChoice, QueryProblem } from "../../protocol/search";
import { withSortOf, withSortV2 } from "../convert";
import { FeatureError } from "../failures";
import { keyText } from "../text";

/** Reads a body so that it means the same under either version of the service, whichever it was kept under. */
export function readQuery(platform: PlatformToken, body: unknown, form: FilterForm) {
  return queryFromBody(platform, isObject(body) ? withSortOf(form, body) : body, form);
}

/**
 * What a search asks for, as the part of its address that is the same for all bodies that mean the same: also those of
 * later pages, and for a sort under either version's name. Whatever names a search uses it.
 */
export const addressBody = (body: unknown): string => canonicalBody(withSortV2(fieldsOf(body)));

/** A body in a file or an argument. The platform's form checks its fields; a record schema would drop `__proto__`. */
export const bodyShape = z.custom<Readonly<Record<string, unknown>>>((value) => isObject(value), "expected an object");

/** A query for words in the platform's search box, using the box's first kind of text. @throws {FeatureError} */
export function textQuery({ platform, filters }: FilterForm, text: string): SearchQuery {
  const box = filters.find(({ component, subKeys }) => component === "SearchBox" && subKeys);
  if (!box)
    throw new FeatureError("invalidRequest", {
      specifics: "This platform can't search by words. Use its filters instead.",
    });
  const type = box.items[0] ? keyText(box.items[0].key) : "text";
  return { platform, choices: [{ filter: box.key, value: { kind: "texts", texts: [{ type, text }] } }] };
}

/** The part of a query that a form has, and what it lacks. */
interface FittedQuery {
  readonly query: SearchQuery;
  readonly left: readonly QueryProblem[];
}

/** Keeps what fits another library's form: whole choices, or those items of a list that are the same there. Free. */
export function fitQuery({ platform, choices }: SearchQuery, form: FilterForm): FittedQuery {
  const left: QueryProblem[] = [];
  const kept = choices.flatMap((choice): FilterChoice[] => {
    const filter = form.filters.find(({ key }) => key === choice.filter);
    const fitted = filter ? withItemsOf(filter, choice, left) : choice;
    if (!fitted) return [];
    const prepared = prepareSearch({ platform, choices: [fitted] }, form);
    if (!("problems" in prepared)) return [fitted];
    left.push(...prepared.problems);
    return [];
  });
  return { query: { platform, choices: kept }, left };
}

/** A choice with the items that the form has; absent if it has none of them. */
function withItemsOf(filter: Filter, choice: FilterChoice, left: QueryProblem[]): FilterChoice | undefined {
  const { value } = choice;
  if (value.kind !== "items" || filter.items.length === 0) return choice;
  const items = value.items.flatMap((item) => {
    const same = sameItem(filter, item);
    if (!same) left.push({ filter: filter.key, code: "unknownItem", value: item.label ?? item.key });
    return same ? [same] : [];
  });
  return items.length === 0 && value.items.length > 0
    ? undefined
    : { filter: choice.filter, value: { kind: "items", items } };
}

/** Two libraries may use one key for different things: if both name an item, the name decides. */
function sameItem({ items, itemsFrom }: Filter, item: ChosenItem): ChosenItem | undefined {
  const byKey = items.find(({ key }) => key === item.key);
  if (byKey && (item.label === undefined || byKey.label === undefined || byKey.label === item.label)) return item;
  const byLabel = items.find(({ label }) => label !== undefined && label === item.label);
  if (byLabel) return { key: byLabel.key, ...(item.label !== undefined && { label: item.label }) };
  return !byKey && itemsFrom !== undefined ? item : undefined;
}
