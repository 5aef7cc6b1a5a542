import type { StoredAnswer } from "../../protocol/owned";
import { type PreparedSearch, versions, isDigits } from "../../api";
import type { Digits } from "../../protocol/ads";
import type { OwnedSearch } from "../../protocol/panel";
import type { PlatformSegments } from "../../protocol/platforms";
import type { SearchPage, SearchQuery } from "../../protocol/search";
import type { SearchAddress } from "../archive";

/** A query checked against its form, with the address under which its pages are archived. */
export interface FrozenSearch {
  readonly query: SearchQuery;
  readonly request: PreparedSearch;
  readonly address: SearchAddress;
  /** Path segments in use, for reading its answers. */
  readonly segments: PlatformSegments;
  /** ISO time at which it was asked for. */
  readonly frozenAt: string;
}

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

/** The archive's name for the newest answer for which the service named no snapshot. */
export function newestUnnamed(owned: readonly OwnedSearch[]): Digits {
  return owned.find(({ lastHit }) => !isDigits(lastHit))?.lastHit ?? "";
}
