import * as z from "zod";
import type { FilterAction, FilterItem, ItemKey } from "../../protocol/filters";
import { parseExact, writeExact } from "../integers";
import { once } from "../once";
import { accept, type Accepted } from "./accept";
import { badAnswer, readEnvelope } from "./envelope";
import { present } from "./fields";
import { text, words, wordsOf } from "./leaves";

/** One selectable item as it is sent (docs/api.md, "Filter item"). */
export const itemSchema = () =>
  z.object({
    // Stryker disable next-line ConditionalExpression: null would be left out as unreadable, and is not counted there either
    key: z.custom<unknown>((value) => value == null || keyOf(value) !== undefined).optional(),
    label: words(),
    icon: text(),
    action: text(),
  });

/**
 * Reads a filter-items answer's text.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readFilterItems(answer: string): Accepted<readonly FilterItem[]> {
  const data = readEnvelope(answer);
  if (!Array.isArray(data)) throw badAnswer("data is not a list of items");
  const { value, repairs } = accept(listSchema(), { items: data });
  const items = itemsOf(value.items);
  return { value: items, repairs: repairs + value.items.length - items.length };
}

const listSchema = once(() => z.compile(z.object({ items: z.array(itemSchema()) })));

/** The items that can be chosen: with a key, each key once. */
export function itemsOf(wire: readonly z.input<ReturnType<typeof itemSchema>>[]): readonly FilterItem[] {
  const items = new Map<ItemKey, FilterItem>();
  for (const { key, label, icon, action } of wire) {
    const text = keyOf(key);
    if (text === undefined || items.has(text)) continue;
    items.set(text, present({ key: text, label: wordsOf(label), icon, action: actionNamed(action) }));
  }
  return [...items.values()];
}

const actions: ReadonlyMap<unknown, FilterAction> = new Map([
  ["SINGLETON_RELATION", "clearRelated"],
  ["DESELECT_OTHER", "replaceOthers"],
  ["DISABLE_OTHER", "blockOthers"],
  ["RESET_RELATION_ON_EMPTY", "resetRelatedWhenEmpty"],
]);

/** One of the four actions of the contract; absent for any other. */
export function actionNamed(name: unknown): FilterAction | undefined {
  return actions.get(name);
}

/** A key as its own JSON text; absent for a value that cannot be a key. */
export function keyOf(value: unknown): ItemKey | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? writeExact(value) : undefined;
  return ["string", "bigint", "boolean"].includes(typeof value) ? writeExact(value) : undefined;
}

/** Whether a text is the JSON text of a key, written as this room writes it. */
export function isItemKey(text: string): boolean {
  try {
    return keyOf(parseExact(text)) === text;
  } catch {
    return false;
  }
}
