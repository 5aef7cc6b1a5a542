import { isPlatformToken, type PlatformToken } from "./platforms";

/** An int64 as its exact decimal digits. Identifiers and snapshots are always digits, never numbers. */
export type Digits = string;

/** An integer as JSON writes it: what an ID is at every door. The contract has none longer than an int64. */
const digits = "0|-?[1-9]\\d{0,39}";
export const idPattern = new RegExp(`^(?:${digits})$`);
const snapshot = `${digits}|none-[0-9a-f]{12}`;
/** A snapshot: the service's, or the archive's own name for an answer that named none. */
export const snapshotPattern = new RegExp(`^(?:${snapshot})$`);
/** A run behind a name: its snapshot, or its position, which has digits as well. */
export const runPattern = new RegExp(`@(${snapshot})$`);

export const isDigits = (text: string): boolean => idPattern.test(text);

/**
 * A counted quantity: a number where a double holds it exactly, its digits otherwise. What was sent and can't be read as
 * a number is a text in quotation marks, as `asSent` makes it: every door shows it like that.
 */
export type Count = number | Digits;

/** What was sent and can't be read, marked. */
export const asSent = (text: string): string => `“${text}”`;

/**
 * A time that the service sent, in milliseconds since the epoch: a day or an ISO 8601 time, UTC if it names no zone.
 * Everything else may mean another day elsewhere (`02/03/2026`), so it's not read.
 */
export function timeOf(sent: string | undefined): number | undefined {
  const form = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?\s*$/i;
  const [, day = "", time = "00:00", zone = "Z"] = form.exec(sent ?? "") ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  // February 30 would become March 2.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const ms = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The number that a count is, as precisely as a double allows; none if it could not be read. */
export function countValue(count: Count | undefined): number | undefined {
  const value = count === undefined || count === "" ? NaN : Number(count);
  return Number.isFinite(value) ? value : undefined;
}

const isWhole = (count: Count) => (typeof count === "number" ? Number.isSafeInteger(count) : isDigits(count));
const exact = (count: Count) => (isWhole(count) ? BigInt(count) : Number(count));

/** The largest of some counts, whatever their number of digits. */
export const mostOf = (counts: readonly Count[]): Count =>
  counts.reduce((most, count) => (exact(count) > exact(most) ? count : most), -Infinity);

/** The sum of counts less another one: exact, unless one of them is a fraction. */
export function sumOf(counts: readonly Count[], less: Count = 0): Count {
  if (![...counts, less].every(isWhole)) return counts.reduce<number>((sum, one) => sum + Number(one), -Number(less));
  const sum = counts.reduce((all, one) => all + BigInt(one), -BigInt(less));
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : String(sum);
}

/** The name of one ad: a platform that has details, and the ad's id there. */
export interface AdRef {
  readonly platform: PlatformToken;
  readonly id: Digits;
}

/** The built-in sample library, in place of a base URL. */
export const sampleUrl = "sample:";

/** An ad in one word, the same in files, lists, and links: `tiktok:123`. */
export const adKey = ({ platform, id }: AdRef): string => `${platform}:${id}`;

/** The same of a card, also if only the service knows its platform, whose spelling it may change. */
export const cardKey = (
  { platform, platformName }: { readonly platform?: PlatformToken | undefined; readonly platformName: string },
  id: Digits,
): string => `${platform ?? platformName.toLowerCase()}:${id}`;

/** The ad that such a word names. */
export function readAdKey(key: string): AdRef | undefined {
  const [, platform = "", id = ""] = /^([a-z]+):([^:]+)$/.exec(key) ?? [];
  return isPlatformToken(platform) && platform !== "mega" && isDigits(id) ? { platform, id } : undefined;
}

/** The first of some texts that isn't empty: the service may send "" for what it lacks. */
export const firstText = (...texts: readonly (string | undefined)[]): string | undefined => texts.find(Boolean);

/** Absent fields were absent (or null) in the answer; nothing is invented for them. */
export interface Owner {
  readonly id?: Digits;
  readonly name?: string;
  readonly avatarUrl?: string;
  /** Only some platforms provide it; absent means "not provided", not "unverified". */
  readonly verified?: boolean;
}

export interface Attachment {
  readonly id?: Digits;
  /** `image`, `video`, `clip`, `youtube`, or another type from a newer service. */
  readonly type: string;
  /** Video file for video, image otherwise. */
  readonly url?: string;
  readonly thumbnail?: string;
  readonly youtubeId?: string;
  readonly subtitle?: string;
  readonly durationSeconds?: Count;
}

/** A display-ready metric of a card. `icon` is the service's name for a picture, not a URL. */
export interface Stat {
  readonly tooltip?: string;
  readonly value: Count;
  readonly icon?: string;
}

/** A display-ready remark of a card: one text or several (for example regions). */
export interface Metadatum {
  readonly tooltip?: string;
  readonly values: readonly string[];
}

/** An ad as a search result shows it (docs/api.md, "Ad card"). */
export interface AdCard {
  /** Unique within any list of results: platform and id, or the position if one of them is missing. */
  readonly key: string;
  readonly id?: Digits;
  /** Known platform of the ad; absent when the service names one that this version does not know. */
  readonly platform?: PlatformToken;
  /** The platform as the service names it, or the searched platform if it names none. */
  readonly platformName: string;
  readonly title?: string;
  /** Target link of the ad. */
  readonly displayUrl?: string;
  /** Monthly traffic of the target's domain. */
  readonly monthlyTraffic?: Count;
  /** Relative display text ("3 hours ago"): true at the time of fetching, not a timestamp. */
  readonly lastSeen?: string;
  readonly postUrl?: string;
  readonly active?: boolean;
  readonly bookmarked?: boolean;
  readonly owner?: Owner;
  readonly attachments: readonly Attachment[];
  readonly stats: readonly Stat[];
  readonly metadata: readonly Metadatum[];
  /** How many fields of the answer were unreadable and left out. */
  readonly repairs: number;
}

/** One bar, slice or point: `value` in the unit that its breakdown names. */
export interface DataPoint {
  readonly label: string;
  readonly value: Count;
  /** Machine name: for timelines a date. */
  readonly key?: string;
  readonly icon?: string;
}

/** `unit` is the service's `value_type` (for example `percentage`, `number`); absent when it sent none. */
export interface Breakdown {
  readonly unit?: string;
  readonly points: readonly DataPoint[];
}

/** Several metrics over the same dates. */
export interface Timeline {
  readonly unit?: string;
  readonly metrics: readonly { readonly key: string; readonly label: string }[];
  readonly points: readonly {
    readonly date: string;
    readonly label?: string;
    readonly values: readonly (Count | undefined)[];
  }[];
}

export interface EngagementPeriod {
  /** Growth as the service words it, always with a percent sign. */
  readonly growth?: string;
  readonly growthTimeline?: Breakdown;
  readonly timeline?: Timeline;
  readonly breakdown?: Breakdown;
}

/** What one fetch showed of an ad: its card in a search, or its detail. */
export interface AdSighting {
  /** ISO time at which the service's answer arrived. */
  readonly fetchedAt: string;
  readonly from: "card" | "detail";
  readonly stats: readonly { readonly name: string; readonly value: Count }[];
}

/** Everything the service says about one ad (docs/api.md, "Ad detail"). Absent sections were not provided. */
export interface AdDetail {
  readonly ad: AdRef;
  readonly postUrl?: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly callToAction?: string;
  readonly bookmarked?: boolean;
  readonly owner?: Owner;
  readonly attachments: readonly Attachment[];
  readonly impression?: {
    readonly total?: Count;
    readonly daysRunning?: Count;
    readonly devices?: Breakdown;
    /** ISO 8601 times as sent. */
    readonly publishedAt?: string;
    readonly firstSeenAt?: string;
    readonly lastSeenAt?: string;
  };
  readonly targeting?: {
    readonly cards: readonly {
      readonly key?: string;
      readonly label: string;
      readonly value: string;
      readonly icon?: string;
    }[];
    readonly tabs: readonly { readonly key: string; readonly label: string; readonly breakdown: Breakdown }[];
  };
  readonly engagement?: {
    readonly score?: Count;
    readonly growthLastMonth?: string;
    readonly lifetime?: EngagementPeriod;
    readonly lastMonth?: EngagementPeriod;
  };
  readonly urlChain: readonly { readonly id?: Digits; readonly url?: string; readonly count?: Count }[];
  readonly domain?: {
    readonly name?: string;
    readonly monthlyVisits?: Count;
    readonly age?: string;
    readonly timeline?: Breakdown;
    /** V1 only. */
    readonly dailyVisits?: Count;
    /** V1 only: dates of the domain's registration, as sent. */
    readonly createdAt?: string;
    readonly updatedAt?: string;
    readonly expiresAt?: string;
  };
  /** V1 only: what the target's site is built with. */
  readonly technologies?: readonly { readonly name: string; readonly category?: string; readonly icon?: string }[];
  /** V1 only: when the ad ran, in the service's own words. */
  readonly durations?: readonly { readonly label?: string; readonly value: string }[];
  readonly repairs: number;
}
