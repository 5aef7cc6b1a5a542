import { percentages, portions } from "../figures/portions";
import type { Facts } from "../world/facts";
import { daysRunning, impressionsAt, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";
import { Dice, mix } from "../world/random";
import { isoMicroseconds } from "./wording";

type Json = Record<string, unknown>;

const deviceNames = [
  ["mobile", "Mobile"],
  ["desktop", "Desktop"],
  ["tablet", "Tablet"],
  ["tv", "TV"],
] as const;

/**
 * The devices that showed the ad, in percent. The two networks have counts instead, which add up to all impressions.
 */
function devices({ token }: PlatformProfile, facts: Facts, total: number): Json {
  const dice = new Dice(mix(facts.campaign, 0xde5));
  const list = deviceNames.slice(0, token === "plat_video" ? 4 : 3);
  const weights = list.map((_, i) => (0.2 + dice.next()) / (i + 0.6) ** 1.5);
  const counts = token === "native" || token === "display";
  const values = counts ? portions(total, weights) : percentages(weights);
  return {
    value_type: counts ? "number" : "percentage",
    datasets: list.map(([key, label], i) => ({ key, label, value: values[i] ?? 0 })),
  };
}

/** When, how often, and on which devices an ad was seen up to a second. */
export function impression(profile: PlatformProfile, facts: Facts, second: number): Json {
  const last = lastSeen(facts, second);
  const fraction = mix(facts.index, facts.campaign);
  const total = impressionsAt(facts, last);
  return {
    total,
    days_running: daysRunning(facts, second),
    devices: devices(profile, facts, total),
    publish_at: isoMicroseconds(facts.first - (fraction % 90_000) - 60, fraction),
    first_seen_at: isoMicroseconds(facts.first, fraction % 500_000),
    last_seen_at: isoMicroseconds(last, 500_000 + (fraction % 499_999)),
  };
}
