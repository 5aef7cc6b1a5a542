import type { Digits } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";
import type { FrozenSearch, SearchAds } from "../search";
import { boughtOf, checkPinned, type SearchFile } from "../searchFiles";
import type { SavedSearch } from "../searches";

/** What an export of a search starts from: its snapshot, and what is bought of it. */
export interface ExportStart {
  readonly frozen: FrozenSearch;
  /** Absent if nothing is bought: then the export begins a snapshot. */
  readonly lastHit?: Digits;
  /** The pages that can be read without paying. */
  readonly pages: readonly SearchPage[];
  /** Bought pages of the snapshot, from page 1. */
  readonly bought: number;
  /** How many pages are wanted by default. */
  readonly wanted?: number;
}

/** The snapshot on the screen, with the pages that are loaded there. Free. */
export async function startOfShown(
  search: SearchAds,
  { frozen, lastHit, pages }: Pick<ExportStart, "frozen" | "pages"> & { readonly lastHit: Digits | undefined },
): Promise<ExportStart> {
  const bought = lastHit === undefined ? [] : await search.boughtPages(frozen, lastHit);
  // A snapshot that the export begins is to be newer than what is on the screen.
  return {
    frozen: search.frozenAgain(frozen),
    ...(lastHit !== undefined && { lastHit }),
    pages,
    bought: bought.length,
  };
}

/**
 * The snapshot that a search file pins, else the newest bought one. Free.
 * @throws {AdLibraryError | FeatureError} `notFound` if it pins one that isn't bought
 */
export async function startOfFile(search: SearchAds, file: SearchFile): Promise<ExportStart> {
  const frozen = await search.ofBody(file);
  const bought = await search.bought(frozen);
  checkPinned(file, bought);
  return { ...(await startOf(search, frozen, boughtOf(file, bought)?.lastHit)), wanted: file.pages ?? 1 };
}

/**
 * The snapshot of a saved search's last run, else the newest bought one: the last run may be of another library. Free.
 * @throws {AdLibraryError | FeatureError}
 */
export async function startOfSaved(
  search: SearchAds,
  { query, lastRun }: Pick<SavedSearch, "query" | "lastRun">,
): Promise<ExportStart> {
  const frozen = await search.ofBody(query);
  const bought = await search.bought(frozen);
  const last = bought.find(({ lastHit }) => lastHit === lastRun?.lastHit) ?? bought[0];
  return startOf(search, frozen, last?.lastHit);
}

async function startOf(search: SearchAds, frozen: FrozenSearch, lastHit: Digits | undefined): Promise<ExportStart> {
  if (lastHit === undefined) return { frozen: { ...frozen, since: "" }, pages: [], bought: 0 };
  const pages = await search.boughtPages(frozen, lastHit);
  return { frozen, lastHit, pages, bought: pages.length };
}
