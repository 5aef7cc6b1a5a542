import type { ApiVersion } from "../protocol/apiVersion";
import { endpoints, type Endpoints } from "./endpoints";
import { bodyOfV1, endpointsV1, readAdDetailV1, readCardV1, readSearchPageV1 } from "./v1/endpointsV1";
import { readFilterFormV1 } from "./v1/formV1";
import { readFilterForm } from "./wire/filters";
import { readCard, readElements, readSearchPage } from "./wire/cards";
import { readAdDetail } from "./wire/detail";
import { bodyOf } from "./wire/query";

export type { ApiVersion } from "../protocol/apiVersion";

/** What differs between the versions: the routes, how a body is written, and how a kept answer's text is read. */
export interface Version {
  readonly endpoints: Endpoints;
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
    endpoints,
    bodyOf,
    readFilterForm,
    readCard,
    readElements,
    readSearchPage,
    readAdDetail,
  },
  v1: {
    endpoints: endpointsV1,
    bodyOf: bodyOfV1,
    readFilterForm: readFilterFormV1,
    readCard: readCardV1,
    readElements,
    readSearchPage: readSearchPageV1,
    readAdDetail: readAdDetailV1,
  },
};
