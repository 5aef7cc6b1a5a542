import * as l10n from "@vscode/l10n";
import { formatDay, readDate } from "./dates";
import { plainLabel } from "./label";

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
  /** Whether to show the day even if the words are fresh, because owned ads are viewed again and again. */
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
