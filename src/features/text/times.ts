import * as l10n from "@vscode/l10n";

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

interface AgoWords {
  /** A BCP 47 tag. */
  readonly language: string;
  /** For less than a minute. */
  readonly justNow: string;
  /** Units that are not used. */
  readonly without?: readonly Intl.RelativeTimeFormatUnit[];
}

/** How long ago an ISO time was, in words: "2 days ago". */
export function timeAgo(iso: string, { language, justNow, without = [] }: AgoWords, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const unit = units.find(([name, size]) => seconds >= size && !without.includes(name));
  if (!unit) return justNow;
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** A day as people see it in their time zone: `2026-01-31`. */
export function localDay(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/**
 * The language in which texts are shown (BCP 47), for the numbers and dates in them. Undefined in English: they look
 * as the system has them.
 */
export function locale(): string | undefined {
  const tag = l10n.t("en");
  return tag === "en" ? undefined : tag;
}

/** A number as texts in that language show it. */
export const figure = (count: number | bigint): string => count.toLocaleString(locale());
