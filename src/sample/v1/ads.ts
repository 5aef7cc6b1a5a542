import type { Service } from "../service";
import { attachments, owner, postUrl } from "../v2/card";
import { urlChain } from "../v2/detail";
import { isoMicroseconds } from "../v2/wording";
import { adTexts, landingPage } from "../world/adTexts";
import { countries } from "../world/catalog";
import { type Facts, maskItems, mediaKinds } from "../world/facts";
import { countersUpTo, daysRunning, impressionsAt, isActive, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";
import { Dice } from "../world/random";
import { worldStart } from "../world/sampleWorld";

type Json = Record<string, unknown>;

/** Name of the field that holds the target link, where it is not `display_url`. */
const linkNames: Readonly<Partial<Record<PlatformProfile["token"], string>>> = {
  native: "display_site_url",
  display: "display_site_url",
  reddit: "url",
  twitter: "url",
  youtube: "url",
};

/** The attachments of an ad in V1, with the URLs under `files`. */
function attachmentsV1(service: Service, facts: Facts): Json[] {
  return attachments(service, facts).map(({ url, thumbnail, youtube_id, ...rest }) => ({
    ...rest,
    files: { main: url, thumbnail, youtube_id },
  }));
}

/** The owner of an ad in V1: on the two networks (`native`, `display`) with its domain. */
function ownerV1(service: Service, { token }: PlatformProfile, facts: Facts): Json {
  const { id, name, avatar_url, ...rest } = owner(service, facts);
  const { domain } = service.library.advertiser(facts);
  if (token === "native" || token === "display") return { id, domain, title: name, icon: avatar_url };
  return { id, name, avatar_url, ...rest };
}

/** The counters of an ad by name, views included. */
function countsV1(profile: PlatformProfile, facts: Facts, second: number): Record<string, number> {
  return Object.fromEntries(countersUpTo(profile, facts, second).map(({ key, value }) => [key, value]));
}

/** A card of a V1 search result: each platform has fields of its own. */
export function cardV1(service: Service, facts: Facts, second: number): Json {
  const { library } = service;
  const profile = library.profile(facts.platform);
  const { title } = adTexts(library, facts);
  const last = lastSeen(facts, second);
  const { views, ...engagements } = countsV1(profile, facts, last);
  const network = profile.metrics.length === 0;
  return {
    id: library.id(facts),
    is_bookmarked: facts.bookmarked === 1,
    ...(title !== undefined && { title }),
    [linkNames[profile.token] ?? "display_url"]: landingPage(library, facts),
    updated_at: isoMicroseconds(last, facts.campaign),
    ...(profile.token === "meta" && { is_active: isActive(facts, second) }),
    owner: ownerV1(service, profile, facts),
    attachments: attachmentsV1(service, facts),
    ...(!network && { engagements }),
    ...(views !== undefined && { views }),
    [network ? "impressions" : "seen_counts"]: impressionsAt(facts, last),
    days_active: daysRunning(facts, second),
    locations: maskItems(facts.countries, countries).map(({ code }) => code),
    placements: maskItems(facts.placements, profile.placements),
    ...(mediaKinds[facts.media] !== "image" && { duration: facts.duration }),
  };
}

const month = 30.44 * 86_400;
const technologies = ["Shopfront", "Analytica", "Pixelry", "CDNova", "Checkoutly", "Mailroom", "Consentio", "Reactor"];

function domain({ library }: Service, facts: Facts, second: number): Json {
  const { domain: name, monthlyVisits, domainMonths, index } = library.advertiser(facts);
  const created = worldStart - domainMonths * month;
  const date = (at: number) => new Date(at * 1000).toISOString().slice(0, 10);
  return {
    domain: name,
    monthly_traffic: monthlyVisits,
    daily_traffic: Math.round(monthlyVisits / 30),
    created_at: date(created),
    updated_at: date(second - (index % 300) * 86_400),
    expires_at: date(second + ((index * 7) % 700) * 86_400),
  };
}

function ad(service: Service, facts: Facts, second: number): Json {
  const { library } = service;
  const profile = library.profile(facts.platform);
  const { title, callToAction } = adTexts(library, facts);
  const last = lastSeen(facts, second);
  const post = postUrl(library, facts);
  return {
    id: library.id(facts),
    ...(post !== undefined && { ad_url: post }),
    ...(title !== undefined && { title }),
    cta: callToAction,
    is_bookmarked: facts.bookmarked === 1,
    owner: ownerV1(service, profile, facts),
    attachments: attachmentsV1(service, facts),
    impressions: impressionsAt(facts, last),
    active_days: daysRunning(facts, second),
    first_seen_at: isoMicroseconds(facts.first, facts.campaign % 500_000),
    last_seen_at: isoMicroseconds(last, 500_000 + (facts.campaign % 499_999)),
    ...(profile.metrics.length > 0 && { engagements: countsV1(profile, facts, last) }),
  };
}

/** The answer of the V1 detail route. Everything is inside a second `data`. */
export function detailV1(service: Service, facts: Facts, second: number): Json {
  const dice = new Dice(facts.advertiser);
  const last = lastSeen(facts, second);
  return {
    data: {
      ad: ad(service, facts, second),
      durations: [
        { from: isoMicroseconds(facts.first, 0), to: isoMicroseconds(last, 0), days: daysRunning(facts, second) },
      ],
      url_chains: urlChain(service.library, facts, second),
      domain: domain(service, facts, second),
      technologies: dice.shuffled(technologies).slice(0, dice.between(1, 5)),
    },
  };
}
