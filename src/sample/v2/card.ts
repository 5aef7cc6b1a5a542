import { countries } from "../catalog/countries";
import { countersUpTo } from "../figures/counters";
import type { Service } from "../service";
import { adTexts, landingPage } from "../world/adTexts";
import type { Facts } from "../world/facts";
import { daysRunning, impressionsAt, isActive, lastSeen } from "../world/growth";
import type { SampleWorld } from "../world/sampleWorld";
import { Dice, mix } from "../world/random";
import { attachments, owner } from "./attachments";
import { maskItems } from "./maskItems";
import { agoText, daysText, estimate } from "./wording";

type Json = Record<string, unknown>;

/**
 * URL of an ad on its platform; undefined on the two networks. It leads to `.example`, a domain that nobody can own.
 */
export function postUrl(library: SampleWorld, facts: Facts): string | undefined {
  const { token, segment } = library.profile(facts.platform);
  return token === "native" || token === "display"
    ? undefined
    : `https://www.${segment}.example/ads/${library.id(facts)}`;
}

function stats(library: SampleWorld, facts: Facts, second: number, dice: Dice): Json[] {
  const profile = library.profile(facts.platform);
  const last = lastSeen(facts, second);
  const counters = countersUpTo(profile, facts, last);
  const all = [
    ...counters.map(({ label, value, icon }) => ({ tooltip: label, value, icon })),
    { tooltip: "Impressions", value: impressionsAt(facts, last), icon: "impression" },
  ];
  return dice.shuffled(all.filter(() => !dice.chance(0.06)));
}

function metadata(library: SampleWorld, facts: Facts, second: number, dice: Dice): Json[] {
  const { placements } = library.profile(facts.platform);
  const all = [
    { tooltip: "Regions", value: maskItems(facts.countries, countries).map(({ code }) => code) },
    { tooltip: "Estimated impression", value: estimate(impressionsAt(facts, lastSeen(facts, second)) * 25) },
    { tooltip: "Days running", value: daysText(daysRunning(facts, second)) },
    { tooltip: "Placements", value: maskItems(facts.placements, placements) },
  ];
  return dice.shuffled(all.filter(() => !dice.chance(0.1)));
}

/** A card of a V2 search result, as the ad stood at the second of the snapshot. */
export function card(service: Service, facts: Facts, second: number): Json {
  const { library } = service;
  const profile = library.profile(facts.platform);
  const dice = new Dice(mix(facts.index, facts.platform + 77));
  const { title } = adTexts(library, facts);
  const post = postUrl(library, facts);
  return {
    id: library.id(facts),
    is_bookmarked: facts.bookmarked === 1,
    platform: profile.cardName,
    ...(title !== undefined && { title }),
    ...(!dice.chance(0.08) && { display_url: landingPage(library, facts) }),
    ...(!dice.chance(0.15) && { visitorweb: library.advertiser(facts).monthlyVisits }),
    ...(!dice.chance(0.03) && { last_seen: agoText(service.present() - lastSeen(facts, second)) }),
    ...(post !== undefined && { post_url: post }),
    ...(profile.token === "plat_social_b" && { active: isActive(facts, second) }),
    owner: owner(service, facts),
    attachments: attachments(service, facts),
    stats: stats(library, facts, second, dice),
    metadata: metadata(library, facts, second, dice),
  };
}
