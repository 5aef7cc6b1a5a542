import { bad } from "../request";
import { phraseBooks } from "../words/phraseBooks";
import { advertiserCount, type Advertisers } from "../world/advertisers";
import {
  callsToAction,
  communities,
  countries,
  interests,
  ownerCategories,
  publishers,
  verticals,
} from "../world/catalog";
import {
  adFeatures,
  hasBit,
  adNetworks,
  affiliateNetworks,
  behaviorNames,
  operatingSystems,
  paletteNames,
  trackers,
} from "../world/facts";
import { daysRunning, engagementAt, impressionsAt, isActive, lastSeen } from "../world/growth";
import { type PlatformProfile, platformProfiles } from "../world/platformProfiles";
import { choice, days, type FilterLook, flag, named, numbered, overlap, range, type SampleFilter } from "./filterKinds";

type Component = FilterLook["component"];

/**
 * The position is the value of `Facts.gender`. Everybody has key 3, as in services that have one bit for each gender.
 */
const genderItems = [
  { key: 3, label: "Everybody", icon: "people" },
  { key: 1, label: "Women", icon: "female" },
  { key: 2, label: "Men", icon: "male" },
];

export const gender = (component: Component): SampleFilter =>
  choice("gender", { component, label: "Gender" }, genderItems, (facts, i) => facts.gender === i);

export const targetAge: SampleFilter = overlap(
  "target_age",
  { component: "NumberMultiRange", label: "Age", min: 13, max: 65, infinite: true, default: [13, 65] },
  (facts) => [facts.ageFrom, facts.ageTo],
);

export const systems: SampleFilter = choice(
  "os",
  { component: "StringMulti", label: "Operating system" },
  numbered(operatingSystems, 1, ["android", "apple", "windows", "apple", "linux"]),
  (facts, i) => hasBit(facts.systems, i),
);

export const region = (component: Component): SampleFilter =>
  choice(
    "countries",
    { component, label: "Country", icon: "globe", placeholder: "Search countries" },
    countries.map(({ code, label }) => ({ key: code, label, icon: code })),
    (facts, i) => hasBit(facts.countries, i),
  );

export const language = (component: Component): SampleFilter =>
  choice(
    "languages",
    { component, label: "Language" },
    phraseBooks.map(({ code, label }) => ({ key: code, label, icon: null })),
    (facts, i) => facts.language === i,
  );

export const callToAction = (component: Component): SampleFilter =>
  choice(
    "call_to_action",
    { component, label: "Button" },
    named(callsToAction.map(({ key, label }) => [key, label])),
    (facts, i) => facts.cta === i,
  );

export const category = (component: Component): SampleFilter =>
  choice(
    "category",
    { component, label: "Category" },
    numbered(
      verticals.map(({ label }) => label),
      100,
    ),
    (facts, i) => facts.vertical === i,
  );

/** A carousel is an ad with several pictures. Its item has only a key, no label. */
export const mediaType: SampleFilter = choice(
  "ad_type",
  { component: "StringMulti", label: "Format" },
  named([
    ["image", "Image"],
    ["video", "Video"],
    ["carousel", null],
  ]),
  (facts, i) => (i === 0 ? facts.media === 0 && facts.pieces === 1 : i === 1 ? facts.media > 0 : facts.pieces > 1),
);

export const placements = (profile: PlatformProfile): SampleFilter =>
  choice("placements", { component: "StringMulti", label: "Placement" }, numbered(profile.placements), (facts, i) =>
    hasBit(facts.placements, i),
  );

export const behaviors: SampleFilter = choice(
  "behaviors",
  { component: "StringMultiSearchable", label: "Behavior", description: "Known behavior of the audience" },
  numbered(behaviorNames, 700),
  (facts, i) => facts.behavior === i,
);

export const features: SampleFilter = choice(
  "features",
  { component: "BooleanMulti", label: "Features" },
  numbered(adFeatures),
  (facts, i) => hasBit(facts.features, i),
);

/** A filter with a component that no client knows. Its values are accepted all the same. */
export const palette: SampleFilter = choice(
  "palette",
  { component: "SwatchPicker", label: "Dominant color" },
  numbered(
    paletteNames,
    1,
    paletteNames.map((name) => name.toLowerCase()),
  ),
  (facts, i) => facts.palette === i,
);

const yesOrNo = (yes: string, no: string) => [
  { key: 1, label: yes, icon: null },
  { key: 0, label: no, icon: null },
];

export const active: SampleFilter = choice(
  "active",
  { component: "BooleanSingle", label: "Status" },
  yesOrNo("Running", "Stopped"),
  (facts, i, second) => isActive(facts, second) === (i === 0),
);

export const couponOnly: SampleFilter = choice(
  "has_coupon",
  { component: "BooleanSingle", label: "Coupon" },
  yesOrNo("With a coupon", "Without a coupon"),
  (facts, i) => hasBit(facts.features, 1) === (i === 0),
);

export const bookmarked: SampleFilter = flag(
  "is_bookmarked",
  { component: "CBoolean", label: "My bookmarks only", disableOther: true },
  (facts) => facts.bookmarked === 1,
);

export const creatorOnly: SampleFilter = flag(
  "creator_only",
  { component: "CBoolean", label: "Made with creators" },
  (facts) => hasBit(facts.features, 4),
);

export const running: SampleFilter = range(
  "days_running",
  { component: "NumberMultiRange", label: "Days running", min: 1, max: 365, infinite: true, default: [1, 365] },
  daysRunning,
);

export const duration: SampleFilter = range(
  "duration",
  { component: "NumberSingleRange", label: "Video length in seconds", min: 0, max: 60, infinite: true },
  (facts) => facts.duration,
);

export const seenBetween: SampleFilter = days(
  "seen_between",
  { component: "DateMulti", label: "Seen between", disableOther: ["seen_since"] },
  (facts, second) => [facts.first, lastSeen(facts, second)],
);

export const firstSeen: SampleFilter = days("first_seen", { component: "DateMulti", label: "First seen" }, (facts) => [
  facts.first,
  facts.first,
]);

export const seenSince: SampleFilter = days(
  "seen_since",
  { component: "DateSingle", label: "Still seen on or after" },
  (facts, second) => [lastSeen(facts, second), lastSeen(facts, second)],
);

export const interestFilter: SampleFilter = choice(
  "interests",
  {
    component: "StringMultiSearchableApi",
    label: "Interests",
    itemsFrom: "interests",
    placeholder: "Search interests",
  },
  interests,
  (facts, i) => facts.interestA === i || facts.interestB === i,
);

export const ownerCategoryFilter: SampleFilter = choice(
  "owner_categories",
  { component: "StringMultiApi", label: "Page category", itemsFrom: "owner_categories" },
  ownerCategories,
  (facts, i) => facts.ownerCategory === i,
);

export const publisherFilter: SampleFilter = choice(
  "publishers",
  { component: "StringMultiSearchableApi", label: "Publishers", itemsFrom: "publishers" },
  publishers,
  (facts, i) => facts.publisherA === i || facts.publisherB === i,
);

export const communityFilter: SampleFilter = choice(
  "communities",
  { component: "StringMultiApi", label: "Communities", itemsFrom: "communities" },
  communities,
  (facts, i) => facts.community === i,
);

/** The advertiser. Its 5,000 items are made when they are asked for: they would delay the first form. */
export function owner(advertisers: Advertisers): SampleFilter {
  const keyOf = (index: number): number => 900_000 + index;
  return {
    key: "owner",
    look: { component: "StringSingleSearchableApi", label: "Advertiser", itemsFrom: "owners" },
    compile(value) {
      if (!Array.isArray(value)) return bad("The owner field must be an array.");
      const wanted = new Set<unknown>(value);
      return (facts) => wanted.size === 0 || wanted.has(keyOf(facts.advertiser));
    },
    served: () =>
      Array.from({ length: advertiserCount }, (_, i) => ({
        key: keyOf(i),
        label: advertisers.get(i).name,
        icon: null,
      })),
  };
}

/** Ad networks with numbers as keys, for V2. V1 has names instead (`v1/forms`). */
export const networks: SampleFilter = choice(
  "networks",
  { component: "StringMulti", label: "Ad network", disableOther: ["publishers"] },
  numbered(adNetworks, 11),
  (facts, i) => facts.network === i,
);

export const tracker = (component: Component): SampleFilter =>
  choice("tracker", { component, label: "Tracker" }, numbered(trackers, 0), (facts, i) => facts.tracker === i);

export const affiliate = (component: Component): SampleFilter =>
  choice(
    "affiliate_network",
    { component, label: "Affiliate network", disabled: "free_plan" },
    numbered(affiliateNetworks, 0),
    (facts, i) => facts.affiliate === i,
  );

export const impressions: SampleFilter = range(
  "impressions",
  { component: "NumberSingleRange", label: "Impressions", min: 0, max: 100_000, infinite: true },
  (facts, second) => impressionsAt(facts, lastSeen(facts, second)),
);

export const engagement = (profile: PlatformProfile): SampleFilter =>
  range(
    "engagement",
    { component: "NumberMultiRange", label: "Engagement", min: 0, max: 50_000, infinite: true },
    (facts, second) => engagementAt(profile, facts, second),
  );

/** Without `infinite`: an upper end at the maximum excludes the sites with more visits. */
export const traffic = (advertisers: Advertisers): SampleFilter =>
  range(
    "web_traffic",
    { component: "NumberSingleRange", label: "Monthly visits to the site", min: 0, max: 5_000_000 },
    (facts) => advertisers.get(facts.advertiser).monthlyVisits,
  );

/** A filter without a label, so that clients show its key. */
export const verifiedOwners = (advertisers: Advertisers): SampleFilter =>
  flag("verified_owner", { component: "CBoolean" }, (facts) => advertisers.get(facts.advertiser).verified);

export const platformFilter: SampleFilter = choice(
  "platforms",
  { component: "StringMulti", label: "Platforms" },
  named(platformProfiles.map(({ segment, label }) => [segment, label])),
  (facts, i) => facts.platform === i,
);

const sortLabels: Readonly<Record<string, string>> = {
  newest: "Newest",
  engagement: "Engagement",
  relevancy: "Relevance",
  ad_impressions: "Impressions",
  days_running: "Days running",
  web_traffic: "Site traffic",
};

/** Describes the sort options as a filter. It excludes no ad; the search does the sorting (`readSorting`). */
export const advancedOrder = (sorts: readonly string[], first: string): SampleFilter => ({
  key: "advanced_order",
  look: {
    component: "StringSingle",
    label: "Sort by",
    items: sorts.map((key) => ({ key, label: sortLabels[key] ?? null, icon: null })),
    default: [first],
    subKeys: { type: "order", main: "orderby" },
  },
  compile: () => () => true,
});
