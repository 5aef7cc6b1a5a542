import type { OwnedSearch } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import { prices } from "../../protocol/credits";
import type { FrozenSearch, SearchAds } from "../search";
import type { SearchFile } from "./searchFile";

/** What running a search file costs, and what is already owned of it. */
export interface SearchFileCost {
  readonly platform: PlatformToken;
  readonly pages: number;
  /** The most credits that the pages cost if the newest owned result, or the file's snapshot, is continued. */
  readonly credits: number;
  /** The credits for the same pages of a new result. */
  readonly freshCredits: number;
  /** The file's snapshot if it is owned, else the newest owned result. */
  readonly owned?: OwnedSearch;
}

/** Plans a file's search. Free, and works offline with filters that were seen before. @throws {AdLibraryError | FeatureError} */
export async function planSearchFile(file: SearchFile, search: SearchAds): Promise<SearchFileCost> {
  const frozen = await freezeFile(file, search);
  const owned = ownedOf(file, await search.owned(frozen));
  const { pages = 1, platform } = file;
  const missing = Math.max(0, pages - (owned?.pages ?? 0));
  return {
    platform,
    pages,
    credits: missing * prices.search,
    freshCredits: pages * prices.search,
    ...(owned && { owned }),
  };
}

/** The search of a file, checked against the filters seen last. @throws {AdLibraryError | FeatureError} */
export async function freezeFile({ platform, body }: SearchFile, search: SearchAds): Promise<FrozenSearch> {
  return search.freezeOwned(await search.fromBody(platform, body));
}

/** The owned result that the file is about: its snapshot, or the newest result if it pins none. */
export function ownedOf({ snapshot }: SearchFile, owned: readonly OwnedSearch[]): OwnedSearch | undefined {
  return snapshot === undefined ? owned[0] : owned.find(({ lastHit }) => lastHit === snapshot);
}
