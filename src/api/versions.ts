import type { ApiVersion } from "../protocol/apiVersion";
import type { PlatformSegments, PlatformToken } from "../protocol/platforms";
import { bodyOfV1, readAdDetailV1, readCardV1, readSearchPageV1, routesV1, segmentInV1 } from "./v1/endpointsV1";
import { readFilterFormV1 } from "./v1/formV1";
import { readFilterForm } from "./wire/filters";
import { readCard, readElements, readSearchPage } from "./wire/cards";
import { readAdDetail } from "./wire/detail";
import { bodyOf } from "./wire/query";

export type { ApiVersion } from "../protocol/apiVersion";

/** What differs between the versions: the routes, how a body is written, and how a kept answer's text is read. */
export interface Version {
  /** The path segments of each endpoint, from a platform's segment. */
  readonly routes: typeof routesV1;
  /** A platform's segment. @throws {AdLibraryError} `notInV1` */
  readonly segmentIn: (platform: PlatformToken, segments: PlatformSegments) => string;
  readonly bodyOf: typeof bodyOf;
  readonly readFilterForm: typeof readFilterForm;
  /** One element of `data.ads`. */
  readonly readCard: typeof readCard;
  readonly readElements: typeof readElements;
  readonly readSearchPage: typeof readSearchPage;
  readonly readAdDetail: typeof readAdDetail;
}

/** Both versions of the service (docs/api.md, "Versioning"), giving exactly the same nouns. */
export const versions: Readonly<Record<ApiVersion, Version>> = {
  v2: {
    // Routes 1 to 6 (docs/api.md, "Endpoints"); mega has the same as any platform, except for details.
    routes: {
      filters: (segment) => ["v2", "ads", segment, "filters"],
      filterItems: (segment, filter) => ["v2", "ads", segment, "filters", filter],
      search: (segment) => ["v2", "ads", segment, "search"],
      adDetail: (segment, id) => ["v2", "ads", segment, id],
    },
    segmentIn: (platform, segments) => segments[platform],
    bodyOf,
    readFilterForm,
    readCard,
    readElements,
    readSearchPage,
    readAdDetail,
  },
  v1: {
    routes: routesV1,
    segmentIn: segmentInV1,
    bodyOf: bodyOfV1,
    readFilterForm: readFilterFormV1,
    readCard: readCardV1,
    readElements,
    readSearchPage: readSearchPageV1,
    readAdDetail: readAdDetailV1,
  },
};
