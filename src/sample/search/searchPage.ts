import type { Moments } from "../moments";
import { bad, type Body, codes, Refusal } from "../request";
import type { Service } from "../service";
import type { Facts } from "../world/facts";
import type { SampleWorld } from "../world/sampleWorld";
import type { Matcher } from "./filterKinds";
import { measureOf, type Order, type Sorting } from "./finder";
import type { Form } from "./forms";

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
function readPage(body: Body): number {
  const page = body.get("page") ?? 1;
  return typeof page === "number" && Number.isSafeInteger(page) && page >= 1
    ? page
    : bad("The page field must be an integer of at least 1.");
}

/**
 * The second of the snapshot to answer from: the body's `last_hit`, or the present for page 1 without one.
 * @throws {Refusal}
 */
function readSecond(body: Body, page: number, present: number): number {
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
function readOrder(library: SampleWorld, form: Form, body: Body, sorting: Sorting, second: number): Order {
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

const pageSize = 18;

/** How a version of the service writes a card, as the ad stood at a second. */
type CardWriter = (service: Service, facts: Facts, second: number) => unknown;

/** One page of a search result as JSON, in either version. @throws {Refusal} */
export async function searchPage(
  service: Service,
  form: Form,
  body: Body,
  sorting: Sorting,
  card: CardWriter,
): Promise<string> {
  const page = readPage(body);
  const second = readSecond(body, page, service.present());
  const { moments } = service;
  const asked = readOrder(service.library, form, body, sorting, second);
  const order = moments ? { ...asked, ...momentOf(moments, asked, second) } : asked;
  const written = (facts: Facts) =>
    moments
      ? moments.card(card(service, facts, order.second), facts, second, service.mediaUrl)
      : card(service, facts, second);
  const { ads, total } = await service.finder.slice(order, (page - 1) * pageSize, page * pageSize);
  return JSON.stringify({
    ads: ads.map(written),
    current_page: page,
    has_next_page: page * pageSize < total,
    last_hit: second,
  });
}

/** What differs in a library of moments: the world's second, and which ads are there. */
function momentOf(moments: Moments, { matchers }: Order, second: number): Pick<Order, "second" | "matchers"> {
  const shown = (facts: Facts) => moments.shows(facts, second);
  return { second: moments.world(second), matchers: [shown, ...matchers] };
}

/** The form of a platform, by its segment. @throws {Refusal} if there is no such platform */
export function formOf({ forms }: Service, segment: string): Form {
  const form = forms.get(segment);
  if (!form) throw new Refusal(codes.notFound, "There is no such platform.");
  return form;
}

/**
 * The ad that a route names. @throws {Refusal} for an unknown ID, and for the aggregate, which has no ads of its own
 */
export function findAd({ library, present }: Service, { platforms }: Form, id: string): Facts {
  const [platform, ...others] = platforms;
  const only = platform !== undefined && others.length === 0 ? platform : undefined;
  const facts = only !== undefined && /^\d{1,16}$/.test(id) ? library.find(only, Number(id), present()) : undefined;
  if (!facts) throw new Refusal(codes.notFound, "There is no such ad.");
  return facts;
}
