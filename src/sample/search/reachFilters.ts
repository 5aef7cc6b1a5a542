import { communities, publishers } from "../catalog/publishers";
import { interests, ownerCategories } from "../catalog/interests";
import { adNetworks, affiliateNetworks, trackers } from "../world/facts";
import { advertiserCount, type Advertisers } from "../world/advertisers";
import { impressionsAt, lastSeen } from "../world/growth";
import { platformProfiles, type PlatformProfile } from "../world/platformProfiles";
import type { CatalogItem } from "../catalog/catalogItem";
import { bad } from "../refusal";
import { engagementAt } from "../figures/counters";
import { choice, flag, named, numbered, range } from "./filterKinds";
import type { FilterLook, SampleFilter } from "./sampleFilter";

type Component = FilterLook["component"];

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

/** An advertiser's key among the items of the filter `owner`, the same on every platform. */
const ownerKey = (index: number): number => 900_000 + index;

export const ownerFilter: SampleFilter = {
  key: "owner",
  look: { component: "StringSingleSearchableApi", label: "Advertiser", itemsFrom: "owners" },
  compile(value) {
    if (!Array.isArray(value)) return bad("The owner field must be an array.");
    const wanted = new Set<unknown>(value);
    return (facts) => wanted.size === 0 || wanted.has(ownerKey(facts.advertiser));
  },
};

/** Makes the items of the filter `owner` when they are asked for: 5,000 names would delay the first form. */
export const ownerItems = (advertisers: Advertisers) => (): CatalogItem[] =>
  Array.from({ length: advertiserCount }, (_, index) => ({
    key: ownerKey(index),
    label: advertisers.get(index).name,
    icon: null,
  }));

/** Ad networks with numbers as keys, for V2. V1 has names instead (`v1/forms`). */
export const networkItems = numbered(adNetworks, 11);

export const networks: SampleFilter = choice(
  "networks",
  { component: "StringMulti", label: "Ad network", disableOther: ["publishers"] },
  networkItems,
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
