import { prices } from "../../protocol/credits";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { pathIdOf, withRepairs, type Endpoints } from "../endpoints";
import { AdLibraryError } from "../errors";
import { inParts } from "../wire/firstAds";
import { readFilterItems } from "../wire/filterItems";
import { readAdDetailV1, readSearchPageV1 } from "./answersV1";
import { bodyOfV1 } from "./bodyV1";
import { readFilterFormV1 } from "./formV1";

const readInSteps = inParts(readSearchPageV1);

/** The four routes of V1 (docs/api.md, "Versioning"). The key is sent only in the header, as in V2. */
export const endpointsV1: Endpoints = {
  filters: ({ platform }, segments) => ({
    method: "GET",
    segments: ["v1", "filters", segments[individual(platform)], "search"],
    price: prices.filters,
    read: (text) => withRepairs(readFilterFormV1(text, platform)),
  }),
  filterItems: ({ platform, filter, text }, segments) => ({
    method: "GET",
    segments: ["v1", segments[individual(platform)], "filter", filter, "items"],
    query: { search: text },
    price: prices.filterItems,
    read: readFilterItems,
  }),
  search: ({ request, cursor }, segments) => ({
    method: "POST",
    segments: ["v1", segments[individual(request.platform)], "ads", "search"],
    body: bodyOfV1(request, cursor),
    price: prices.search,
    read: async (text) =>
      withRepairs(await readInSteps(text, request.platform, cursor?.page ?? 1, cursor?.lastHit, segments)),
  }),
  adDetail: ({ ad }, segments) => ({
    method: "GET",
    segments: ["v1", segments[individual(ad.platform)], "ads", pathIdOf(ad)],
    price: prices.adDetail,
    read: (text) => withRepairs(readAdDetailV1(text, ad)),
  }),
};

/** V1 has no search over all platforms at once (docs/api.md, "Versioning", row "Aggregate search"): nothing is sent. */
function individual(platform: PlatformToken): PlatformToken {
  if (platforms.some(({ token, inV1 }) => token === platform && inV1)) return platform;
  throw new AdLibraryError("notInV1", { charge: "none", specifics: platform });
}
