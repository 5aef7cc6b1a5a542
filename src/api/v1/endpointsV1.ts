import type { AdCard, AdDetail, AdRef } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { isIndividual, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import type { Cursor } from "../../protocol/search";
import { AdLibraryError } from "../errors";
import { parseExact } from "../integers";
import { type CardPlace, pageReader, readCard } from "../wire/cards";
import { adDetailOf } from "../wire/detail";
import { badAnswer, readEnvelope } from "../wire/envelope";
import { isObject } from "../wire/fields";
import { bodyOf, type PreparedSearch } from "../wire/query";
import { cardToV2 } from "./cardToV2";
import { detailExtras, detailToV2 } from "./detailToV2";

/** The path segments of V1's routes (docs/api.md, "Versioning"). The key is sent only in the header, as in V2. */
export const routesV1 = {
  filters: (segment: string) => ["v1", "filters", segment, "search"],
  filterItems: (segment: string, filter: string) => ["v1", segment, "filter", filter, "items"],
  search: (segment: string) => ["v1", segment, "ads", "search"],
  adDetail: (segment: string, id: string) => ["v1", segment, "ads", id],
};

/** V1 has no search over all platforms at once (docs/api.md, "Versioning", row "Aggregate search"): nothing is sent. */
export function segmentInV1(platform: PlatformToken, segments: PlatformSegments): string {
  if (isIndividual(platform)) return segments[platform];
  throw new AdLibraryError("notInV1", { charge: "none", specifics: platform });
}

/** Reads one element of a V1 answer's `data.ads`; any value gives a card. */
export function readCardV1(value: unknown, place: CardPlace): AdCard {
  return readCard(isObject(value) ? cardToV2(value) : value, place);
}

/** Reads a V1 search answer's text into the same page as V2's. */
export const readSearchPageV1 = pageReader(readCardV1);

/**
 * Reads a V1 detail answer's text into the same noun as V2's, with the fields that only V1 has.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readAdDetailV1(text: string, ad: AdRef): AdDetail {
  const detail = detailToV2(readEnvelope(text));
  if (!detail) throw badAnswer("data.data.ad is not an object");
  const read = adDetailOf(detail, ad);
  return { ...read, ...detailExtras(detail, read.domain) };
}

/**
 * The exact body of a V1 search: `orderby` is a text, everything else is as in V2 (docs/api.md, "Versioning", row
 * "Sorting").
 * @throws {AdLibraryError} `invalidRequest` for an invalid cursor
 */
export function bodyOfV1(request: PreparedSearch, cursor?: Cursor): string {
  const text = bodyOf(request, cursor);
  const body = parseExact(text);
  if (!isObject(body) || !Array.isArray(body.orderby) || body.orderby.length !== 1) return text;
  const orderby: unknown = body.orderby[0];
  return writeExact({ ...body, orderby });
}
