import type { Facts } from "../world/Facts";
import { impressionsAt, lastSeen, progress } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";

/** One counter's name and what it stood at. */
export interface Counter {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly value: number;
}

/**
 * Counters of an ad at a second not later than its last sighting. They never fall, so what happened between two seconds
 * is the difference.
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

/** Engagement of an ad at a second that is not after it was last seen: all its counters except views. */
export function engagementUpTo({ metrics }: PlatformProfile, facts: Facts, second: number): number {
  const share = progress(facts, second);
  let sum = 0;
  for (const metric of metrics) sum += Math.floor(Math.floor(facts.engagement * metric.share) * share);
  return sum;
}

/** Engagement of an ad as known at a second. */
export const engagementAt = (profile: PlatformProfile, facts: Facts, second: number): number =>
  engagementUpTo(profile, facts, lastSeen(facts, second));
