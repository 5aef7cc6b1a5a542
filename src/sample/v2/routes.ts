import type { SampleCall, Reply } from "../sampleCall";
import { bad } from "../refusal";
import { findItems } from "../search/findItems";
import { readSorting } from "../search/readOrder";
import { findAd, formOf, searchPage } from "../search/searchPage";
import type { Service } from "../service";
import { card } from "./card";
import { detail } from "./detail";
import { filterGroup } from "./filterGroup";

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
    return { purpose: "search", data: await searchPage(service, form, body, sorting, { version: 2, card }) };
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
