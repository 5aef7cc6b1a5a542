import type { Digits } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import type { PagingDoubt, SearchPage } from "../../protocol/search";
import { digitsOf, isRounded } from "../integers";
import { readCard, readPlainCard, type CardPlace } from "./card";
import { Answer, badAnswer } from "./envelope";
import { isObject } from "./fields";
import { unlessUnfit } from "./plain";

/** A page as its answer alone tells it. */
export type PageContent = Omit<SearchPage, "fetchedAt" | "owned">;

/**
 * Reads a search answer's text (contract, "Search result page"): every element of `data.ads` becomes one card, in order.
 * `page` and `sentLastHit` are what was asked for; the same arguments give the same page.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readSearchPage(
  text: string,
  platform: PlatformToken,
  page: number,
  sentLastHit?: Digits,
  segments?: PlatformSegments,
): PageContent {
  const answer = new Answer(text);
  const data = answer.roundedData();
  const place = { platform, page, ...(segments && { segments }) };
  return plainPageOf(data, place, sentLastHit) ?? searchPageOf(answer.data(), platform, page, sentLastHit, segments);
}

/** A page in which nothing is to be left out and no number may have lost digits, as nearly all are. */
function plainPageOf(data: unknown, place: PagePlace, sentLastHit?: Digits): PageContent | undefined {
  if (!isObject(data) || !Array.isArray(data.ads)) return undefined;
  if (isRounded(data.current_page) || isRounded(data.last_hit)) return undefined;
  const { ads: values } = data;
  const ads = unlessUnfit(() => values.map((value: unknown, index) => readPlainCard(value, { ...place, index })));
  return ads && { page: place.page, ...readPaging(data, place.page, sentLastHit), ads };
}

type PagePlace = Omit<CardPlace, "index">;

/** The same from an answer's `data`. @throws {AdLibraryError} `badAnswer` */
export function searchPageOf(
  data: unknown,
  platform: PlatformToken,
  page: number,
  sentLastHit?: Digits,
  segments?: PlatformSegments,
): PageContent {
  if (!isObject(data) || !Array.isArray(data.ads)) throw badAnswer("data.ads is not a list");
  const place = { platform, page, ...(segments && { segments }) };
  const ads = data.ads.map((value: unknown, index) => readCard(value, { ...place, index }));
  const paging = readPaging(data, page, sentLastHit);
  const repairs = ads.reduce((sum, ad) => sum + ad.repairs, paging.repairs);
  return { page, ...paging, ads, repairs };
}

type Paging = Pick<PageContent, "lastHit" | "hasNextPage" | "doubts" | "repairs">;

/** Going on is offered only where the answer plainly allows it (contract, "Pagination rules"). */
function readPaging(data: Readonly<Record<string, unknown>>, page: number, sent: Digits | undefined): Paging {
  const { current_page: current, has_next_page: next, last_hit: hit } = data;
  const answered = snapshotOf(hit);
  const lastHit = sent ?? answered;
  const doubts: PagingDoubt[] = [];
  if (typeof next !== "boolean") doubts.push("unclearNextPage");
  if (lastHit === undefined && next !== false) doubts.push("noSnapshot");
  if (digitsOf(current) !== undefined && digitsOf(current) !== String(page)) doubts.push("otherPageReturned");
  // Page 1's snapshot is sent all the same, so this one alone does not end the search.
  const stops = doubts.length > 0;
  if (sent !== undefined && answered !== undefined && answered !== sent) doubts.push("snapshotChanged");
  const unreadable = [
    current != null && digitsOf(current) === undefined,
    next != null && typeof next !== "boolean",
    hit != null && digitsOf(hit) === undefined,
  ];
  return {
    ...(lastHit !== undefined && { lastHit }),
    hasNextPage: next === true && !stops,
    doubts,
    repairs: unreadable.filter(Boolean).length,
  };
}

/** A snapshot is a time in seconds: 0 and less are none. */
function snapshotOf(value: unknown): Digits | undefined {
  const digits = digitsOf(value);
  return digits === undefined || digits === "0" || digits.startsWith("-") ? undefined : digits;
}
