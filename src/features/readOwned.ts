import { versions } from "../api/versions";
import type { SearchPage } from "../protocol/search";
import type { StoredAnswer } from "./archive/archive";
import type { FrozenSearch } from "./searchAds";

/** An owned answer as a page of its search. */
export function readOwned(
  { request, address, segments }: FrozenSearch,
  page: number,
  { text, receivedAt }: StoredAnswer,
  lastHit: string,
): SearchPage {
  return {
    ...versions[address.version].readSearchPage(text, request.platform, page, lastHit, segments),
    fetchedAt: receivedAt,
    owned: true,
  };
}
