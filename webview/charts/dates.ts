import * as l10n from "@vscode/l10n";
import { utcFormat, utcParse } from "d3-time-format";
import { asSent, timeOf } from "../../src/protocol/ads";
import { plainLabel } from "./label";
import { locale, perLocale } from "./locale";

/** How exact the dates of a chart are: lifetime data has one point a month, last-month data one a day. */
export type Grain = "month" | "day";

const patterns = ["%Y-%m-%d", "%Y-%m", "%Y/%m/%d", "%Y"].map((pattern) => ({
  parse: utcParse(pattern),
  format: utcFormat(pattern),
}));
const unpadded = (text: string) => text.replace(/(^|\D)0+(?=\d)/g, "$1");

/** Reads a calendar date or an ISO 8601 time; undefined for everything else. Dates without a zone are UTC. */
export function readDate(text: string | undefined): Date | undefined {
  const trimmed = (text ?? "").slice(0, 64).trim();
  const time = timeOf(trimmed);
  if (time !== undefined) return new Date(time);
  for (const { parse, format } of patterns) {
    const date = parse(trimmed);
    // The parser lets 31 February roll over into March; writing it back reveals that.
    if (date && unpadded(format(date)) === unpadded(trimmed)) return date;
  }
  return undefined;
}

const formatter = perLocale(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
const format = (date: Date, options: Intl.DateTimeFormatOptions) => formatter(options).format(date);

const utc = { timeZone: "UTC" } as const;

/** A date of a chart in words: "3 May 2025" or "May 2025". */
export function formatDate(date: Date, grain: Grain): string {
  return grain === "month"
    ? format(date, { ...utc, month: "long", year: "numeric" })
    : format(date, { ...utc, day: "numeric", month: "short", year: "numeric" });
}

/** A tick of a time axis; `withYear` for the first one and wherever the year changes. */
export function formatTick(date: Date, grain: Grain | "year", withYear: boolean): string {
  if (grain === "year") return format(date, { ...utc, year: "numeric" });
  if (grain === "day") return format(date, { ...utc, day: "numeric", month: "short" });
  return format(date, { ...utc, month: "short", ...(withYear && { year: "numeric" }) });
}

/** A moment in the reader's own time zone; what can't be read as it was sent, and "-" for nothing. */
export function formatMoment(text: string | undefined): string {
  const date = readDate(text);
  return date ? format(date, { dateStyle: "medium", timeStyle: "short" }) : unreadDate(text);
}

/** A calendar day in the reader's own time zone; what can't be read as it was sent, and "-" for nothing. */
export function formatDay(text: string | undefined): string {
  const date = readDate(text);
  return date ? format(date, { dateStyle: "medium" }) : unreadDate(text);
}

function unreadDate(text = ""): string {
  const label = plainLabel(text, 40);
  return label === "" ? "-" : asSent(label);
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago in words ("2 hours ago"), from `now` in milliseconds. */
export function formatAgo(text: string | undefined, now: number): string {
  const date = readDate(text);
  if (!date) return "-";
  const seconds = (date.getTime() - now) / 1000;
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? words.format(Math.round(seconds / step[1]), step[0]) : l10n.t("just now");
}

/** How long "7 minutes ago" stays accurate enough to be shown, in ms. */
const freshMs = 3_600_000;

const unitMs: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};

/** ms that an English "2 hours ago" reaches back; undefined for other words. */
function msAgo(text: string): number | undefined {
  if (/^just now$/i.test(text)) return 0;
  const [, count = "", unit = ""] =
    /^(an?|\d{1,4})\s+(second|minute|hour|day|week|month|year)s?\s+ago$/i.exec(text.trim()) ?? [];
  const step = unitMs[unit.toLowerCase()];
  return step === undefined ? undefined : (/^an?$/i.test(count) ? 1 : Number(count)) * step;
}

interface SeenOptions {
  /** ISO time at which the words were received: they are true at that time only. */
  readonly fetchedAt?: string;
  /** ms since 1970. */
  readonly now?: number;
  /** Whether to show the day even if the words are fresh, because bought ads are viewed again and again. */
  readonly dated?: boolean;
  /** The most characters. */
  readonly length?: number;
}

/**
 * When an ad was last seen: the service's own words while they are fresh, later the day they meant; also the day if the
 * service sent a time (V1).
 */
export function seenText(
  lastSeen: string,
  { fetchedAt, now = Date.now(), dated = false, length }: SeenOptions = {},
): string {
  if (readDate(lastSeen)) return formatDay(lastSeen);
  const words = plainLabel(lastSeen, length);
  const fetched = fetchedAt === undefined ? NaN : Date.parse(fetchedAt);
  if (Number.isNaN(fetched) || (!dated && now - fetched < freshMs)) return words;
  const ago = msAgo(words);
  if (ago !== undefined) return formatDay(new Date(fetched - ago).toISOString());
  return l10n.t("{0}, as of {1}", words, formatDay(fetchedAt));
}

/** The moment that an ad was last seen, ms since 1970; undefined if the words do not say. */
export function seenMs(lastSeen: string | undefined, fetchedAt: string): number | undefined {
  if (lastSeen === undefined) return undefined;
  const date = readDate(lastSeen);
  if (date) return date.getTime();
  const ago = msAgo(plainLabel(lastSeen));
  return ago === undefined ? undefined : Date.parse(fetchedAt) - ago;
}
