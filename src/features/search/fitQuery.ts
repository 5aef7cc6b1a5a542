import { prepareSearch } from "../../api";
import type { Filter, FilterForm } from "../../protocol/filters";
import type { ChosenItem, FilterChoice, QueryProblem, SearchQuery } from "../../protocol/search";

/** The part of a query that a form has, and what it lacks. */
export interface FittedQuery {
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
