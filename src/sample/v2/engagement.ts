import { countersUpTo, engagementUpTo, type Counter } from "../figures/counters";
import { daysUpTo, monthsBetween, type Span } from "../figures/periods";
import type { Facts } from "../world/facts";
import { impressionsAt, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";

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
    growth_last_month: profile.token === "plat_forum" ? growth : `${growth}%`,
    lifetime: lifetime.section,
    ...(seenLately && { last_month: recent.section }),
  };
}
