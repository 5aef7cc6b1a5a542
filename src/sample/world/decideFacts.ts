import { phraseBooks } from "../words/phraseBooks";
import type { Advertiser, Advertisers } from "./advertisers";
import {
  communityCount,
  countries,
  interestsPerVertical,
  ownerCategoriesPerVertical,
  publisherCount,
  verticals,
} from "./catalog";
import {
  adFeatures,
  adNetworks,
  affiliateNetworks,
  behaviorNames,
  type Facts,
  mediaKinds,
  operatingSystems,
  trackers,
} from "./facts";
import type { PlatformProfile } from "./platformProfiles";
import { Dice, mix } from "./random";

const months = 12;

/** The factor by which a vertical (its position in `verticals`) advertises more in a month (0 is January). */
function factor(vertical: number, month: number): number {
  if (vertical === 4) return month === 0 || month === 4 ? 2.5 : 1;
  if (vertical === 5) return month >= 4 && month <= 6 ? 2 : 1;
  if (vertical === 7) return month === 8 ? 2.2 : 1;
  if (vertical <= 2 || vertical === 10) return month >= 10 ? 1.8 : 1;
  return 1;
}

const known = new WeakMap<PlatformProfile, readonly (readonly number[])[]>();

function byMonth(profile: PlatformProfile): readonly (readonly number[])[] {
  const weights = Array.from({ length: months }, (_, month) =>
    profile.verticals.map((weight, vertical) => weight * factor(vertical, month)),
  );
  known.set(profile, weights);
  return weights;
}

/** The month (UTC) of a second; 0 is January. */
export const monthOf = (second: number): number => new Date(second * 1000).getUTCMonth();

/** The weights of the verticals on a platform at the time when an ad arrives. */
function seasonalWeights(profile: PlatformProfile, second: number): readonly number[] {
  return (known.get(profile) ?? byMonth(profile))[monthOf(second)] ?? profile.verticals;
}

const lowerAges = [13, 18, 18, 18, 21, 25, 25, 30, 35, 45] as const;
const ageSpans = [10, 14, 20, 29, 47, 52] as const;
const genders = [60, 22, 18] as const;
const durations = [6, 9, 12, 15, 15, 20, 30, 30, 45, 60, 94] as const;

function bits(dice: Dice, count: number, most: number): number {
  let mask = 0;
  for (let i = dice.between(1, most); i > 0; i--) mask |= 1 << dice.below(count);
  return mask >>> 0;
}

function countryMask(dice: Dice, { country, language }: Advertiser): number {
  let mask = 1 << country;
  for (let i = dice.below(4); i > 0; i--) {
    const other = dice.below(countries.length);
    if (countries[other]?.language === language || dice.chance(0.25)) mask |= 1 << other;
  }
  return mask >>> 0;
}

function decideAudience(into: Facts, dice: Dice): void {
  into.gender = dice.weighted(genders);
  into.ageFrom = dice.pick(lowerAges);
  into.ageTo = Math.min(65, into.ageFrom + dice.pick(ageSpans));
  into.systems = bits(dice, operatingSystems.length, 4);
  into.interestA = into.vertical * interestsPerVertical + dice.below(interestsPerVertical);
  into.interestB = into.vertical * interestsPerVertical + dice.below(interestsPerVertical);
  into.behavior = dice.below(behaviorNames.length);
}

function decidePlaces(into: Facts, dice: Dice, profile: PlatformProfile): void {
  into.placements = bits(dice, profile.placements.length, 3);
  into.ownerCategory = into.vertical * ownerCategoriesPerVertical + (into.advertiser % ownerCategoriesPerVertical);
  into.publisherA = Math.floor(dice.next() ** 2 * publisherCount);
  into.publisherB = dice.below(publisherCount);
  into.community = Math.floor(dice.next() ** 2 * communityCount);
  into.network = dice.below(adNetworks.length);
  into.tracker = dice.chance(0.6) ? 0 : dice.below(trackers.length);
  into.affiliate = dice.chance(0.75) ? 0 : dice.below(affiliateNetworks.length);
}

/** How many days an ad runs: a few weeks for most ads, up to 620 days for some. */
function runDays(dice: Dice): number {
  if (dice.chance(0.05)) return dice.between(120, 620);
  return Math.max(0.2, Math.exp(dice.next() * 2 + dice.next() * 2 + dice.next() * 0.8));
}

/**
 * Decides reach and response. Some ads mislead: a few have bought impressions, and a few run long but are hardly seen.
 */
function decideSuccess(into: Facts, dice: Dice): void {
  const days = runDays(dice);
  const reach = Math.exp(4 + dice.next() * 3.5 + dice.next() * 3.5) * (1 + days / 30);
  const rate = 0.006 + dice.next() ** 3 * 0.22;
  const bought = dice.chance(0.02);
  const sleeper = !bought && days > 120 && dice.chance(0.1);
  into.runSeconds = Math.floor(days * 86_400);
  into.everySeconds = dice.between(10, 2200) * 60;
  into.impressions = Math.max(1, Math.floor(reach * (bought ? 40 : 1) * (sleeper ? 0.01 : 1)));
  into.engagement = Math.floor(into.impressions * rate * (bought ? 0.01 : 1));
  into.curve = dice.below(5);
}

function decideCreative(into: Facts, dice: Dice, profile: PlatformProfile): void {
  const kind = dice.pick(profile.media);
  into.media = mediaKinds.indexOf(kind);
  into.pieces = kind === "image" && dice.chance(0.18) ? dice.between(2, 5) : 1;
  into.features = into.pieces > 1 ? 1 : 0;
  for (let i = 1; i < adFeatures.length; i++) if (dice.chance(0.12)) into.features |= 1 << i;
  into.ratio = dice.pick(profile.ratios);
  into.duration = kind === "image" ? 0 : dice.pick(durations);
  into.bookmarked = dice.chance(0.03) ? 1 : 0;
}

/** Decides the campaign. An advertiser has a handful of them; the ads of one share product, button, and countries. */
function decideCampaign(into: Facts, dice: Dice, advertiser: Advertiser): void {
  const quarter = Math.floor(into.first / (91 * 86_400));
  into.campaign = mix(advertiser.index, quarter * 4 + dice.below(3));
  const shared = new Dice(into.campaign);
  into.product = shared.below(phraseBooks[advertiser.language]?.products[into.vertical]?.length ?? 1);
  into.countries = countryMask(shared, advertiser);
  into.cta = shared.pick(verticals[into.vertical]?.ctas ?? [0]);
  into.palette = Math.floor(((advertiser.hue + shared.below(60)) % 360) / 45);
}

/**
 * Decides everything about an ad from `index`, `platform`, and `first`, which `into` already has. The rest is written
 * to `into`, so that deciding about many ads makes no garbage.
 */
export function decideFacts(into: Facts, profile: PlatformProfile, advertisers: Advertisers, seed: number): void {
  const dice = new Dice(mix(mix(seed, into.platform + 1), into.index));
  into.vertical = dice.weighted(seasonalWeights(profile, into.first));
  const advertiser = advertisers.pick(into.vertical, into.platform, dice);
  into.advertiser = advertiser.index;
  into.language = dice.chance(0.06) ? 0 : advertiser.language;
  decideCampaign(into, dice, advertiser);
  decideAudience(into, dice);
  decidePlaces(into, dice, profile);
  decideCreative(into, dice, profile);
  decideSuccess(into, dice);
}
