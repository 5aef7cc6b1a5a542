import type { ApiVersion } from "../protocol/apiVersion";
import { endpoints, type Endpoints } from "./endpoints";
import { readAdDetailV1, readCardV1, readSearchPageV1 } from "./v1/answersV1";
import { bodyOfV1 } from "./v1/bodyV1";
import { endpointsV1 } from "./v1/endpointsV1";
import { readFilterFormV1 } from "./v1/formV1";
import { readFilterForm } from "./wire/filters";
import { readCard } from "./wire/card";
import { readSearchPage } from "./wire/cards";
import { inParts } from "./wire/firstAds";
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
  readonly readSearchPage: typeof readSearchPage;
  /** The same for answers of any size: of a large one only the first ads, without blocking other work. */
  readonly readPageInSteps: ReturnType<typeof inParts>;
  readonly readAdDetail: typeof readAdDetail;
}

/** Both versions of the service (docs/api.md, "Versioning"), giving exactly the same nouns. */
export const versions: Readonly<Record<ApiVersion, Version>> = {
  v2: {
    endpoints,
    bodyOf,
    readFilterForm,
    readCard,
    readSearchPage,
    readPageInSteps: inParts(readSearchPage),
    readAdDetail,
  },
  v1: {
    endpoints: endpointsV1,
    bodyOf: bodyOfV1,
    readFilterForm: readFilterFormV1,
    readCard: readCardV1,
    readSearchPage: readSearchPageV1,
    readPageInSteps: inParts(readSearchPageV1),
    readAdDetail: readAdDetailV1,
  },
};
