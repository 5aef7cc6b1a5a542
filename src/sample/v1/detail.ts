import type { Service } from "../service";
import { postUrl } from "../v2/card";
import { urlChain } from "../v2/destination";
import { isoMicroseconds } from "../v2/wording";
import { adTexts } from "../world/adTexts";
import { worldStart } from "../world/arrivals";
import type { Facts } from "../world/facts";
import { daysRunning, impressionsAt, lastSeen } from "../world/growth";
import { Dice } from "../world/random";
import { attachmentsV1, countsV1, ownerV1 } from "./card";

type Json = Record<string, unknown>;

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
