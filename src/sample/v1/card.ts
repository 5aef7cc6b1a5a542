import { countries } from "../catalog/countries";
import { countersUpTo } from "../figures/counters";
import type { Service } from "../service";
import { attachments, avatarUrl } from "../v2/attachments";
import { maskItems } from "../v2/maskItems";
import { isoMicroseconds } from "../v2/wording";
import { adTexts, landingPage } from "../world/adTexts";
import { mediaKinds, type Facts } from "../world/facts";
import { daysRunning, impressionsAt, isActive, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";

type Json = Record<string, unknown>;

/** Name of the field that holds the target link, where it is not `display_url`. */
const linkNames: Readonly<Partial<Record<PlatformProfile["token"], string>>> = {
  native: "display_site_url",
  display: "display_site_url",
  plat_forum: "url",
  plat_microblog: "url",
  plat_video: "url",
};

/** The attachments of an ad in V1, with the URLs under `files`. */
export function attachmentsV1(service: Service, facts: Facts): Json[] {
  return attachments(service, facts).map(({ url, thumbnail, youtube_id, ...rest }) => ({
    ...rest,
    files: {
      ...(url !== undefined && { main: url }),
      ...(thumbnail !== undefined && { thumbnail }),
      ...(youtube_id !== undefined && { youtube_id }),
    },
  }));
}

/** The owner of an ad in V1: on the two networks (`native`, `display`) with its domain. */
export function ownerV1(service: Service, { token }: PlatformProfile, facts: Facts): Json {
  const { name, domain, verified } = service.library.advertiser(facts);
  const id = service.library.ownerId(facts);
  const picture = avatarUrl(service, facts);
  if (token === "native" || token === "display") return { id, domain, title: name, icon: picture };
  return { id, name, avatar_url: picture, ...(token === "plat_social_a" && { is_verified: verified }) };
}

/** The counters of an ad by name, views included. */
export function countsV1(profile: PlatformProfile, facts: Facts, second: number): Record<string, number> {
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
    ...(profile.token === "plat_social_b" && { is_active: isActive(facts, second) }),
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
