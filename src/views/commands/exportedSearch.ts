import type { Digits } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";
import type { FrozenSearch, SearchAds } from "../../features/search";
import type { SavedSearches } from "../../features/searches";
import { freezeFile, ownedOf, type SearchFiles } from "../../features/searchFiles";
import type { Panels } from "../panel/panels";
import { SearchFileTarget } from "../searchFiles/searchFileTarget";
import { chosenSearch } from "./chosenSearch";
import { readSearch } from "./searchFileCommands";
import { shownSearch } from "./sessionCommands";

/** A search to export, with what is owned of it. */
export interface ExportedSearch {
  readonly frozen: FrozenSearch;
  /** Absent if nothing is owned: then the export begins a snapshot. */
  readonly lastHit?: Digits;
  readonly pages: readonly SearchPage[];
  /** Owned pages of the snapshot, from page 1. */
  readonly owned: number;
  /** It was named by a tree row, which specifies nothing else. */
  readonly named: boolean;
  /** How many pages are wanted by default. */
  readonly wanted?: number;
}

export interface ExportedSearchPorts {
  readonly panels: Panels;
  readonly saved: SavedSearches;
  readonly search: SearchAds;
  readonly files: SearchFiles;
}

/** The saved search of a tree row, else the search on the screen. @throws {FeatureError} `nothingShown` */
export async function exportedSearch(
  ports: ExportedSearchPorts,
  argument: unknown,
): Promise<ExportedSearch | undefined> {
  if (argument instanceof SearchFileTarget) return searchOfFile(ports, argument);
  if (isTreeRow(argument)) return savedSearch(ports, argument);
  const { frozen, lastHit, pages } = shownSearch(ports.panels, argument);
  const owned = lastHit === undefined ? [] : await ports.search.ownedPages(frozen, lastHit);
  return { frozen, ...(lastHit !== undefined && { lastHit }), pages, owned: owned.length, named: false };
}

const isTreeRow = (argument: unknown) => typeof argument === "object" && argument !== null && "row" in argument;

async function searchOfFile(ports: ExportedSearchPorts, { uri }: SearchFileTarget): Promise<ExportedSearch> {
  const { search } = ports;
  const file = await readSearch(ports, uri);
  const frozen = await freezeFile(file, search);
  const lastHit = ownedOf(file, await search.owned(frozen))?.lastHit ?? file.snapshot;
  const pages = lastHit === undefined ? [] : await search.ownedPages(frozen, lastHit);
  const own = { frozen, pages, owned: pages.length, named: true, wanted: file.pages ?? 1 };
  return { ...own, ...(lastHit !== undefined && { lastHit }) };
}

async function savedSearch({ saved, search }: ExportedSearchPorts, row: unknown): Promise<ExportedSearch | undefined> {
  const chosen = await chosenSearch(saved, row);
  if (!chosen) return undefined;
  const frozen = await search.freezeOwned(await search.fromBody(chosen.query.platform, chosen.query.body));
  const lastHit = chosen.lastRun?.lastHit ?? (await search.owned(frozen))[0]?.lastHit;
  if (lastHit === undefined) return { frozen, pages: [], owned: 0, named: true };
  const pages = await search.ownedPages(frozen, lastHit);
  return { frozen, lastHit, pages, owned: pages.length, named: true };
}
