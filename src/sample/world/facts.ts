/**
 * Everything that is decided about one ad, in whole numbers from 0 to 2^32 - 1, so that many ads fit into typed arrays.
 * Texts, pictures, and charts follow from it. Times are in seconds; a mask has one bit for each item of a list.
 */
export interface Facts {
  /** Number of the ad on its platform, in order of arrival. */
  index: number;
  /** Position in `platformProfiles`. */
  platform: number;
  advertiser: number;
  /** A hash that names the campaign: ads of one campaign share product, offer, and landing page. */
  campaign: number;
  /** Position in `verticals`. */
  vertical: number;
  /** Position in `phraseBooks`. */
  language: number;
  /** Position among the vertical's products in the phrase book. */
  product: number;
  /** Mask over `countries`. */
  countries: number;
  /** 0 everybody, 1 women, 2 men. */
  gender: number;
  ageFrom: number;
  ageTo: number;
  /** Mask over `operatingSystems`. */
  systems: number;
  /** Position in `callsToAction`. */
  cta: number;
  /** Position in `mediaKinds`. */
  media: number;
  /** Number of attachments. */
  pieces: number;
  /** Position in `aspectRatios`. */
  ratio: number;
  /** Mask over the placements of the platform. */
  placements: number;
  /** Positions in the catalogs, or in the lists below. */
  interestA: number;
  interestB: number;
  behavior: number;
  ownerCategory: number;
  publisherA: number;
  publisherB: number;
  community: number;
  network: number;
  tracker: number;
  affiliate: number;
  /** Mask over `adFeatures`. */
  features: number;
  /** Dominant color, position in `paletteNames`. */
  palette: number;
  /** When the ad was first seen. */
  first: number;
  /** How long the ad runs. */
  runSeconds: number;
  /** Time between two sightings. */
  everySeconds: number;
  /** Impressions and engagement at the end of the ad's run. */
  impressions: number;
  engagement: number;
  /** Position in the growth curves (`growth.ts`). */
  curve: number;
  /** Length of the video; 0 for a picture. */
  duration: number;
  bookmarked: number;
}

/** Facts before anything is decided. */
export const emptyFacts = (): Facts => ({
  index: 0,
  platform: 0,
  advertiser: 0,
  campaign: 0,
  vertical: 0,
  language: 0,
  product: 0,
  countries: 0,
  gender: 0,
  ageFrom: 0,
  ageTo: 0,
  systems: 0,
  cta: 0,
  media: 0,
  pieces: 0,
  ratio: 0,
  placements: 0,
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
  features: 0,
  palette: 0,
  first: 0,
  runSeconds: 0,
  everySeconds: 0,
  impressions: 0,
  engagement: 0,
  curve: 0,
  duration: 0,
  bookmarked: 0,
});

/** Kinds of attachment. */
export const mediaKinds = ["image", "video", "clip", "youtube"] as const;

export const operatingSystems = ["Android", "iOS", "Windows", "macOS", "Linux"] as const;
export const adFeatures = ["Carousel", "Coupon", "Lead form", "Countdown", "Creator partnership"] as const;
export const trackers = ["None", "Clickmark", "Trackwise", "Voluma", "Redline", "BeMetric", "Funnelox"] as const;
export const affiliateNetworks = ["None", "OfferNest", "AdCombine", "PayLead", "ClickHaven", "MaxReach"] as const;
export const adNetworks = [
  "Outfield",
  "Tabulon",
  "RevStream",
  "MGrid",
  "Adnova",
  "Contentia",
  "Openlane",
  "Criterion",
  "Mediavista",
  "PubPath",
] as const;
export const behaviorNames = [
  "Frequent travelers",
  "Early adopters",
  "Small business owners",
  "New parents",
  "Online buyers",
  "Commuters",
  "Console gamers",
  "Mobile gamers",
  "Pet owners",
  "Home movers",
  "Students",
  "Expats",
] as const;
export const paletteNames = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Violet", "Pink"] as const;
