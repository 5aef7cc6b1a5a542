import * as l10n from "@vscode/l10n";
import type { Filter, FilterAction, FilterForm, ItemKey } from "../../src/protocol/filters";
import type { ChosenItem, FilterValue, SearchQuery } from "../../src/protocol/search";
import { defaultValue, isBlank, valueOf, withChoice } from "./query";

/**
 * The draft after one filter was set, with the effects of a V1 form's actions on it and on related filters. `before` is
 * the previous draft. A form without actions (every V2 form) leaves the draft unchanged.
 */
export function settled(form: FilterForm, before: SearchQuery, after: SearchQuery, changed: string): SearchQuery {
  const filter = form.filters.find(({ key }) => key === changed);
  if (!filter) return after;
  const old = chosenIn(before, filter);
  const draft = withOwnItems(filter, old, after);
  if (chosenIn(draft, filter).any) return alone(form, filter, draft);
  return old.any && old.does("resetRelatedWhenEmpty") ? reset(form, filter, draft) : draft;
}

/** Items that cannot be chosen now, because a chosen item of the same filter disables the others. */
export function blockedItems(filter: Filter, value: FilterValue | undefined): ReadonlySet<ItemKey> {
  const chosen = value?.kind === "items" ? value.items : [];
  const ruling = chosen.find((item) => itemAction(filter, item) === "blockOthers");
  const others = ruling ? filter.items.filter(({ key }) => key !== ruling.key) : [];
  return new Set(others.map(({ key }) => key));
}

/** Why a filter that the service disabled cannot be used; absent where it can be. */
export function disabledNote({ disabled }: Filter): string | undefined {
  if (disabled === undefined) return undefined;
  if (disabled === "notInPlan") return l10n.t("Not part of the free plan.");
  if (disabled === "announced") return l10n.t("Announced by the service, but not available yet.");
  return l10n.t("Currently not offered by the service ({0}).", disabled);
}

/** What is chosen in a filter, and whether the filter or a chosen item has an action. */
interface Chosen {
  readonly any: boolean;
  readonly items: readonly ChosenItem[];
  does(action: FilterAction): boolean;
}

function chosenIn(query: SearchQuery, filter: Filter): Chosen {
  const value = valueOf(query, filter.key);
  const items = value?.kind === "items" ? value.items : [];
  return {
    any: value !== undefined && !isBlank(value) && !(value.kind === "flag" && !value.on),
    items,
    does: (action) => filter.action === action || items.some((item) => itemAction(filter, item) === action),
  };
}

function itemAction(filter: Filter, item: ChosenItem): FilterAction | undefined {
  return filter.items.find(({ key }) => key === item.key)?.action ?? item.action;
}

/** Among the items of one filter, replaceOthers lets the latest choice win, blockOthers the item that has it. */
function withOwnItems(filter: Filter, old: Chosen, draft: SearchQuery): SearchQuery {
  const { items } = chosenIn(draft, filter);
  const does = (action: FilterAction) => (item: ChosenItem) => itemAction(filter, item) === action;
  const added = items.filter(({ key }) => !old.items.some((item) => item.key === key));
  const ruling = items.find(does("blockOthers")) ?? added.find(does("replaceOthers")) ?? onlyOne(filter, added);
  const kept = ruling ? [ruling] : added.length > 0 ? items.filter((item) => !does("replaceOthers")(item)) : items;
  return kept.length === items.length ? draft : withChoice(draft, filter.key, { kind: "items", items: kept });
}

/** replaceOthers of a filter that names no other filters applies to its own items. */
function onlyOne(filter: Filter, added: readonly ChosenItem[]): ChosenItem | undefined {
  const own = filter.action === "replaceOthers" && (filter.actionData?.length ?? 0) === 0;
  return own ? added.at(-1) : undefined;
}

/** Clears what is incompatible with a choice that was just made. */
function alone(form: FilterForm, filter: Filter, draft: SearchQuery): SearchQuery {
  const chosen = chosenIn(draft, filter);
  let result = draft;
  if (filter.action === "replaceOthers") result = without(result, namedBy(form, filter));
  if (chosen.does("clearRelated")) result = without(result, partnersOf(form, filter));
  for (const other of form.filters) {
    if (partnersOf(form, other).includes(filter)) result = withoutSingletons(other, result);
  }
  return result;
}

function without(draft: SearchQuery, filters: readonly Filter[]): SearchQuery {
  return filters.reduce((result, { key }) => withChoice(result, key), draft);
}

/** A choice in a related filter ends a singleton: the whole filter if it is one, else the items that are. */
function withoutSingletons(filter: Filter, draft: SearchQuery): SearchQuery {
  const { items, any } = chosenIn(draft, filter);
  if (filter.action === "clearRelated") return any ? withChoice(draft, filter.key) : draft;
  const kept = items.filter((item) => itemAction(filter, item) !== "clearRelated");
  return kept.length === items.length ? draft : withChoice(draft, filter.key, { kind: "items", items: kept });
}

/** Sets related filters back to their defaults; one that becomes empty as a result does the same to its own. */
function reset(form: FilterForm, filter: Filter, draft: SearchQuery): SearchQuery {
  const done = new Set([filter.key]);
  const open = [filter];
  let result = draft;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const other of partnersOf(form, next)) {
      if (done.has(other.key)) continue;
      done.add(other.key);
      const old = chosenIn(result, other);
      result = withChoice(result, other.key, defaultValue(other));
      if (old.any && old.does("resetRelatedWhenEmpty") && !chosenIn(result, other).any) open.push(other);
    }
  }
  return result;
}

/** Other filters that a filter's action names. */
function namedBy({ filters }: FilterForm, { key, actionData }: Filter): readonly Filter[] {
  return filters.filter((other) => other.key !== key && actionData?.includes(JSON.stringify(other.key)));
}

/** The filters that an action on relations applies to: those that it names, else all of the filter's relations. */
function partnersOf(form: FilterForm, filter: Filter): readonly Filter[] {
  const named = namedBy(form, filter);
  if (named.length > 0) return named;
  const keys = new Set((form.relations ?? []).filter((relation) => relation.includes(filter.key)).flat());
  return form.filters.filter(({ key }) => key !== filter.key && keys.has(key));
}
