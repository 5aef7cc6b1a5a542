import { isDigits } from "../api/integers";
import { versions } from "../api/versions";
import type { Digits } from "../protocol/ads";
import type { OwnedSearch } from "../protocol/panel";
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

/** What the archive calls the newest answer for which the service named no snapshot. */
export function newestUnnamed(owned: readonly OwnedSearch[]): Digits {
  return owned.find(({ lastHit }) => !isDigits(lastHit))?.lastHit ?? "";
}
