import * as l10n from "@vscode/l10n";
import { lazy, locale } from "../charts/locale";
import { formatNumber } from "../charts/numbers";

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago an ISO time was, in words; the text itself if it is not a time. */
export function ago(iso: string, now = Date.now()): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" });
  for (const [unit, length] of units) {
    if (now - then >= length) return format.format(-Math.floor((now - then) / length), unit);
  }
  return l10n.t("just now");
}

const times = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }));

/** An ISO time in local form. */
export function localTime(iso: string): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return iso;
  return times().format(then);
}

/** A number of days in words: "1 day", "2 days". */
export function daysText(days: number): string {
  const count = formatNumber(days);
  return plural(days, { one: l10n.t("{0} day", count), other: l10n.t("{0} days", count) });
}

/** The text that goes with a count; `one` may say "1", so it is for exactly 1, whatever a language's singular includes. */
export const plural = (count: number, texts: { readonly one: string; readonly other: string }): string =>
  count === 1 ? texts.one : texts.other;

/** How many ads: "1 ad", "2 ads". */
export const adsText = (count: number): string =>
  plural(count, { one: l10n.t("1 ad"), other: l10n.t("{0} ads", formatNumber(count)) });

/** How many pages: "1 page", "2 pages". */
export const pagesText = (count: number): string =>
  plural(count, { one: l10n.t("1 page"), other: l10n.t("{0} pages", formatNumber(count)) });
