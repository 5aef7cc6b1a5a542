import {
  type AdCard,
  type Attachment,
  cardKey,
  type Digits,
  isDigits,
  type Metadatum,
  type Owner,
  type Stat,
} from "../../protocol/ads";
import { platformOf, platformOfSegment, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import type { PagingDoubt, SearchPage } from "../../protocol/search";
import { digitsOf } from "../integers";
import { badAnswer, readEnvelope } from "./envelope";
import { elementsOf, FieldReader, type Fields, isFigure, isObject, present, textsOf, unlessEmpty } from "./fields";

/** The position of a card: it decides the key of a card without an id, and the platform of one that names none. */
export interface CardPlace {
  readonly platform: PlatformToken;
  readonly page: number;
  readonly index: number;
  readonly segments?: PlatformSegments;
}

/** Reads one element of `data.ads` (docs/api.md, "Ad card"), integers exact; any value gives a card. */
export function readCard(value: unknown, { platform: searched, page, index, segments }: CardPlace): AdCard {
  const from = new FieldReader();
  const wire = from.object(value);
  const id = from.digits(wire.id);
  const platformName = from.text(wire.platform) ?? segmentOf(searched, segments);
  const platform = platformNamed(platformName, segments);
  const card = present({
    key: id === undefined ? `?${page}.${index + 1}` : cardKey({ platform, platformName }, id),
    id,
    platform,
    platformName,
    title: from.text(wire.title),
    displayUrl: from.text(wire.display_url),
    monthlyTraffic: trafficOf(wire, from),
    lastSeen: from.words(wire.last_seen),
    postUrl: from.text(wire.post_url),
    active: from.truth(wire.active),
    bookmarked: from.truth(wire.is_bookmarked),
    owner: ownerOf(wire.owner, from),
    attachments: from.objects(wire.attachments, (one) => attachmentOf(one, from)),
    stats: from.objects(wire.stats, (one) => statOf(one, from)),
    metadata: from.objects(wire.metadata, (one) => metadatumOf(one, from)),
  });
  return { ...card, repairs: from.repairs };
}

/**
 * The first integer field whose name ends in `web`, or else the first that looks like a figure: the vendor's name before
 * it is not part of the contract.
 */
function trafficOf(wire: Fields, from: FieldReader) {
  const isCount = (value: unknown) => typeof value === "bigint" || Number.isSafeInteger(value);
  const found = Object.keys(wire).filter((key) => key.endsWith("web"));
  const integer = found.find((key) => isCount(wire[key]));
  const key = integer ?? found.find((one) => typeof wire[one] === "string" && isFigure(wire[one]));
  return key === undefined ? undefined : from.count(wire[key]);
}

/** The owner in any of its variants (docs/api.md, "Owner variants"); absent if nothing about it is known. */
export function ownerOf(value: unknown, from: FieldReader): Owner | undefined {
  const wire = from.object(value);
  return unlessEmpty(
    present({
      id: from.digits(wire.id),
      name: from.text(wire.name),
      avatarUrl: from.text(wire.avatar_url),
      verified: from.truth(wire.is_verified),
    }),
  );
}

/** A creative in any of its variants (docs/api.md, "Attachment variants"); one without a type is of type `unknown`. */
export function attachmentOf(wire: Fields, from: FieldReader): Attachment {
  return present({
    type: from.text(wire.type) ?? "unknown",
    id: from.digits(wire.id),
    url: from.text(wire.url),
    thumbnail: from.text(wire.thumbnail),
    youtubeId: from.text(wire.youtube_id),
    subtitle: from.text(wire.subtitle),
    durationSeconds: from.count(wire.duration),
  });
}

function statOf(wire: Fields, from: FieldReader): Stat | undefined {
  const [value, tooltip, icon] = [from.count(wire.value), from.text(wire.tooltip), from.text(wire.icon)];
  return value === undefined ? undefined : present({ value, tooltip, icon });
}

function metadatumOf(wire: Fields, from: FieldReader): Metadatum | undefined {
  const [tooltip, values] = [from.text(wire.tooltip), textsOf(wire.value)];
  return values.length === 0 ? undefined : present({ tooltip, values });
}

/** The path segment of a platform: the operator's if set, else the usual one. */
export function segmentOf(token: PlatformToken, segments?: PlatformSegments): string {
  return segments?.[token] ?? token;
}

/** The individual platform named by a card's `platform` field, ignoring case: first in the operator's words. */
function platformNamed(name: string, segments?: PlatformSegments): PlatformToken | undefined {
  const token = (segments && platformOfSegment(name, segments)) ?? platformOf(name);
  return token === "mega" ? undefined : token;
}

/** A page, as far as its answer alone describes it. */
export type PageContent = Omit<SearchPage, "fetchedAt" | "bought">;

/** Of an answer far beyond the contract's 18 ads, only the first ones are read; the archive and exports have all. */
const mostAds = 2000;

/**
 * Makes a reader of search answers (docs/api.md, "Search result page"): every element of `data.ads` becomes one card, in
 * order. `page` and `sentLastHit` are what was asked for; the same arguments give the same page. The reader throws an
 * `AdLibraryError`: `rejected` or `badAnswer`.
 */
export function pageReader(readElement: typeof readCard) {
  return (
    text: string,
    platform: PlatformToken,
    page: number,
    sentLastHit?: Digits,
    segments?: PlatformSegments,
  ): PageContent => {
    const { data, elements, repairs: ofList } = readElements(text);
    const place = { platform, page, ...(segments && { segments }) };
    const ads = elements.slice(0, mostAds).map((value, index) => readElement(value, { ...place, index }));
    const paging = readPaging(data, page, sentLastHit);
    const repairs = ads.reduce((sum, ad) => sum + ad.repairs, paging.repairs + ofList);
    return { page, ...paging, ads, repairs, ...(elements.length > ads.length && { adsInAnswer: elements.length }) };
  };
}

export const readSearchPage = pageReader(readCard);

/** The elements of a search answer's `data.ads`, each for `readCard`, and `data` itself. */
interface Elements {
  readonly data: Fields;
  readonly elements: readonly unknown[];
  readonly repairs: number;
}

/** @throws {AdLibraryError} `rejected` or `badAnswer` */
export function readElements(text: string): Elements {
  const data = readEnvelope(text);
  const elements = isObject(data) ? elementsOf(data.ads) : undefined;
  if (!isObject(data) || !elements) throw badAnswer("data.ads is not a list");
  return { data, elements, repairs: Array.isArray(data.ads) ? 0 : 1 };
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
