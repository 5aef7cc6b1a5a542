import type { Facts } from "../world/facts";
import { impressionsAt, lastSeen, progress } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";

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
