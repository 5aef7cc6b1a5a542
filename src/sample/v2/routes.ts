import { bad, type Reply, type SampleCall } from "../request";
import type { SampleFilter } from "../search/filterKinds";
import { findItems, type Form } from "../search/forms";
import { findAd, formOf, readSorting, searchPage } from "../search/searchPage";
import type { Service } from "../service";
import { card } from "./card";
import { detail } from "./detail";

type Json = Record<string, unknown>;

/** A filter with its settings flattened. JSON leaves out those that do not apply, which are undefined. */
const filterOf = ({ key, look }: SampleFilter, segment: string): Json => ({
  key,
  component: look.component,
  label: look.label,
  icon: look.icon,
  description: look.description,
  placeholder: look.placeholder,
  api_url: look.itemsFrom && `/v2/ads/${segment}/filters/${look.itemsFrom}`,
  items: look.items,
  default: look.default,
  min: look.min,
  max: look.max,
  infinite_sign: look.infinite,
  disable_other: look.disableOther,
  sub_keys: look.subKeys,
});

/** The filters of a platform in the shape of V2. */
function filterGroup(form: Form): Json {
  return {
    key: form.segment,
    label: form.label,
    filters: form.filters.map((filter) => filterOf(filter, form.segment)),
  };
}

/** Answers routes 1 to 6; undefined for any other path. `path` begins after `/v2`. */
export async function answerV2(
  service: Service,
  { method, path, query, body }: SampleCall,
): Promise<Reply | undefined> {
  const [ads, segment, part, route, ...more] = path;
  if (ads !== "ads" || segment === undefined || part === undefined || more.length > 0) return undefined;
  const form = formOf(service, segment);
  if (method === "POST" && part === "search" && route === undefined) {
    const sorting = readSorting(form, body.get("advanced_order"));
    return { purpose: "search", data: await searchPage(service, form, body, sorting, card) };
  }
  if (method !== "GET") return undefined;
  if (part !== "filters") {
    if (route !== undefined) return undefined;
    const facts = findAd(service, form, part);
    return { purpose: "adDetail", data: JSON.stringify(detail(service, facts, service.present())) };
  }
  if (route === undefined) return { purpose: "filters", data: JSON.stringify(filterGroup(form)) };
  const text = query.get("search") ?? bad("The search parameter is required.");
  return { purpose: "filterItems", data: JSON.stringify(findItems(form, route, text)) };
}
