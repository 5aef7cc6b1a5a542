import { verticals } from "../catalog/verticals";
import type { Service } from "../service";
import { adTexts } from "../world/adTexts";
import { mediaKinds, type Facts } from "../world/facts";
import { aspectRatios } from "../world/platformProfiles";
import { mix } from "../world/random";

type Json = Record<string, unknown>;

/** URL of a drawn picture of an ad. `piece` counts its attachments from 0. */
export function pictureUrl({ library, mediaUrl }: Service, facts: Facts, piece: number): string {
  return `${mediaUrl}/creative/${library.profile(facts.platform).segment}/${library.id(facts)}/${piece}.svg`;
}

/** URL of an owner's portrait. */
export function avatarUrl({ library, mediaUrl }: Service, facts: Facts): string {
  return `${mediaUrl}/avatar/${library.advertiser(facts).index}.svg`;
}

/** URL of an ad's video: the one of its vertical, wide or upright as its picture is. */
export function videoUrl({ mediaUrl }: Service, { vertical, ratio }: Facts): string {
  const [width, height] = aspectRatios[ratio] ?? [1, 1];
  return `${mediaUrl}/clip/${width > height ? "wide" : "tall"}-${verticals[vertical]?.key ?? ""}.webm`;
}

/** An ID that looks like that of a video but certainly is not one. */
export function youtubeId(facts: Facts): string {
  return `smpl-${mix(facts.index, facts.campaign).toString(36).padStart(6, "0").slice(-6)}`;
}

/**
 * Platforms whose attachments have the duration of videos, and platforms whose attachments have a text of their own.
 */
const withDuration = new Set(["plat_board", "plat_shortvideo", "plat_microblog", "plat_video"]);
const withSubtitle = new Set(["plat_social_a", "plat_social_b", "plat_board", "plat_microblog"]);

function attachment(service: Service, facts: Facts, piece: number): Json {
  const { token } = service.library.profile(facts.platform);
  const type = mediaKinds[facts.media] ?? "image";
  const picture = pictureUrl(service, facts, piece);
  const moving = type !== "image";
  return {
    id: service.library.id(facts) * 8 + piece,
    type,
    ...(type === "youtube" ? { youtube_id: youtubeId(facts) } : { url: moving ? videoUrl(service, facts) : picture }),
    ...(moving && { thumbnail: picture }),
    ...(withSubtitle.has(token) && { subtitle: adTexts(service.library, facts).subtitle }),
    ...(withDuration.has(token) && moving && { duration: facts.duration }),
  };
}

/** The attachments of a V2 card, with the fields that its platform has. */
export function attachments(service: Service, facts: Facts): Json[] {
  return Array.from({ length: facts.pieces }, (_, piece) => attachment(service, facts, piece));
}

const withVerification = new Set(["plat_social_a", "plat_social_b", "plat_board", "plat_microblog"]);

/** The owner of a V2 card, with the fields that its platform has. */
export function owner(service: Service, facts: Facts): Json {
  const { name, verified } = service.library.advertiser(facts);
  const { token } = service.library.profile(facts.platform);
  return {
    id: service.library.ownerId(facts),
    name,
    avatar_url: avatarUrl(service, facts),
    ...(withVerification.has(token) && { is_verified: verified }),
  };
}
