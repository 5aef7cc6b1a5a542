import { domainToUnicode } from "node:url";
import type { AdCard, AdDetail, AdRef, Count } from "../../protocol/ads";
import { parseUrl } from "../../api";

/** What is recorded about one sighting of an ad, for search and history. */
export interface AdFacts {
  readonly identity: string;
  readonly platform: string | null;
  readonly platformName: string;
  readonly adId: string | null;
  readonly title: string;
  readonly owner: string;
  readonly domain: string;
  readonly body: string;
  readonly traffic: Count | undefined;
  readonly active: boolean | undefined;
  readonly stats: ReadonlyMap<string, Count>;
}

/** Names of the numbers that come from details. Those of cards have the service's own names. */
export type DetailStat = "impressions" | "daysRunning" | "engagementScore" | "monthlyVisits";

/** The same for the same ad in every search; a card without an id is only itself (`place`). */
export function identityOf(card: Pick<AdCard, "platform" | "platformName" | "id">, place: string): string {
  if (card.id === undefined) return `?${place}`;
  return `${card.platform ?? card.platformName.toLowerCase()}:${card.id}`;
}

export function factsOfCard(card: AdCard, place: string): AdFacts {
  const subtitles = card.attachments.flatMap(({ subtitle }) => subtitle ?? []);
  return {
    identity: identityOf(card, place),
    platform: card.platform ?? null,
    platformName: card.platformName,
    adId: card.id ?? null,
    title: card.title ?? "",
    owner: card.owner?.name ?? "",
    domain: domainOf(card.displayUrl),
    body: lines([...subtitles, ...card.metadata.flatMap(({ values }) => values)]),
    traffic: card.monthlyTraffic,
    active: card.active,
    stats: new Map(card.stats.map((stat, index) => [stat.tooltip ?? stat.icon ?? `#${index + 1}`, stat.value])),
  };
}

export function factsOfDetail(ad: AdRef, detail: AdDetail): AdFacts {
  const subtitles = detail.attachments.flatMap(({ subtitle }) => subtitle ?? []);
  const cards = detail.targeting?.cards.flatMap(({ label, value }) => [label, value]) ?? [];
  const stats: readonly (readonly [DetailStat, Count | undefined])[] = [
    ["impressions", detail.impression?.total],
    ["daysRunning", detail.impression?.daysRunning],
    ["engagementScore", detail.engagement?.score],
    ["monthlyVisits", detail.domain?.monthlyVisits],
  ];
  return {
    identity: `${ad.platform}:${ad.id}`,
    platform: ad.platform,
    platformName: ad.platform,
    adId: ad.id,
    title: detail.title ?? "",
    owner: detail.owner?.name ?? "",
    domain: detail.domain?.name?.toLowerCase() ?? domainOf(detail.urlChain[0]?.url),
    body: lines([detail.subtitle, detail.description, detail.callToAction, ...subtitles, ...cards]),
    traffic: detail.domain?.monthlyVisits,
    active: undefined,
    stats: new Map(stats.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
  };
}

/** Host name of a link, in ASCII and lower case; empty if there is none. Links may lack their scheme. */
export function domainOf(link: string | undefined): string {
  if (!link) return "";
  const url = parseUrl(link) ?? parseUrl(`https://${link}`);
  return url?.hostname.replace(/\.$/, "") ?? "";
}

/** A domain as people may type it: its ASCII form, and its own script if that differs. */
export function domainWords(domain: string): string {
  const own = domainToUnicode(domain);
  return own && own !== domain ? `${domain} ${own}` : domain;
}

// Scripts written without spaces: each sign becomes a word, so that a phrase of signs finds any part of a sentence.
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;

/** Text as the word index takes it: one form for look-alikes (full-width, half-width), signs apart. */
export function indexable(text: string): string {
  return text.normalize("NFKC").replace(unspaced, " $& ");
}

const lines = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join("\n");
