import type { Filter, FilterForm, FilterItem, ItemKey } from "../../src/protocol/filters";
import type { PlatformToken } from "../../src/protocol/platforms";
import {
  type ChosenItem,
  type FilterChoice,
  type FilterValue,
  isSortName,
  type SearchQuery,
} from "../../src/protocol/search";
import { controlKind } from "./controlKind";
import type { PanelState } from "./panelState";

const numberOf = (key: ItemKey | undefined): number | undefined => {
  const value = key === undefined ? NaN : Number(key.replace(/^"|"$/g, ""));
  return Number.isFinite(value) ? value : undefined;
};
const textOf = (key: ItemKey | undefined): string | undefined => key?.replace(/^"|"$/g, "");

function rangeValue(keys: readonly ItemKey[]): FilterValue | undefined {
  const from = numberOf(keys[0]);
  const to = numberOf(keys[1]);
  if (from === undefined && to === undefined) return undefined;
  return { kind: "range", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function datesValue(keys: readonly ItemKey[]): FilterValue {
  const from = textOf(keys[0]);
  const to = textOf(keys[1]);
  return { kind: "dates", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** A chosen item as it is kept: with its label, so that it can be named without its list. */
export function chosenItem({ key, label, action }: FilterItem): ChosenItem {
  return { key, ...(label !== undefined && { label }), ...(action && { action }) };
}

function itemsValue(filter: Filter): FilterValue {
  const items = filter.defaults.map((key) => chosenItem(filter.items.find((item) => item.key === key) ?? { key }));
  return { kind: "items", items };
}

/** A filter's default value; absent if the service sent none, or one that does not fit. */
export function defaultValue(filter: Filter): FilterValue | undefined {
  const [first] = filter.defaults;
  if (first === undefined) return undefined;
  switch (controlKind(filter)) {
    case undefined:
    case "texts":
      return undefined;
    case "sort":
      return { kind: "order", by: textOf(first) ?? "", direction: "desc" };
    case "flag":
      if (filter.items.length > 0) return itemsValue(filter);
      return /^"?(?:true|1|yes)"?$/i.test(first) ? { kind: "flag", on: true } : undefined;
    case "range":
      return rangeValue(filter.defaults);
    case "dates":
      return datesValue(filter.defaults);
    case "checks":
    case "picker":
    case "dropdown":
    case "radios":
      return itemsValue(filter);
  }
}

/** The query of a fresh form: the service's defaults and nothing else. */
export function defaultQuery(platform: PlatformToken, form?: FilterForm): SearchQuery {
  const choices: FilterChoice[] = [];
  for (const filter of form?.filters ?? []) {
    const value = defaultValue(filter);
    if (value) choices.push({ filter: filter.key, value });
  }
  return { platform, choices };
}

/** What is chosen for a filter. */
export function valueOf(query: SearchQuery, filter: string): FilterValue | undefined {
  return query.choices.find((choice) => choice.filter === filter)?.value;
}

/** Whether a value is empty, so that its filter is not sent at all. */
export function isBlank(value: FilterValue): boolean {
  switch (value.kind) {
    case "items":
      return value.items.length === 0;
    case "texts":
      return value.texts.every(({ text }) => text.trim() === "");
    case "range":
    case "dates":
      return value.from === undefined && value.to === undefined;
    case "order":
      return value.by === "";
    case "flag":
      return false;
  }
}

/** The query with one filter changed, or cleared if `value` is absent or blank. */
export function withChoice(query: SearchQuery, filter: string, value?: FilterValue): SearchQuery {
  const others = query.choices.filter((choice) => choice.filter !== filter);
  if (value === undefined || isBlank(value)) return { ...query, choices: others };
  const position = query.choices.findIndex((choice) => choice.filter === filter);
  const at = position < 0 ? others.length : position;
  return { ...query, choices: [...others.slice(0, at), { filter, value }, ...others.slice(at)] };
}

function essence({ filter, value }: FilterChoice): string {
  const bare = value.kind === "items" ? value.items.map(({ key }) => key) : value;
  return JSON.stringify([filter, bare]);
}

/** Whether two queries mean the same: labels and the order of filters do not matter. */
export function sameQuery(a: SearchQuery, b: SearchQuery): boolean {
  if (a === b) return true;
  if (a.platform !== b.platform || a.choices.length !== b.choices.length) return false;
  const theirs = new Set(b.choices.map(essence));
  return a.choices.every((choice) => theirs.has(essence(choice)));
}

/** A draft kept under the other version of the service sorts as the form does by default. */
export function withFittingSort(draft: SearchQuery, form: FilterForm): SearchQuery {
  const sort = form.filters.find(({ key }) => isSortName(key));
  const foreign = draft.choices.find(({ filter }) => isSortName(filter) && filter !== sort?.key);
  if (!sort || !foreign) return draft;
  return withChoice(withChoice(draft, foreign.filter), sort.key, defaultValue(sort));
}

/** Whether the host has found that the draft can't be sent. */
export const isBlocked = ({ problems, body }: Pick<PanelState, "problems" | "body">): boolean =>
  problems.length > 0 && body === undefined;
