import type { CatalogItem } from "../catalog/catalogItem";
import { interests, ownerCategories } from "../catalog/interests";
import { communities, publishers } from "../catalog/publishers";
import type { SampleWorld } from "../world/sampleWorld";
import { aggregateSorts, platformProfiles, type PlatformProfile } from "../world/platformProfiles";
import * as ad from "./adFilters";
import * as reach from "./reachFilters";
import { particularFilters } from "./particularFilters";
import { searchField } from "./searchText";
import type { SampleFilter } from "./sampleFilter";

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
  readonly itemRoutes: ReadonlyMap<string, () => readonly CatalogItem[]>;
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
      reach.advancedOrder(aggregateSorts.sorts, aggregateSorts.defaultSort),
      reach.platformFilter,
      ad.mediaType,
      ad.category("StringMulti"),
      ad.region("StringMultiSearchable"),
      ad.language("StringMultiSearchable"),
      reach.ownerFilter,
      ad.callToAction("StringMulti"),
      ad.running,
      reach.impressions,
      reach.traffic(library.advertisers),
      ad.seenBetween,
      ad.bookmarked,
    ],
    itemRoutes: new Map([["owners", reach.ownerItems(library.advertisers)]]),
  };
}

function platformForm(profile: PlatformProfile, platform: number, library: SampleWorld): Form {
  const { token, segment, label, sorts, defaultSort } = profile;
  const texts = token === "native" || token === "plat_board" || token === "plat_forum" ? fewTexts : allTexts;
  const own = token === "mega" ? [] : particularFilters[token](profile, library);
  const routes = new Map<string, () => readonly CatalogItem[]>();
  if (own.includes(reach.interestFilter)) routes.set("interests", () => interests);
  if (own.includes(reach.ownerCategoryFilter)) routes.set("owner_categories", () => ownerCategories);
  if (own.includes(reach.publisherFilter)) routes.set("publishers", () => publishers);
  if (own.includes(reach.communityFilter)) routes.set("communities", () => communities);
  if (own.includes(reach.ownerFilter)) routes.set("owners", reach.ownerItems(library.advertisers));
  const filters = [texts, reach.advancedOrder(sorts, defaultSort), ...own];
  return { segment, label, platforms: [platform], sorts, defaultSort, filters, itemRoutes: routes };
}

/** Forms of the nine platforms and of the aggregate, by path segment. */
export function createForms(library: SampleWorld): ReadonlyMap<string, Form> {
  const forms = platformProfiles.map((profile, platform) => platformForm(profile, platform, library));
  return new Map([...forms, aggregateForm(library)].map((form) => [form.segment, form]));
}
