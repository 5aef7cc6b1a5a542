import type { AdCard, AdDetail, AdRef, Digits } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import { readCard, type CardPlace } from "../wire/card";
import { searchPageOf, type PageContent } from "../wire/cards";
import { adDetailOf } from "../wire/detail";
import { badAnswer, readEnvelope } from "../wire/envelope";
import { isObject } from "../wire/fields";
import { cardToV2 } from "./cardToV2";
import { detailExtras } from "./detailExtras";
import { detailToV2 } from "./detailToV2";

/**
 * Reads a V1 search answer's text into the same page as V2's; same arguments as `readSearchPage`.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readSearchPageV1(
  text: string,
  platform: PlatformToken,
  page: number,
  sentLastHit?: Digits,
  segments?: PlatformSegments,
): PageContent {
  const data = readEnvelope(text);
  if (!isObject(data) || !Array.isArray(data.ads)) throw badAnswer("data.ads is not a list");
  const ads = data.ads.map((card: unknown) => (isObject(card) ? cardToV2(card) : card));
  return searchPageOf({ ...data, ads }, platform, page, sentLastHit, segments);
}

/** Reads one element of a V1 answer's `data.ads`; any value gives a card. */
export function readCardV1(value: unknown, place: CardPlace): AdCard {
  return readCard(isObject(value) ? cardToV2(value) : value, place);
}

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
