import { versions } from "../api/versions";
import type { SearchPage } from "../protocol/search";
import type { StoredAnswer } from "./archive/archive";
import type { FrozenSearch } from "./searchAds";

/** An owned answer as a page of its search. */
export async function readOwned(
  { request, address, segments }: FrozenSearch,
  page: number,
  { text, receivedAt }: StoredAnswer,
  lastHit: string,
): Promise<SearchPage> {
  return {
    ...(await versions[address.version].readPageInSteps(text, request.platform, page, lastHit, segments)),
    fetchedAt: receivedAt,
    owned: true,
  };
}
