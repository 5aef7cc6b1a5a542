import type { ApiVersion } from "../../src/protocol/apiVersion";

/** Which version of the service the browser's tests run with: `AD_LIBRARY_API_VERSION=v1` for V1. */
export const testedVersion: ApiVersion = process.env.AD_LIBRARY_API_VERSION === "v1" ? "v1" : "v2";

/** How the versions differ from outside: the routes (docs/api.md, "Versioning"), and what V1 lacks. */
interface VersionSeen {
  readonly filters: (segment: string) => string;
  readonly search: (segment: string) => string;
  readonly detail: (segment: string, ad: string) => string;
  /** How many of the ten platforms it has: V1 has no search over all of them. */
  readonly platforms: number;
  /** What the tree says of that search. */
  readonly allPlatforms: string;
  /** Free requests after which *Connect…* knows that a key works: V2 is asked first, up to three platforms of it. */
  readonly requestsToConnect: number;
  /** What a library is called that is connected with it. */
  readonly named: (url: string) => string;
}

const seen: Readonly<Record<ApiVersion, VersionSeen>> = {
  v2: {
    filters: (segment) => `/v2/ads/${segment}/filters`,
    search: (segment) => `/v2/ads/${segment}/search`,
    detail: (segment, ad) => `/v2/ads/${segment}/${ad}`,
    platforms: 10,
    allPlatforms: "Searches all nine at once",
    requestsToConnect: 1,
    named: (url) => url,
  },
  v1: {
    filters: (segment) => `/v1/filters/${segment}/search`,
    search: (segment) => `/v1/${segment}/ads/search`,
    detail: (segment, ad) => `/v1/${segment}/ads/${ad}`,
    platforms: 9,
    allPlatforms: "Not available in V1",
    requestsToConnect: 4,
    named: (url) => `${url} with V1`,
  },
};

/** The version that the tests run with, as seen from outside. */
export const tested: VersionSeen = seen[testedVersion];

/** Repetitions that do not depend on the version of the service: with V1 the first one is enough. */
export function repeated<T>(all: readonly T[]): readonly T[] {
  return testedVersion === "v1" ? all.slice(0, 1) : all;
}
