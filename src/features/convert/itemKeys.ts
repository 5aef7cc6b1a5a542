import { keyOf, parseExact } from "../../api";
import { type Filter, type FilterItem, hasRemoteItems, type ItemKey, kindOf } from "../../protocol/filters";
import { keyText } from "../text";
import type { Change } from "./change";

/** Searches a remote filter's items by text (free). */
export type FindItems = (filter: Filter, text: string) => Promise<readonly FilterItem[]>;

/** The elements that a filter takes in V2, with the changes made to get them. */
export interface Keyed {
  readonly elements: readonly unknown[];
  readonly changes: readonly Change[];
}

/** Whether the filter's values are item keys. */
export function takesKeys(filter: Filter): boolean {
  return kindOf(filter) === "items";
}

/** Turns V1 values (keys, or the names that V1 took for them) into item keys, looked up in the form and at the service. */
export async function toItemKeys(filter: Filter, values: readonly unknown[], find: FindItems): Promise<Keyed> {
  const elements: unknown[] = [];
  const changes: Change[] = [];
  for (const value of values) {
    const found = await toItemKey(filter, value, find);
    if (found.key !== undefined) elements.push(parseExact(found.key));
    if (found.change) changes.push(found.change);
  }
  return { elements, changes };
}

interface Found {
  readonly key?: ItemKey;
  readonly change?: Change;
}

async function toItemKey(filter: Filter, value: unknown, find: FindItems): Promise<Found> {
  const key = keyOf(value);
  if (key === undefined) return lost(filter, "object", []);
  if (filter.items.some((item) => item.key === key)) return { key };
  const name = keyText(key);
  const inline = named(filter.items, name);
  if (inline.length > 0 || !hasRemoteItems(filter)) return chosen(filter, key, inline, filter.items);
  // A number is already a key: no item has a number as its name.
  if (typeof value !== "string") return { key };
  const offered = filter.itemsFrom === undefined ? [] : await find(filter, name);
  if (offered.some((item) => item.key === key)) return { key };
  return chosen(filter, key, named(offered, name), offered);
}

/** Items of this name; if none has it as its label, those whose key resembles it. */
function named(items: readonly FilterItem[], name: string): readonly FilterItem[] {
  const wanted = plain(name);
  const byLabel = items.filter(({ label }) => label !== undefined && plain(label) === wanted);
  return byLabel.length > 0 ? byLabel : items.filter(({ key }) => plain(keyText(key)) === wanted);
}

/** Names differ between the versions in case, spaces and dashes. */
function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();
}

function chosen(filter: Filter, key: ItemKey, found: readonly FilterItem[], offered: readonly FilterItem[]): Found {
  const [item] = found;
  const from = keyText(key);
  if (!item) return lost(filter, from, offered);
  if (found.length === 1)
    return { key: item.key, change: { field: filter.key, code: "nameToKey", from, to: item.key } };
  return { change: { field: filter.key, code: "nameAmbiguous", from, to: found.map((one) => one.key).join(", ") } };
}

function lost({ key: field }: Filter, from: string, offered: readonly FilterItem[]): Found {
  const some = offered.slice(0, 5).map(({ key, label }) => label ?? keyText(key));
  const to = `${some.join(", ")}${offered.length > some.length ? ", …" : ""}`;
  return { change: { field, code: "nameUnknown", from: from.slice(0, 100), to } };
}
