import type { Digits } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";
import type { FrozenSearch, SearchAds } from "../search";
import { ownedOf, type SearchFile } from "../searchFiles";
import type { SavedSearch } from "../searches";

/** What an export of a search starts from: its snapshot, and what is owned of it. */
export interface ExportStart {
  readonly frozen: FrozenSearch;
  /** Absent if nothing is owned: then the export begins a snapshot. */
  readonly lastHit?: Digits;
  /** The pages that can be read without paying. */
  readonly pages: readonly SearchPage[];
  /** Owned pages of the snapshot, from page 1. */
  readonly owned: number;
  /** How many pages are wanted by default. */
  readonly wanted?: number;
}

/** The snapshot on the screen, with the pages that are loaded there. Free. */
export async function startOfShown(
  search: SearchAds,
  { frozen, lastHit, pages }: Pick<ExportStart, "frozen" | "pages"> & { readonly lastHit: Digits | undefined },
): Promise<ExportStart> {
  const owned = lastHit === undefined ? [] : await search.ownedPages(frozen, lastHit);
  // A snapshot that the export begins is to be newer than what is on the screen.
  return { frozen: search.frozenAgain(frozen), ...(lastHit !== undefined && { lastHit }), pages, owned: owned.length };
}

/**
 * The snapshot that a search file pins, even where nothing of it is owned, else the newest owned one. Free.
 * @throws {AdLibraryError | FeatureError}
 */
export async function startOfFile(search: SearchAds, file: SearchFile): Promise<ExportStart> {
  const frozen = await search.ofBody(file);
  const lastHit = ownedOf(file, await search.owned(frozen))?.lastHit ?? file.snapshot;
  return { ...(await startOf(search, frozen, lastHit)), wanted: file.pages ?? 1 };
}

/** The snapshot of a saved search's last run, else the newest owned one. Free. @throws {AdLibraryError | FeatureError} */
export async function startOfSaved(
  search: SearchAds,
  { query, lastRun }: Pick<SavedSearch, "query" | "lastRun">,
): Promise<ExportStart> {
  const frozen = await search.ofBody(query);
  return startOf(search, frozen, lastRun?.lastHit ?? (await search.owned(frozen))[0]?.lastHit);
}

async function startOf(search: SearchAds, frozen: FrozenSearch, lastHit: Digits | undefined): Promise<ExportStart> {
  if (lastHit === undefined) return { frozen: { ...frozen, since: "" }, pages: [], owned: 0 };
  const pages = await search.ownedPages(frozen, lastHit);
  return { frozen, lastHit, pages, owned: pages.length };
}
