import type { CatalogItem } from "../catalog/catalogItem";
import { codes, Refusal } from "../refusal";
import type { Form } from "./createForms";

function itemsOf({ itemRoutes }: Form, route: string): readonly CatalogItem[] {
  const items = itemRoutes.get(route);
  if (!items) throw new Refusal(codes.notFound, "This platform has no items of that name.");
  return items();
}

/**
 * The items of a route whose label contains the text (the key, if an item has no label).
 * @throws {Refusal} if there is no such route
 */
export function findItems(form: Form, route: string, text: string): CatalogItem[] {
  const wanted = text.normalize("NFC").trim().toLowerCase();
  return itemsOf(form, route).filter(({ key, label }) => (label ?? `${key}`).toLowerCase().includes(wanted));
}

/** The items of a route by their keys; unknown keys are ignored. @throws {Refusal} if there is no such route */
export function itemsByKey(form: Form, route: string, keys: readonly number[]): CatalogItem[] {
  const wanted = new Set<unknown>(keys);
  return itemsOf(form, route).filter(({ key }) => wanted.has(key));
}
