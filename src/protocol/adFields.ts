import type { AdCard, AdDetail, Count, Stat } from "./ads";
import type { CsvTable, CsvValue } from "./csv";

/** Both browsers and Node.js have it, but the types of this room include neither. */
declare const URL: { canParse(text: string): boolean; new (text: string): { readonly hostname: string } };

/** An ad as a row of a table: its card, where and when it was seen, and its detail if there is one. */
export interface AdRow {
  readonly card: AdCard;
  /** ISO time at which the card was received. */
  readonly fetchedAt?: string;
  readonly page?: number;
  /** Place on the page; the first is 1. */
  readonly position?: number;
  readonly detail?: { readonly detail: AdDetail; readonly fetchedAt: string } | undefined;
}

export interface AdField {
  /** The column's name in every CSV of ads; docs/export-format.md explains each. */
  readonly name: string;
  readonly value: (row: AdRow) => CsvValue;
  /** Whether a comparison of runs looks at it; a link without the parts that are signed anew each time. */
  readonly compared?: "exactly" | "link";
}

const ofCard = (name: string, value: (card: AdCard) => CsvValue, compared?: AdField["compared"]): AdField => ({
  ...{ name, value: ({ card }: AdRow) => value(card) },
  ...(compared && { compared }),
});
const ofDetail = (name: string, value: (detail: AdDetail) => CsvValue): AdField => ({
  name: `detail_${name}`,
  value: ({ detail }) => detail && value(detail.detail),
});

/**
 * The facts that every ad may have, in the order of columns. A new fact is added here, and to docs/export-format.md and
 * docs/schemas. The numbers and remarks that the service names itself follow (`namedValues`).
 */
export const adFields: readonly AdField[] = [
  ofCard("key", ({ key }) => key),
  ofCard("platform", ({ platform, platformName }) => platform ?? platformName),
  ofCard("id", ({ id }) => id),
  ofCard("title", ({ title }) => title, "exactly"),
  ofCard("advertiser", ({ owner }) => owner?.name, "exactly"),
  ofCard("advertiser_id", ({ owner }) => owner?.id, "exactly"),
  ofCard("advertiser_verified", ({ owner }) => owner?.verified, "exactly"),
  ofCard("display_url", ({ displayUrl }) => displayUrl, "link"),
  ofCard("domain", ({ displayUrl }) => domainOf(displayUrl)),
  ofCard("monthly_traffic", ({ monthlyTraffic }) => monthlyTraffic, "exactly"),
  ofCard("post_url", ({ postUrl }) => postUrl, "link"),
  ofCard("last_seen", ({ lastSeen }) => lastSeen),
  ofCard("active", ({ active }) => active, "exactly"),
  ofCard("bookmarked", ({ bookmarked }) => bookmarked),
  ofCard("media_count", ({ attachments }) => attachments.length),
  ofCard("media_type", ({ attachments: [first] }) => first?.type),
  ofCard("media_url", ({ attachments: [first] }) => first?.url ?? (first?.youtubeId && youtubeUrl(first.youtubeId))),
  ofCard("media_thumbnail", ({ attachments: [first] }) => first?.thumbnail),
  ofCard("media_subtitle", ({ attachments: [first] }) => first?.subtitle),
  ofCard("media_seconds", ({ attachments: [first] }) => first?.durationSeconds),
  { name: "page", value: ({ page }) => page },
  { name: "position", value: ({ position }) => position },
  { name: "fetched_at", value: ({ fetchedAt }) => fetchedAt },
];

/** These follow if details were asked for; empty if an ad has none. */
export const detailFields: readonly AdField[] = [
  ofDetail("title", ({ title }) => title),
  ofDetail("subtitle", ({ subtitle }) => subtitle),
  ofDetail("description", ({ description }) => description),
  ofDetail("call_to_action", ({ callToAction }) => callToAction),
  ofDetail("times_observed", ({ impression }) => impression?.total),
  ofDetail("days_running", ({ impression }) => impression?.daysRunning),
  ofDetail("published_at", ({ impression }) => impression?.publishedAt),
  ofDetail("first_seen_at", ({ impression }) => impression?.firstSeenAt),
  ofDetail("last_seen_at", ({ impression }) => impression?.lastSeenAt),
  ofDetail("engagement_score", ({ engagement }) => engagement?.score),
  ofDetail("growth_last_month", ({ engagement }) => engagement?.growthLastMonth),
  ofDetail("url_chain", ({ urlChain }) => urlChain.flatMap(({ url }) => url ?? []).join(" ")),
  ofDetail("domain", ({ domain }) => domain?.name),
  ofDetail("domain_monthly_visits", ({ domain }) => domain?.monthlyVisits),
  ofDetail("domain_age", ({ domain }) => domain?.age),
  { name: "detail_fetched_at", value: ({ detail }) => detail?.fetchedAt },
];

const number = String.raw`(?:\d{1,3}(?:[,.\s]\d{3})+|\d+)`;
const numberOfDays = new RegExp(String.raw`(?<![\d.,])(${number})\s*days?\b`, "i");
const onlyNumber = new RegExp(String.raw`^\s*(${number})(?:\s*days?)?\s*$`, "i");
const isOfDays = (text: string) => /\bdays?\b/i.test(text);
const isOfRunning = (text: string) => /\b(?:run\w*|active|live)\b/i.test(text);
/** Of other things, or of only a part of the time. */
const isOfOthers = (text: string) => /\b(?:ago|last|past|per|in|within|hours?|weeks?|months?|years?)\b/i.test(text);

/** Days that an ad has run, where one of the display-ready numbers and remarks of its card says so. */
export function daysRunning({ stats, metadata }: Pick<AdCard, "stats" | "metadata">): number | undefined {
  const named = (name: string) => (isOfRunning(name) || /^\s*days?\s*$/i.test(name)) && !isOfOthers(name);
  for (const { tooltip = "", value } of stats)
    if (isOfDays(tooltip) && named(tooltip) && Number(value) >= 0) return Number(value);
  const remarks = metadata.flatMap(({ tooltip = "", values }) =>
    values.map((value) => ({ name: tooltip, text: value.slice(0, 200) })),
  );
  const told = remarks.filter(({ name, text }) => (named(name) || isOfRunning(text)) && !isOfOthers(text));
  const [digits] = [
    ...told.flatMap(({ text }) => numberOfDays.exec(text)?.[1] ?? []),
    ...told.flatMap(({ name, text }) => (isOfDays(name) ? (onlyNumber.exec(text)?.[1] ?? []) : [])),
    ...remarks.flatMap(({ name, text }) => (!name.trim() && isOfDays(text) ? (onlyNumber.exec(text)?.[1] ?? []) : [])),
  ];
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ""));
}

/**
 * The numbers (`stat.likes`) and remarks (`meta.days_running`) of a card by the names of their columns. A remark that is
 * a number, or a number of days, is a number; several texts are joined.
 */
export function namedValues({ stats, metadata }: AdCard): ReadonlyMap<string, string | number> {
  const values = new Map<string, string | number>();
  const used = new Map<string, number>();
  const add = (name: string, value: string | number) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    values.set(times === 1 ? name : `${name}_${times}`, value);
  };
  for (const [at, { tooltip, icon, value }] of stats.entries())
    add(`stat.${columnName(tooltip ?? icon ?? "") || at + 1}`, value);
  for (const [at, { tooltip, values: texts }] of metadata.entries())
    add(`meta.${columnName(tooltip ?? "") || at + 1}`, remark(texts));
  return values;
}

/** Numbers by name; a second one of the same name is called `Likes 2`. */
export function namedStats(
  stats: readonly Stat[],
  nameOf = ({ tooltip, icon }: Stat, at: number) => tooltip ?? icon ?? `#${at + 1}`,
): ReadonlyMap<string, Count> {
  const values = new Map<string, Count>();
  for (const [at, stat] of stats.entries()) {
    const own = nameOf(stat, at);
    let name = own;
    for (let times = 2; values.has(name); times += 1) name = `${own} ${times}`;
    values.set(name, stat.value);
  }
  return values;
}

/** The service's word as part of a column's name. */
const columnName = (word: string) =>
  word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

function remark(texts: readonly string[]): string | number {
  const [, digits] = /^\s*(\d{1,15})(?:\s*days?)?\s*$/i.exec(texts.length === 1 ? (texts[0] ?? "") : "") ?? [];
  return digits === undefined ? texts.join(", ") : Number(digits);
}

/** The most columns of numbers and remarks: a hostile service may name thousands. The others share one column. */
const mostNamed = 300;

/** Makes a table of ads whose last columns are known only once all ads are. */
export class AdTable {
  private readonly names = new Set<string>();
  private readonly fields: readonly AdField[];
  private hasMore = false;
  /** Numbers before remarks, each in the order in which they were first seen. */
  private order: readonly string[] = [];

  constructor(details: boolean) {
    this.fields = details ? [...adFields, ...detailFields] : adFields;
  }

  /** An ad's values; `record` makes its row of them once all ads were read. */
  read(row: AdRow): AdValues {
    const named = [...namedValues(row.card)];
    for (const [name] of named) {
      if (this.names.size < mostNamed) this.names.add(name);
      this.hasMore ||= !this.names.has(name);
    }
    return [this.fields.map(({ value }) => value(row) ?? null), named];
  }

  /** To be called before the first `record`. */
  head(): readonly string[] {
    const all = [...this.names];
    this.order = ["stat.", "meta."].flatMap((kind) => all.filter((name) => name.startsWith(kind)));
    return [...this.fields.map(({ name }) => name), ...this.order, ...(this.hasMore ? ["more"] : [])];
  }

  record([fixed, named]: AdValues): CsvTable[number] {
    const values = new Map(named);
    const rest = named.filter(([name]) => !this.names.has(name)).map(([name, value]) => `${name}: ${value}`);
    const cells = [...fixed, ...this.order.map((name) => values.get(name))];
    return this.hasMore ? [...cells, rest.join("; ")] : cells;
  }
}

/** What a row is made of; survives JSON. */
export type AdValues = readonly [
  fixed: readonly (string | number | boolean | null)[],
  named: readonly (readonly [name: string, value: string | number])[],
];

/** Ads as a table for CSV. */
export function adsTable(rows: readonly AdRow[], details = false): CsvTable {
  const table = new AdTable(details);
  const read = rows.map((row) => table.read(row));
  return [table.head(), ...read.map((values) => table.record(values))];
}

/**
 * Where a detail says that its ad leads, and the host of that: its domain, else that of the last URL. The service doesn't
 * say how the chain is ordered, so a URL of the domain counts wherever it is; most others are those of trackers.
 */
export function targetOf({ domain, urlChain }: Pick<AdDetail, "domain" | "urlChain">) {
  const urls = urlChain.flatMap(({ url }) => url ?? []);
  const [named, last] = [domainOf(domain?.name), urls.at(-1)];
  if (named === "") return { url: last, host: domainOf(last) };
  return { url: urls.find((url) => siteOf(url) === siteOf(named)) ?? named, host: named };
}

/** The host of a link without `www.`, by which ads are grouped. */
export const siteOf = (link: string | undefined): string => domainOf(link).replace(/^www\./, "");

/** The host name of a link, in ASCII and lower case; "" if there is none. Links may lack their scheme. */
export function domainOf(link: string | undefined): string {
  if (!link) return "";
  for (const text of [link, `https://${link}`])
    try {
      return new URL(text).hostname.replace(/\.$/, "");
    } catch {
      // No URL, or one so long that only `canParse` takes it.
    }
  return "";
}

export function youtubeUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
}
