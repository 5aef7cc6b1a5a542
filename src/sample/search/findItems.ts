import type { CatalogItem } from "../catalog/CatalogItem";
import { codes, Refusal } from "../Refusal";
import type { Form } from "./createForms";

function itemsOf({ itemRoutes }: Form, route: string): readonly CatalogItem[] {
  const items = itemRoutes.get(route);
  if (!items) throw new Refusal(codes.notFound, "There are no items of that name on this platform.");
  return items;
}

/** Items of a route whose label, or for want of one whose key, contains the text. */
export function findItems(form: Form, route: string, text: string): CatalogItem[] {
  const wanted = text.normalize("NFC").trim().toLowerCase();
  return itemsOf(form, route).filter(({ key, label }) => (label ?? `${key}`).toLowerCase().includes(wanted));
}

/** Items of a route by their keys; unknown ones are left out. */
export function itemsByKey(form: Form, route: string, keys: readonly number[]): CatalogItem[] {
  const wanted = new Set<unknown>(keys);
  return itemsOf(form, route).filter(({ key }) => wanted.has(key));
}
