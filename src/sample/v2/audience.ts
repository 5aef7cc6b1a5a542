import { phraseBooks } from "../words/phraseBooks";
import { countries, interests } from "../world/catalog";
import { affiliateNetworks, type Facts, maskItems, operatingSystems, trackers } from "../world/facts";
import { daysRunning, impressionsAt, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";
import { Dice, mix } from "../world/random";
import { isoMicroseconds } from "./wording";

/** Splits a whole number by weights into whole numbers that add up to it. */
export function portions(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((whole, weight) => whole + weight, 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const upTo = Math.round((total * passed) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Splits 100 percent by weights: one decimal each, and together exactly 100. */
const percentages = (weights: readonly number[]): number[] => portions(1000, weights).map((part) => part / 10);

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
  const list = deviceNames.slice(0, token === "youtube" ? 4 : 3);
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
type Part = readonly [label: string, icon: string];

/** The tabs of each platform, in the order shown. Platforms without tabs do not say whom an ad was shown to. */
const tabsOf: Readonly<Partial<Record<PlatformProfile["token"], readonly string[]>>> = {
  facebook: ["region", "placement", "interest", "language", "os"],
  meta: ["region", "placement", "language"],
  native: ["region", "os", "language"],
  display: ["region", "placement", "os"],
  reddit: ["region", "interest", "placement"],
  tiktok: ["region", "interest", "os", "language"],
  twitter: ["region", "language", "placement"],
  youtube: ["region", "interest", "language", "os"],
};

const labels: Readonly<Record<string, string>> = {
  region: "Regions",
  placement: "Placements",
  interest: "Interests",
  language: "Languages",
  os: "Operating systems",
};

const genders = ["Everybody", "Women", "Men"];
const systemIcons = ["android", "apple", "windows", "apple", "linux"];

function cards(facts: Facts): Json[] {
  const gender = genders[facts.gender] ?? "Everybody";
  const ages = facts.ageTo >= 65 ? `${facts.ageFrom}+` : `${facts.ageFrom}-${facts.ageTo}`;
  const [tracker, affiliate] = [trackers[facts.tracker], affiliateNetworks[facts.affiliate]];
  return [
    { key: "gender", label: "Gender", value: gender, icon: "person" },
    { key: "age_range", label: "Age", value: ages, icon: "calendar" },
    ...(facts.tracker > 0 ? [{ key: "tracker", label: "Tracker", value: tracker, icon: "pulse" }] : []),
    ...(facts.affiliate > 0
      ? [{ key: "affiliate_network", label: "Affiliate network", value: affiliate, icon: "link" }]
      : []),
  ];
}

function languages(facts: Facts): Part[] {
  const spoken = maskItems(facts.countries, countries).map(({ language }) => language);
  return [...new Set([facts.language, ...spoken])].flatMap((position) => {
    const book = phraseBooks[position];
    return book ? [[book.label, book.code] as const] : [];
  });
}

function interestParts(facts: Facts): Part[] {
  const around = [facts.interestA, facts.interestB, facts.interestA + 1, facts.interestB + 20, facts.interestA + 40];
  const found = [...new Set(around)].map((position) => interests[position]?.label ?? "");
  return found.filter((label) => label !== "").map((label) => [label, "tag"]);
}

function parts(profile: PlatformProfile, facts: Facts, tab: string): Part[] {
  if (tab === "region") return maskItems(facts.countries, countries).map(({ code, label }) => [label, code]);
  if (tab === "placement") return maskItems(facts.placements, profile.placements).map((label) => [label, "layout"]);
  if (tab === "interest") return interestParts(facts);
  if (tab === "language") return languages(facts);
  return maskItems(
    facts.systems,
    operatingSystems.map((label, i) => [label, systemIcons[i] ?? ""] as const),
  );
}

function breakdown(list: readonly Part[], dice: Dice): Json {
  const weights = list.map((_, i) => (0.3 + dice.next()) / (i + 1));
  const values = percentages(weights);
  const datasets = list.map(([label, icon], i) => ({ label, value: values[i] ?? 0, icon }));
  return { value_type: "percentage", datasets: datasets.sort((a, b) => b.value - a.value) };
}

/** Whom an ad was shown to; undefined on platforms that do not say. */
export function targeting(profile: PlatformProfile, facts: Facts): Json | undefined {
  const dice = new Dice(mix(facts.campaign, 0x7a6));
  const tabs = tabsOf[profile.token]?.map((key) => ({
    key,
    label: labels[key],
    breakdown: breakdown(parts(profile, facts, key), dice),
  }));
  return tabs && { cards: cards(facts), tabs };
}
