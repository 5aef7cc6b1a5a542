import { bad } from "../refusal";
import type { SampleWorld } from "../world/sampleWorld";
import type { Form } from "./createForms";
import type { Order } from "./finder";
import type { Matcher } from "./sampleFilter";
import { measureOf, type Sorting } from "./sorting";

/** A JSON object as received. */
export type Body = ReadonlyMap<string, unknown>;

/** Fields of a search body that are not filters. */
const reserved = new Set(["page", "last_hit", "api_key", "advanced_order", "orderby"]);

/** The sorting that a V2 body asks for. The platform's default replaces one that it does not offer. */
export function readSorting(form: Form, value: unknown): Sorting {
  const fallback = { by: form.defaultSort, descending: true };
  if (typeof value !== "object" || value === null || !("orderby" in value)) return fallback;
  const { orderby } = value;
  const order = "order" in value ? value.order : "desc";
  if (typeof orderby !== "string" || !form.sorts.includes(orderby)) return fallback;
  if (order !== "asc" && order !== "desc") return fallback;
  return { by: orderby, descending: order === "desc" };
}

/** The number of the page; 1 if the body has none. @throws {Refusal} */
export function readPage(body: Body): number {
  const page = body.get("page") ?? 1;
  return typeof page === "number" && Number.isSafeInteger(page) && page >= 1
    ? page
    : bad("The page field must be an integer of at least 1.");
}

/**
 * The second of the snapshot to answer from: the body's `last_hit`, or the present for page 1 without one.
 * @throws {Refusal}
 */
export function readSecond(body: Body, page: number, present: number): number {
  const lastHit = body.get("last_hit");
  if (lastHit === undefined || lastHit === null) {
    return page === 1 ? present : bad("The last_hit field is required from page 2 on.");
  }
  return typeof lastHit === "number" && Number.isSafeInteger(lastHit) && lastHit > 0 && lastHit <= present
    ? lastHit
    : bad("The last_hit field must be the value that page 1 returned.");
}

function textsOf(value: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap((entry) => {
    if (typeof entry !== "object" || entry === null || !("text" in entry)) return [];
    return typeof entry.text === "string" ? entry.text.toLowerCase().split(/\s+/).filter(Boolean) : [];
  });
}

/** Resolves a search: its filters, its order, and its snapshot. @throws {Refusal} for fields that the platform lacks */
export function readOrder(library: SampleWorld, form: Form, body: Body, sorting: Sorting, second: number): Order {
  const used: { readonly key: string; readonly value: unknown; readonly matches: Matcher }[] = [];
  for (const [key, value] of body) {
    if (reserved.has(key)) continue;
    const filter = form.filters.find((candidate) => candidate.key === key);
    if (!filter) return bad(`The ${key.slice(0, 60)} field is not a filter of this platform.`);
    if (filter.look.disabled === "coming_soon") return bad(`The ${key} field is not available yet.`);
    used.push({ key, value, matches: filter.compile(value, library) });
  }
  used.sort((a, b) => weight(a.key) - weight(b.key) || (a.key < b.key ? -1 : 1));
  const asked = used.map(({ key, value }) => [key, value]);
  return {
    name: JSON.stringify([form.segment, second, sorting.by, sorting.descending, asked]),
    platforms: form.platforms,
    second,
    matchers: used.map(({ matches }) => matches),
    measure: measureOf(library, sorting.by, textsOf(body.get("search_field"))),
    descending: sorting.descending,
  };
}

/** An ad's texts must be made before they can be searched, so the search box runs last, on ads that pass all else. */
const weight = (key: string): number => (key === "search_field" ? 1 : 0);
