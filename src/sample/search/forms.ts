import type { PlatformToken } from "../../protocol/platforms";
import { codes, Refusal } from "../request";
import type { CatalogItem } from "../world/catalog";
import { aggregateSorts, type PlatformProfile, platformProfiles } from "../world/platformProfiles";
import type { SampleWorld } from "../world/sampleWorld";
import type { SampleFilter } from "./filterKinds";
import * as by from "./filters";
import { searchField } from "./searchText";

/** The filters of each platform in addition to the search box and the sort options. */
const particularFilters: Readonly<
  Record<Exclude<PlatformToken, "mega">, (profile: PlatformProfile, library: SampleWorld) => SampleFilter[]>
> = {
  facebook: (profile, { advertisers }) => [
    by.mediaType,
    by.placements(profile),
    by.region("StringMultiSearchable"),
    by.language("StringMultiSearchable"),
    by.gender("StringMulti"),
    by.targetAge,
    by.interestFilter,
    by.ownerCategoryFilter,
    by.behaviors,
    by.systems,
    by.callToAction("StringSingleSearchable"),
    by.running,
    by.engagement(profile),
    by.impressions,
    by.traffic(advertisers),
    by.seenBetween,
    by.seenSince,
    by.tracker("StringMultiSearchable"),
    by.affiliate("StringMulti"),
    by.features,
    by.verifiedOwners(advertisers),
    by.bookmarked,
  ],
  meta: (profile, { advertisers }) => [
    by.mediaType,
    by.placements(profile),
    by.active,
    by.region("StringMultiSearchable"),
    by.language("StringSingleSearchable"),
    by.gender("StringSingle"),
    by.targetAge,
    by.interestFilter,
    by.callToAction("StringMulti"),
    by.running,
    by.engagement(profile),
    by.seenBetween,
    by.verifiedOwners(advertisers),
    by.bookmarked,
  ],
  native: (_, { advertisers }) => [
    by.networks,
    by.publisherFilter,
    by.category("StringSingleSearchable"),
    by.region("StringMultiSearchable"),
    by.systems,
    by.tracker("StringSingleSearchable"),
    by.affiliate("StringMultiSearchable"),
    by.impressions,
    by.traffic(advertisers),
    by.running,
    by.firstSeen,
    by.couponOnly,
    by.bookmarked,
  ],
  display: (profile, { advertisers }) => [
    by.mediaType,
    by.networks,
    by.publisherFilter,
    by.placements(profile),
    by.region("StringMultiSearchable"),
    by.systems,
    by.tracker("StringMulti"),
    by.impressions,
    by.traffic(advertisers),
    by.running,
    by.seenBetween,
    by.bookmarked,
  ],
  pinterest: (profile, { advertisers }) => [
    by.mediaType,
    by.category("StringMulti"),
    by.interestFilter,
    by.palette,
    by.region("StringSingleSearchable"),
    by.gender("StringMulti"),
    by.running,
    by.engagement(profile),
    by.firstSeen,
    by.verifiedOwners(advertisers),
  ],
  reddit: (profile) => [
    by.mediaType,
    by.communityFilter,
    by.category("StringMulti"),
    by.region("StringMultiSearchable"),
    by.callToAction("StringSingleSearchable"),
    by.impressions,
    by.engagement(profile),
    by.seenBetween,
    by.seenSince,
    by.couponOnly,
    by.features,
  ],
  tiktok: (profile) => [
    by.placements(profile),
    by.region("StringMultiSearchable"),
    by.language("StringMultiSearchable"),
    by.gender("StringMulti"),
    by.targetAge,
    by.interestFilter,
    by.callToAction("StringSingle"),
    by.duration,
    by.running,
    by.engagement(profile),
    by.active,
    by.creatorOnly,
    by.palette,
    by.systems,
    by.bookmarked,
  ],
  twitter: (profile, { advertisers }) => [
    by.mediaType,
    by.owner(advertisers),
    by.placements(profile),
    by.region("StringMultiSearchable"),
    by.language("StringMultiSearchable"),
    by.engagement(profile),
    by.running,
    by.seenBetween,
    by.features,
    by.verifiedOwners(advertisers),
  ],
  youtube: (profile, { advertisers }) => [
    by.placements(profile),
    by.publisherFilter,
    by.owner(advertisers),
    by.region("StringMultiSearchable"),
    by.language("StringMultiSearchable"),
    by.category("StringMulti"),
    by.duration,
    by.running,
    by.impressions,
    by.engagement(profile),
    by.firstSeen,
    by.seenSince,
    by.creatorOnly,
  ],
};

/** Everything that can be asked of one platform, or of the aggregate of all platforms. */
export interface Form {
  /** The platform's segment in routes. */
  readonly segment: string;
  readonly label: string;
  /** Positions in `platformProfiles` of the platforms that are searched. */
  readonly platforms: readonly number[];
  readonly sorts: readonly string[];
  readonly defaultSort: string;
  readonly filters: readonly SampleFilter[];
}

const allTexts = searchField(["text", "owner_name", "url", "without_owner", "without_owner_name"]);
const fewTexts = searchField(["text", "without_owner", "without_owner_name"]);

function aggregateForm(library: SampleWorld): Form {
  return {
    ...aggregateSorts,
    segment: "mega",
    label: "All platforms",
    platforms: platformProfiles.map((_, platform) => platform),
    filters: [
      allTexts,
      by.advancedOrder(aggregateSorts.sorts, aggregateSorts.defaultSort),
      by.platformFilter,
      by.mediaType,
      by.category("StringMulti"),
      by.region("StringMultiSearchable"),
      by.language("StringMultiSearchable"),
      by.owner(library.advertisers),
      by.callToAction("StringMulti"),
      by.running,
      by.impressions,
      by.traffic(library.advertisers),
      by.seenBetween,
      by.bookmarked,
    ],
  };
}

function platformForm(profile: PlatformProfile, platform: number, library: SampleWorld): Form {
  const { token, segment, label, sorts, defaultSort } = profile;
  const texts = token === "native" || token === "pinterest" || token === "reddit" ? fewTexts : allTexts;
  const own = token === "mega" ? [] : particularFilters[token](profile, library);
  const filters = [texts, by.advancedOrder(sorts, defaultSort), ...own];
  return { segment, label, platforms: [platform], sorts, defaultSort, filters };
}

/** Forms of the nine platforms and of the aggregate, by path segment. */
export function createForms(library: SampleWorld): ReadonlyMap<string, Form> {
  const forms = platformProfiles.map((profile, platform) => platformForm(profile, platform, library));
  return new Map([...forms, aggregateForm(library)].map((form) => [form.segment, form]));
}

function itemsOf({ filters }: Form, route: string): readonly CatalogItem[] {
  const served = filters.find(({ look }) => look.itemsFrom === route)?.served;
  if (!served) throw new Refusal(codes.notFound, "This platform has no items of that name.");
  return served();
}

/**
 * The items of a route whose label contains the text (the key, if an item has no label).
 * @throws {Refusal} if there is no such route
 */
export function findItems(form: Form, route: string, text: string): CatalogItem[] {
  const wanted = text.normalize("NFC").trim().toLowerCase();
  return itemsOf(form, route).filter(({ key, label }) => (label ?? `${key}`).toLowerCase().includes(wanted));
}

/** The items of a route by their keys; unknown keys are ignored. @throws {Refusal} if there is no such route */
export function itemsByKey(form: Form, route: string, keys: readonly number[]): CatalogItem[] {
  const wanted = new Set<unknown>(keys);
  return itemsOf(form, route).filter(({ key }) => wanted.has(key));
}
