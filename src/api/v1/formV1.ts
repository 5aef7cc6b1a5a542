import type { DisabledReason, Filter, FilterForm, FilterGroup, FilterItem, ItemKey } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { badAnswer, readEnvelope } from "../wire/envelope";
import { isObject, present } from "../wire/fields";
import { actionNamed, keyOf } from "../wire/filterItems";
import { readFilter } from "../wire/filters";
import type { Fields } from "../wire/fields";
import { filterToV2, partsIn } from "./filterToV2";

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
  const lists: readonly unknown[] = Array.isArray(relations) ? relations : [];
  return lists.flatMap((list) => {
    const keys = (Array.isArray(list) ? list : []).filter((key) => typeof key === "string");
    const known = [...new Set(keys)].filter((key) => filters.has(key));
    return known.length > 1 ? [known] : [];
  });
}

/** V2's `disable_other` replaces V1's action: the filters that it names, or else all others. */
function withDisplaced(filter: Filter, filters: ReadonlyMap<string, Filter>): Filter {
  if (filter.action !== "blockOthers" || filter.disablesOthers !== undefined) return filter;
  const others = [...filters.keys()].filter((key) => key !== filter.key);
  const named = others.filter((key) => filter.actionData?.includes(JSON.stringify(key)));
  return { ...filter, disablesOthers: named.length > 0 ? named : true };
}
