/** An ad about which nothing is decided yet. */
const undecided = {
  /** Number of the ad on its platform, in order of arrival. */
  index: 0,
  /** Position in `platformProfiles`. */
  platform: 0,
  advertiser: 0,
  /** A hash that names the campaign: ads of one campaign share product, offer, and landing page. */
  campaign: 0,
  /** Position in `verticals`. */
  vertical: 0,
  /** Position in `phraseBooks`. */
  language: 0,
  /** Position among the vertical's products in the phrase book. */
  product: 0,
  /** Mask over `countries`. */
  countries: 0,
  /** 0 everybody, 1 women, 2 men. */
  gender: 0,
  ageFrom: 0,
  ageTo: 0,
  /** Mask over `operatingSystems`. */
  systems: 0,
  /** Position in `callsToAction`. */
  cta: 0,
  /** Position in `mediaKinds`. */
  media: 0,
  /** Number of attachments. */
  pieces: 0,
  /** Position in `aspectRatios`. */
  ratio: 0,
  /** Mask over the placements of the platform. */
  placements: 0,
  /** Positions in the catalogs, or in the lists below. */
  interestA: 0,
  interestB: 0,
  behavior: 0,
  ownerCategory: 0,
  publisherA: 0,
  publisherB: 0,
  community: 0,
  network: 0,
  tracker: 0,
  affiliate: 0,
  /** Mask over `adFeatures`. */
  features: 0,
  /** Dominant color, position in `paletteNames`. */
  palette: 0,
  /** When the ad was first seen. */
  first: 0,
  /** How long the ad runs. */
  runSeconds: 0,
  /** Time between two sightings. */
  everySeconds: 0,
  /** Impressions and engagement at the end of the ad's run. */
  impressions: 0,
  engagement: 0,
  /** Position in the growth curves (`growth.ts`). */
  curve: 0,
  /** Length of the video; 0 for a picture. */
  duration: 0,
  bookmarked: 0,
};

/**
 * Everything that is decided about one ad, in whole numbers from 0 to 2^32 - 1, so that many ads fit into typed arrays.
 * Texts, pictures, and charts follow from it. Times are in seconds; a mask has one bit for each item of a list.
 */
export type Facts = typeof undecided;

export const emptyFacts = (): Facts => ({ ...undecided });

/** Kinds of attachment. */
export const mediaKinds = ["image", "video", "clip", "youtube"] as const;

export const operatingSystems = ["Android", "iOS", "Windows", "macOS", "Linux"] as const;
export const adFeatures = ["Carousel", "Coupon", "Lead form", "Countdown", "Creator partnership"] as const;
export const trackers = ["None", "Clickmark", "Trackwise", "Voluma", "Redline", "BeMetric", "Funnelox"] as const;
export const affiliateNetworks = ["None", "OfferNest", "AdCombine", "PayLead", "ClickHaven", "MaxReach"] as const;
export const adNetworks =
  "Outfield Tabulon RevStream MGrid Adnova Contentia Openlane Criterion Mediavista PubPath".split(" ");
export const behaviorNames = (
  "Frequent travelers|Early adopters|Small business owners|New parents|Online buyers|Commuters|Console gamers|" +
  "Mobile gamers|Pet owners|Home movers|Students|Expats"
).split("|");
export const paletteNames = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Violet", "Pink"] as const;

export const hasBit = (mask: number, position: number): boolean => ((mask >>> position) & 1) === 1;

/** The items whose positions are set bits of a mask. */
export const maskItems = <T>(mask: number, items: readonly T[]): T[] =>
  items.filter((_, position) => hasBit(mask, position));
