import { bad, type Reply, type SampleCall } from "../request";
import { findItems, itemsByKey } from "../search/forms";
import { findAd, formOf, searchPage } from "../search/searchPage";
import type { Service } from "../service";
import { cardV1, detailV1 } from "./ads";
import { filterGroupV1, formV1, readOrderBy } from "./forms";

/**
 * The V1 form of one platform. V1 has no aggregate, so `mega` is refused like an unknown platform. @throws {Refusal}
 */
const single = (service: Service, segment: string) => formV1(formOf(service, segment === "mega" ? "" : segment));

/** The items whose keys were asked for, followed by the others that match the text. */
function items(service: Service, segment: string, route: string, query: URLSearchParams): unknown {
  const text = query.get("search") ?? bad("The search parameter is required.");
  const ids = (query.get("ids") ?? "").split(",").filter(Boolean);
  if (ids.some((id) => !/^\d+$/.test(id))) bad("The ids parameter must contain integers.");
  const form = single(service, segment);
  const named = itemsByKey(form, route, ids.map(Number));
  const found = findItems(form, route, text).filter((item) => !named.includes(item));
  return [...named, ...found].map((item) => ({ ...item, action: null }));
}

/** Answers the V1 routes; undefined for any other path. `path` begins after `/v1`. */
export async function answerV1(
  service: Service,
  { method, path, query, body }: SampleCall,
): Promise<Reply | undefined> {
  const [first = "", second, third, fourth, ...more] = path;
  if (more.length > 0) return undefined;
  if (method === "POST" && second === "ads" && third === "search" && fourth === undefined) {
    const form = single(service, first);
    const sorting = readOrderBy(form, body.get("orderby"));
    return { purpose: "search", data: await searchPage(service, form, body, sorting, cardV1) };
  }
  if (method !== "GET" || third === undefined) return undefined;
  if (first === "filters" && third === "search" && fourth === undefined) {
    return { purpose: "filters", data: JSON.stringify(filterGroupV1(single(service, second ?? ""))) };
  }
  if (second === "filter" && fourth === "items") {
    return { purpose: "filterItems", data: JSON.stringify(items(service, first, third, query)) };
  }
  if (second !== "ads" || fourth !== undefined) return undefined;
  const facts = findAd(service, single(service, first), third);
  return { purpose: "adDetail", data: JSON.stringify(detailV1(service, facts, service.present())) };
}
