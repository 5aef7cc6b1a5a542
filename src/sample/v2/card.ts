import type { Service } from "../service";
import { adTexts, landingPage } from "../world/adTexts";
import { countries, verticals } from "../world/catalog";
import { type Facts, maskItems, mediaKinds } from "../world/facts";
import { countersUpTo, daysRunning, impressionsAt, isActive, lastSeen } from "../world/growth";
import { aspectRatios } from "../world/platformProfiles";
import { Dice, mix } from "../world/random";
import type { SampleWorld } from "../world/sampleWorld";
import { agoText, daysText, estimate } from "./wording";

type Json = Record<string, unknown>;

/** URL of a drawn picture of an ad. `piece` counts its attachments from 0. */
function pictureUrl({ library, mediaUrl }: Service, facts: Facts, piece: number): string {
  return `${mediaUrl}/creative/${library.profile(facts.platform).segment}/${library.id(facts)}/${piece}.svg`;
}

/** URL of an owner's portrait. */
function avatarUrl({ library, mediaUrl }: Service, facts: Facts): string {
  return `${mediaUrl}/avatar/${library.advertiser(facts).index}.svg`;
}

/** URL of an ad's video: the one of its vertical, wide or upright as its picture is. */
function videoUrl({ mediaUrl }: Service, { vertical, ratio }: Facts): string {
  const [width, height] = aspectRatios[ratio] ?? [1, 1];
  return `${mediaUrl}/clip/${width > height ? "wide" : "tall"}-${verticals[vertical]?.key ?? ""}.webm`;
}

/** An ID that looks like that of a video but certainly is not one. */
function youtubeId(facts: Facts): string {
  return `smpl-${mix(facts.index, facts.campaign).toString(36).padStart(6, "0").slice(-6)}`;
}

/**
 * Platforms whose attachments have the duration of videos, and platforms whose attachments have a text of their own.
 */
const withDuration = new Set(["pinterest", "tiktok", "twitter", "youtube"]);
const withSubtitle = new Set(["facebook", "meta", "pinterest", "twitter"]);

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

/** The platforms whose owners say whether they are verified: on cards; in details and V1, only the first. */
const withVerification = ["facebook", "meta", "pinterest", "twitter"];

/** The owner of an ad, with the fields that its platform has. */
export function owner(service: Service, facts: Facts, verifiable = withVerification.slice(0, 1)): Json {
  const { name, verified } = service.library.advertiser(facts);
  const { token } = service.library.profile(facts.platform);
  return {
    id: service.library.ownerId(facts),
    name,
    avatar_url: avatarUrl(service, facts),
    ...(verifiable.includes(token) && { is_verified: verified }),
  };
}

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
    ...(profile.token === "meta" && { active: isActive(facts, second) }),
    owner: owner(service, facts, withVerification),
    attachments: attachments(service, facts),
    stats: stats(library, facts, second, dice),
    metadata: metadata(library, facts, second, dice),
  };
}
