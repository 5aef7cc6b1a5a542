import { countries } from "../catalog/countries";
import { interests } from "../catalog/interests";
import { percentages } from "../figures/portions";
import { phraseBooks } from "../words/phraseBooks";
import { affiliateNetworks, operatingSystems, trackers, type Facts } from "../world/facts";
import type { PlatformProfile } from "../world/platformProfiles";
import { Dice, mix } from "../world/random";
import { maskItems } from "./maskItems";

type Json = Record<string, unknown>;
type Part = readonly [label: string, icon: string];

/** The tabs of each platform, in the order shown. Platforms without tabs do not say whom an ad was shown to. */
const tabsOf: Readonly<Partial<Record<PlatformProfile["token"], readonly string[]>>> = {
  plat_social_a: ["region", "placement", "interest", "language", "os"],
  plat_social_b: ["region", "placement", "language"],
  native: ["region", "os", "language"],
  display: ["region", "placement", "os"],
  plat_forum: ["region", "interest", "placement"],
  plat_shortvideo: ["region", "interest", "os", "language"],
  plat_microblog: ["region", "language", "placement"],
  plat_video: ["region", "interest", "language", "os"],
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
