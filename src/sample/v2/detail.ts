import type { Service } from "../service";
import { adTexts, landingPage } from "../world/adTexts";
import type { Facts } from "../world/facts";
import { impressionsAt, lastSeen } from "../world/growth";
import { Dice, mix, unit } from "../world/random";
import { type SampleWorld, worldStart } from "../world/sampleWorld";
import { impression, portions, targeting } from "./audience";
import { attachments, owner, postUrl } from "./card";
import { engagement, monthsBefore } from "./engagement";

type Json = Record<string, unknown>;

const month = 30.44 * 86_400;

function counted(count: number, unitName: string): string {
  return count === 1 ? `1 ${unitName}` : `${count} ${unitName}s`;
}

function ageText(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (years === 0) return counted(rest, "month");
  return rest === 0 ? counted(years, "year") : `${counted(years, "year")} ${counted(rest, "month")}`;
}

/** The URLs that an ad leads to, each with how often it was met. The counts add up to the ad's impressions. */
export function urlChain(library: SampleWorld, facts: Facts, second: number): Json[] {
  const total = impressionsAt(facts, lastSeen(facts, second));
  const dice = new Dice(mix(facts.index, 0x0c4a1));
  const weights = Array.from(
    { length: Math.min(total, dice.between(1, 4)) },
    (_, i) => (0.5 + dice.next()) / (i * i + 1),
  );
  const landing = landingPage(library, facts);
  const counts = portions(total, weights).filter((count) => count > 0);
  return counts.map((count, i) => ({
    id: library.id(facts) * 16 + i,
    url: i === 0 ? landing : `${landing}&v=${i + 1}`,
    count,
  }));
}

/** The site that an ad leads to. `monthly_visit` is the traffic of the last full month, as on cards. */
function domain(library: SampleWorld, facts: Facts, second: number): Json {
  const { domain: name, monthlyVisits, domainMonths, index } = library.advertiser(facts);
  const trend = (unit(mix(index, 1)) - 0.4) * 0.08;
  const months = monthsBefore(second, 12);
  const datasets = months.map(({ key, label, from }, i) => {
    const before = months.length - 1 - i;
    const chance = before === 0 ? 1 : 0.9 + unit(mix(index, from)) * 0.2;
    return { key, label, value: Math.round(monthlyVisits * (1 - trend * before) * chance) };
  });
  return {
    name,
    monthly_visit: monthlyVisits,
    age: ageText(domainMonths + Math.floor((second - worldStart) / month)),
    timeline: { value_type: "number", datasets },
  };
}

/** Platforms whose details say where the ad led, and platforms whose details describe the site. */
const withChain = new Set(["facebook", "native", "display", "pinterest", "reddit", "twitter"]);
const withDomain = new Set(["facebook", "native", "display", "pinterest", "reddit", "youtube"]);

function card(service: Service, facts: Facts): Json {
  const { title, subtitle, description, callToAction } = adTexts(service.library, facts);
  return {
    ...(title !== undefined && { title }),
    subtitle,
    description,
    cta: callToAction,
    is_bookmarked: facts.bookmarked === 1,
    owner: owner(service, facts),
    attachments: attachments(service, facts).map(({ type, url, youtube_id, thumbnail }) => ({
      type: type === "clip" ? "video" : type,
      url,
      youtube_id,
      thumbnail,
    })),
  };
}

/** The answer of the V2 detail route, as the ad stands at a second. Sections that a platform lacks are absent. */
export function detail(service: Service, facts: Facts, second: number): Json {
  const { library } = service;
  const profile = library.profile(facts.platform);
  const post = postUrl(library, facts);
  const people = targeting(profile, facts);
  const response = engagement(profile, facts, second);
  return {
    id: library.id(facts),
    ...(post !== undefined && { post_url: post }),
    card: card(service, facts),
    impression: impression(profile, facts, second),
    ...(people && { targeting_detail: people }),
    ...(response && { engagement_data: response }),
    ...(withChain.has(profile.token) && { url_chain: urlChain(library, facts, second) }),
    ...(withDomain.has(profile.token) && { domain: domain(library, facts, second) }),
  };
}
