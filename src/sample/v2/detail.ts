import type { Service } from "../service";
import { adTexts } from "../world/adTexts";
import { mediaKinds, type Facts } from "../world/facts";
import type { PlatformProfile } from "../world/platformProfiles";
import { avatarUrl, pictureUrl, videoUrl, youtubeId } from "./attachments";
import { postUrl } from "./card";
import { domain, urlChain } from "./destination";
import { engagement } from "./engagement";
import { impression } from "./impression";
import { targeting } from "./targeting";

type Json = Record<string, unknown>;

/** Platforms whose details say where the ad led, and platforms whose details describe the site. */
const withChain = new Set(["plat_social_a", "native", "display", "plat_board", "plat_forum", "plat_microblog"]);
const withDomain = new Set(["plat_social_a", "native", "display", "plat_board", "plat_forum", "plat_video"]);

function attachment(service: Service, facts: Facts, piece: number): Json {
  const kind = mediaKinds[facts.media] ?? "image";
  const picture = pictureUrl(service, facts, piece);
  if (kind === "image") return { type: kind, url: picture };
  if (kind === "youtube") return { type: kind, youtube_id: youtubeId(facts), thumbnail: picture };
  return { type: "video", url: videoUrl(service, facts), thumbnail: picture };
}

function owner(service: Service, { token }: PlatformProfile, facts: Facts): Json {
  const { name, verified } = service.library.advertiser(facts);
  return {
    id: service.library.ownerId(facts),
    name,
    avatar_url: avatarUrl(service, facts),
    ...(token === "plat_social_a" && { is_verified: verified }),
  };
}

function card(service: Service, profile: PlatformProfile, facts: Facts): Json {
  const { title, subtitle, description, callToAction } = adTexts(service.library, facts);
  return {
    ...(title !== undefined && { title }),
    subtitle,
    description,
    cta: callToAction,
    is_bookmarked: facts.bookmarked === 1,
    owner: owner(service, profile, facts),
    attachments: Array.from({ length: facts.pieces }, (_, piece) => attachment(service, facts, piece)),
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
    card: card(service, profile, facts),
    impression: impression(profile, facts, second),
    ...(people && { targeting_detail: people }),
    ...(response && { engagement_data: response }),
    ...(withChain.has(profile.token) && { url_chain: urlChain(library, facts, second) }),
    ...(withDomain.has(profile.token) && { domain: domain(library, facts, second) }),
  };
}
