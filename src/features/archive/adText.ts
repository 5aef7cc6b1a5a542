import { domainToUnicode } from "node:url";
import { type AdCard, type AdDetail, adKey, type AdRef, cardKey, type Count, countValue } from "../../protocol/ads";
import { domainOf, namedStats, targetOf } from "../../protocol/adFields";

/** What is recorded about one sighting of an ad, for search and history. Texts are "" where the ad has none. */
export interface AdFacts {
  readonly identity: string;
  readonly platform: string | null;
  readonly platformName: string;
  readonly title: string;
  readonly owner: string;
  readonly ownerId: string | null;
  readonly domain: string;
  readonly body: string;
  readonly traffic: Count | undefined;
  readonly active: boolean | undefined;
  readonly stats: ReadonlyMap<string, Count>;
}

/** Our names for the numbers that a detail brings. The numbers of cards keep the service's labels as names. */
export type DetailStat = "timesObserved" | "daysRunning" | "engagementScore" | "monthlyVisits";

/**
 * Names an ad within its library: `platform:id`, equal in every search. A card without an ID gets `?` and its `place`
 * (the page's row and the position on it), so it equals only itself.
 */
export function identityOf(card: Pick<AdCard, "platform" | "platformName" | "id">, place: string): string {
  return card.id === undefined ? `?${place}` : cardKey(card, card.id);
}

export function factsOfCard(card: AdCard, place: string): AdFacts {
  const subtitles = card.attachments.flatMap(({ subtitle }) => subtitle ?? []);
  return {
    identity: identityOf(card, place),
    platform: card.platform ?? null,
    platformName: card.platformName,
    title: card.title ?? "",
    owner: card.owner?.name ?? "",
    ownerId: card.owner?.id ?? null,
    domain: domainOf(card.displayUrl),
    body: lines([...subtitles, ...card.metadata.flatMap(({ values }) => values)]),
    traffic: card.monthlyTraffic,
    active: card.active,
    stats: readable([...namedStats(card.stats)]),
  };
}

export function factsOfDetail(ad: AdRef, detail: AdDetail): AdFacts {
  const subtitles = detail.attachments.flatMap(({ subtitle }) => subtitle ?? []);
  const cards = detail.targeting?.cards.flatMap(({ label, value }) => [label, value]) ?? [];
  const stats: readonly (readonly [DetailStat, Count | undefined])[] = [
    ["timesObserved", detail.impression?.total],
    ["daysRunning", detail.impression?.daysRunning],
    ["engagementScore", detail.engagement?.score],
    ["monthlyVisits", detail.domain?.monthlyVisits],
  ];
  return {
    identity: adKey(ad),
    platform: ad.platform,
    platformName: ad.platform,
    title: detail.title ?? "",
    owner: detail.owner?.name ?? "",
    ownerId: detail.owner?.id ?? null,
    domain: targetOf(detail).host,
    body: lines([detail.subtitle, detail.description, detail.callToAction, ...subtitles, ...cards]),
    traffic: detail.domain?.monthlyVisits,
    active: undefined,
    stats: readable(stats),
  };
}

/** The numbers that could be read: only these can be searched and compared. */
const readable = (stats: readonly (readonly [string, Count | undefined])[]) =>
  new Map(
    stats.flatMap(([name, value]) =>
      value === undefined || countValue(value) === undefined ? [] : [[name, value] as const],
    ),
  );

/** The texts under which people may look for a domain: its ASCII form and, if that differs, its Unicode form. */
export function domainWords(domain: string): string {
  const own = domainToUnicode(domain);
  return own && own !== domain ? `${domain} ${own}` : domain;
}

// Scripts in which spaces do not reliably separate words. Each character becomes a word of its own, so that a phrase of
// characters finds any part of a sentence.
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;

// Invisible characters within words, such as soft hyphens. ZWNJ separates words, like the space that many type instead.
const withinWords = /\p{Variation_Selector}|\u00ad|\u034f|\u200b|\u200d|\u2060|\ufeff/gu;
// SQLite's Unicode is that of 2012: it takes later emoji for letters.
const betweenWords = /[^\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]+/gu;

/**
 * Prepares a text for the word index: look-alikes (full-width, half-width) get one form, words consist of visible
 * characters and are separated by spaces, and the characters of `unspaced` scripts are set apart.
 */
export function indexable(text: string): string {
  const words = text.normalize("NFKC").replace(withinWords, "").replace(betweenWords, " ");
  return words.replace(unspaced, " $& ");
}

const lines = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join("\n");
