import type { ApiVersion } from "../../src/protocol/apiVersion";

/** The version of the service that the browser tests run with: `AD_LIBRARY_API_VERSION=v1` selects V1. */
export const testedVersion: ApiVersion = process.env.AD_LIBRARY_API_VERSION === "v1" ? "v1" : "v2";

/** How a version looks from outside: its routes (docs/api.md, "Versioning"), and what V1 lacks. */
interface VersionSeen {
  readonly filters: (segment: string) => string;
  readonly search: (segment: string) => string;
  readonly detail: (segment: string, ad: string) => string;
  /** How many of the ten platforms it has: V1 lacks the search over all of them. */
  readonly platforms: number;
  /** What the tree of platforms says about the search over all of them. */
  readonly allPlatforms: string;
  /**
   * How many free requests *Connect…* sends before it knows that a key works. It tries V2 first, on up to three
   * platforms.
   */
  readonly requestsToConnect: number;
  /** The name of a library that is connected with this version. */
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

/** The version that the tests run with. */
export const tested: VersionSeen = seen[testedVersion];

/** Repetitions of a test that do not depend on the version of the service. With V1, only the first is kept. */
export function repeated<T>(all: readonly T[]): readonly T[] {
  return testedVersion === "v1" ? all.slice(0, 1) : all;
}
