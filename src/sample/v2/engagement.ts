import type { Facts } from "../world/facts";
import { type Counter, countersUpTo, engagementUpTo, impressionsAt, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";

const day = 86_400;
const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A span of time on the axis of a chart. `key` is its first day, such as 2025-01-31. It lasts from the second `from` to
 * before the second `to`.
 */
interface Span {
  readonly key: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

const dateOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);

function monthStart(second: number, later: number): number {
  const date = new Date(second * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / 1000;
}

function monthSpan(from: number): Span {
  const date = new Date(from * 1000);
  const label = `${monthNames[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
  return { key: dateOf(from), label, from, to: monthStart(from, 1) };
}

/** The calendar months (UTC) from the one of the first second to the one of the last. */
function monthsBetween(first: number, last: number): Span[] {
  const months: Span[] = [];
  for (let from = monthStart(first, 0); from <= last; from = monthStart(from, 1)) months.push(monthSpan(from));
  return months;
}

/** The last `count` calendar months before the one of a second. */
export const monthsBefore = (second: number, count: number): Span[] =>
  monthsBetween(monthStart(second, -count), monthStart(second, 0) - 1);

/** The last `count` days (UTC), including the day of the second. */
function daysUpTo(second: number, count: number): Span[] {
  const today = Math.floor(second / day) * day;
  return Array.from({ length: count }, (_, i) => {
    const from = today - (count - 1 - i) * day;
    const date = new Date(from * 1000);
    const label = `${monthNames[date.getUTCMonth()] ?? ""} ${date.getUTCDate()}`;
    return { key: dateOf(from), label, from, to: from + day };
  });
}

type Json = Record<string, unknown>;

/** Growth from the first number to the second in percent, with one decimal. */
function growthPercent(from: number, to: number): number {
  if (from === 0) return to === 0 ? 0 : 100;
  return Math.round(((to - from) / from) * 1000) / 10;
}

const difference = (after: readonly Counter[], before: readonly Counter[]): Counter[] =>
  after.map((counter, i) => ({ ...counter, value: counter.value - (before[i]?.value ?? 0) }));

interface Period {
  readonly percent: number;
  readonly section: Json;
}

/** Growth, timeline, and breakdown of an ad over consecutive spans, up to its last sighting. */
function period(profile: PlatformProfile, facts: Facts, spans: readonly Span[], last: number): Period {
  const at = (second: number) => countersUpTo(profile, facts, Math.min(second, last));
  const totals = spans.map(({ key, label, to }) => ({
    key,
    label,
    value: engagementUpTo(profile, facts, Math.min(to, last)),
  }));
  const percent = growthPercent(totals[0]?.value ?? 0, totals.at(-1)?.value ?? 0);
  const timeline = spans.map(({ key, label, from, to }) => ({
    key,
    label,
    values: Object.fromEntries(difference(at(to), at(from)).map((counter) => [counter.key, counter.value])),
  }));
  const [start, end] = [at(spans[0]?.from ?? last), at(spans.at(-1)?.to ?? last)];
  const section = {
    growth: { value: `${percent}%`, timeline: { value_type: "number", datasets: totals } },
    timeline: { value_type: "number", metrics: end.map(({ key, label }) => ({ key, label })), datasets: timeline },
    breakdown: {
      value_type: "number",
      datasets: difference(end, start).map(({ key, label, value }) => ({ key, label, value })),
    },
  };
  return { percent, section };
}

/** A score from 0 to 100: how readily people who saw the ad responded. */
function score(engagement: number, impressions: number): number {
  return Math.round(100 * (1 - Math.exp((-6 * engagement) / Math.max(1, impressions))));
}

/** The engagement of an ad as it is known at a second; undefined on platforms that count none. */
export function engagement(profile: PlatformProfile, facts: Facts, second: number): Json | undefined {
  if (profile.metrics.length === 0) return undefined;
  const last = lastSeen(facts, second);
  const days = daysUpTo(second, 30);
  const lifetime = period(profile, facts, monthsBetween(facts.first, last), last);
  const recent = period(profile, facts, days, last);
  const seenLately = last >= (days[0]?.from ?? 0);
  const growth = seenLately ? recent.percent : 0;
  return {
    score: score(engagementUpTo(profile, facts, last), impressionsAt(facts, last)),
    growth_last_month: profile.token === "reddit" ? growth : `${growth}%`,
    lifetime: lifetime.section,
    ...(seenLately && { last_month: recent.section }),
  };
}
