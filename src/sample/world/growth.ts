import type { Facts } from "./facts";
import type { PlatformProfile } from "./platformProfiles";
import { mix } from "./random";

const day = 86_400;

/** The last second up to `now` at which the ad was seen. Never before it was first seen. */
export function lastSeen({ first, runSeconds, everySeconds }: Facts, now: number): number {
  const running = Math.min(runSeconds, now - first);
  return running <= 0 ? first : first + Math.floor(running / everySeconds) * everySeconds;
}

/** The number of calendar days (UTC) from the first to the last sighting, both included. */
export function daysRunning(facts: Facts, now: number): number {
  return Math.floor(lastSeen(facts, now) / day) - Math.floor(facts.first / day) + 1;
}

/** Whether the ad is still running at `now`. */
export const isActive = ({ first, runSeconds }: Facts, now: number): boolean => now < first + runSeconds;

const curveSteps = 512;

const bend = (x: number): number => 1 / (1 + Math.exp(-14 * x));
const twice = (x: number): number => bend(x - 0.2) + bend(x - 0.8);

/**
 * Kinds of growth: steady, quick at first, slow at first, one breakthrough, two waves. Each goes from 0 to 1 and never
 * falls.
 */
const curves: readonly ((p: number) => number)[] = [
  (p) => p,
  (p) => 1 - (1 - p) ** 3,
  (p) => p ** 2.2,
  (p) => (bend(p - 0.45) - bend(-0.45)) / (bend(0.55) - bend(-0.45)),
  (p) => (twice(p) - twice(0)) / (twice(1) - twice(0)),
];

/** Points of the curves, computed in advance because a search may ask for half a million of them. */
const drawnCurves = curves.map((curve) =>
  Float64Array.from({ length: curveSteps + 2 }, (_, i) => curve(i / curveSteps)),
);

function onCurve(kind: number, p: number): number {
  const points = drawnCurves[kind];
  if (!points) return p;
  const at = p * curveSteps;
  const whole = Math.floor(at);
  const before = points[whole] ?? 1;
  return before + ((points[whole + 1] ?? 1) - before) * (at - whole);
}

/** Attention up to `seconds` after the start, in days: weekends and chance make days unequal. It never falls. */
function attention(salt: number, seconds: number): number {
  const days = seconds / day;
  const whole = Math.floor(days);
  const a = mix(salt, whole) / 4_294_967_296;
  const b = mix(salt, whole + 1) / 4_294_967_296;
  return days + 0.4 * (a + (b - a) * (days - whole)) + 0.25 * Math.sin((days * 2 * Math.PI) / 7);
}

/** The share of its final success that an ad has had up to `second`: 0 at the first sighting, 1 at the end. */
function progress(facts: Facts, second: number): number {
  const seconds = Math.min(second - facts.first, facts.runSeconds);
  if (seconds <= 0) return 0;
  if (seconds === facts.runSeconds) return 1;
  const start = attention(facts.campaign, 0);
  const done = attention(facts.campaign, seconds) - start;
  return onCurve(facts.curve, done / (attention(facts.campaign, facts.runSeconds) - start));
}

/** The impressions up to `second`: none before the first sighting, then at least 1. */
export function impressionsAt(facts: Facts, second: number): number {
  return second < facts.first ? 0 : Math.max(1, Math.floor(facts.impressions * progress(facts, second)));
}

/** A counter of an ad, and its value at one time. */
export interface Counter {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly value: number;
}

/**
 * The counters of an ad at a second that is not after its last sighting. They never fall, so the difference between two
 * seconds is what was counted in between.
 */
export function countersUpTo(profile: PlatformProfile, facts: Facts, second: number): Counter[] {
  const share = progress(facts, second);
  const counters = profile.metrics.map(({ key, label, icon, share: part }) => ({
    key,
    label,
    icon,
    value: Math.floor(Math.floor(facts.engagement * part) * share),
  }));
  if (profile.viewRate === 0) return counters;
  const views = impressionsAt(facts, second) * profile.viewRate;
  return [...counters, { key: "views", label: "Views", icon: "view", value: views }];
}

/** The engagement of an ad at a second that is not after its last sighting: the sum of its counters except views. */
export function engagementUpTo({ metrics }: PlatformProfile, facts: Facts, second: number): number {
  const share = progress(facts, second);
  let sum = 0;
  for (const metric of metrics) sum += Math.floor(Math.floor(facts.engagement * metric.share) * share);
  return sum;
}

/** The engagement of an ad as it is known at a second, which may be after its last sighting. */
export const engagementAt = (profile: PlatformProfile, facts: Facts, second: number): number =>
  engagementUpTo(profile, facts, lastSeen(facts, second));
