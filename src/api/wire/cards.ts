import type { Digits } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import type { PagingDoubt, SearchPage } from "../../protocol/search";
import { digitsOf, isDigits, isRounded } from "../integers";
import { readCard, readPlainCard, type CardPlace } from "./card";
import { ParsedAnswer, badAnswer } from "./envelope";
import { isObject, type Fields } from "./fields";
import { unfit, unlessUnfit } from "./plain";

/** A page, as far as its answer alone describes it. */
export type PageContent = Omit<SearchPage, "fetchedAt" | "owned">;

/**
 * Reads a search answer (docs/api.md, "Search result page"): every element of `data.ads` becomes one card, in order.
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
  const answer = new ParsedAnswer(text);
  const place = { platform, page, ...(segments && { segments }) };
  // Stryker disable next-line ArrowFunction: the careful path reads the same, only slower
  const plain = unlessUnfit(() => plainPageOf(answer.roundedData(), place, sentLastHit));
  return plain ?? searchPageOf(answer.data(), platform, page, sentLastHit, segments);
}

/** The same from an answer's `data`. @throws {AdLibraryError} `badAnswer` */
export function searchPageOf(
  data: unknown,
  platform: PlatformToken,
  page: number,
  sentLastHit?: Digits,
  segments?: PlatformSegments,
): PageContent {
  if (!isPage(data)) throw badAnswer("data.ads is not a list");
  return pageOf(data, { platform, page, ...(segments && { segments }) }, sentLastHit, readCard);
}

/** A page without damaged cards or numbers that may have lost digits, like nearly all. @throws `unfit` for others */
// Stryker disable next-line BlockStatement: the careful path reads the same, only slower
function plainPageOf(data: unknown, place: PagePlace, sentLastHit: Digits | undefined): PageContent {
  // Stryker disable next-line ConditionalExpression: the careful path reads the same, only slower
  if (!isPage(data) || isRounded(data.current_page) || isRounded(data.last_hit)) throw unfit;
  return pageOf(data, place, sentLastHit, readPlainCard);
}

type PagePlace = Omit<CardPlace, "index">;
type Page = Fields & { readonly ads: readonly unknown[] };

function isPage(data: unknown): data is Page {
  return isObject(data) && Array.isArray(data.ads);
}

function pageOf(data: Page, place: PagePlace, sentLastHit: Digits | undefined, read: typeof readCard): PageContent {
  const ads = data.ads.map((value, index) => read(value, { ...place, index }));
  const paging = readPaging(data, place.page, sentLastHit);
  const repairs = ads.reduce((sum, ad) => sum + ad.repairs, paging.repairs);
  return { page: place.page, ...paging, ads, repairs };
}

type Paging = Pick<PageContent, "lastHit" | "hasNextPage" | "doubts" | "repairs">;

/** A next page is offered only if the answer clearly allows it (docs/api.md, "Pagination rules"). */
function readPaging(data: Fields, page: number, named: Digits | undefined): Paging {
  const sent = named !== undefined && isDigits(named) ? named : undefined;
  const { current_page: current, has_next_page: next, last_hit: hit } = data;
  const answered = snapshotOf(hit);
  const lastHit = sent ?? answered;
  const doubts: PagingDoubt[] = [];
  if (typeof next !== "boolean") doubts.push("unclearNextPage");
  if (lastHit === undefined && next !== false) doubts.push("noSnapshot");
  if (digitsOf(current) !== undefined && digitsOf(current) !== String(page)) doubts.push("otherPageReturned");
  // Page 1's snapshot is sent anyway, so this doubt alone does not end the search.
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

/** A snapshot is a time in seconds: 0 and below are none. */
function snapshotOf(value: unknown): Digits | undefined {
  const digits = digitsOf(value);
  return digits === undefined || digits === "0" || digits.startsWith("-") ? undefined : digits;
}
