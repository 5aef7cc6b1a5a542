import type { RanSearches, Runs } from "../../features/runs";
import type { BodyQuery } from "../../features/forms";
import type { SearchAds } from "../../features/search";
import type { RecentSearches, SavedSearch, SavedSearches } from "../../features/searches";
import { filterChangeRows } from "./filterChangeRows";
import type { WorkspaceSearches } from "./workspaceSearches";
import type { SavedSearchRow, SearchRows } from "./searchNodes";

export interface SearchRowPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly ran: RanSearches;
  readonly search: SearchAds;
  readonly workspace: WorkspaceSearches;
  readonly runs: Runs;
}

type AllPorts = SearchRowPorts & Parameters<typeof filterChangeRows>[0];

/** The rows of the searches view, from files on this machine. */
export function searchRows(ports: AllPorts): SearchRows {
  const { saved, recent, ran, search, workspace, filterChanges, runs } = ports;
  const kept = async (query: BodyQuery | undefined) => (query ? runFacts(runs, search, query).catch(() => ({})) : {});
  return {
    filterChanges: () => filterChangeRows(ports).catch(() => []),
    saved: async () =>
      Promise.all(
        (await saved.list()).map(async (each) => ({ ...(await row(each, search)), ...(await kept(each.query)) })),
      ),
    recent: async () =>
      (await recent.list()).map(({ label, platform, body, at }) => ({
        label: label === platform ? undefined : label,
        platform,
        at,
        search: { platform, body },
      })),
    // If files cannot be searched for, the saved searches are shown anyway.
    files: async () => {
      const files = await Promise.resolve(workspace.list()).catch(() => []);
      return Promise.all(files.map(async (each) => ({ ...each, ...(await kept(each.search)) })));
    },
    runs: async (query) => (await runs.list(search.address(query))).map((run) => ({ ...run, search: query })),
    reorder: (ids) => saved.reorder(ids),
    onChanged: (listener) => {
      const all: readonly { dispose(): unknown }[] = [saved, recent, ran, workspace, filterChanges, runs.notes].map(
        (each) => each.onChanged(listener),
      );
      return { dispose: () => all.forEach((each) => each.dispose()) };
    },
  };
}

/** How many runs of a search are kept, and how many new ads of its last check no one has looked at. */
async function runFacts(
  runs: Runs,
  search: SearchAds,
  query: BodyQuery,
): Promise<Pick<SavedSearchRow, "runs" | "newAds">> {
  const address = search.address(query);
  const last = await runs.notes.last(address);
  const newAds = last && !last.looked ? last.newAds : 0;
  return { runs: await runs.count(address), ...(newAds > 0 && { newAds }) };
}

async function row({ id, name, query, lastRun, library }: SavedSearch, search: SearchAds): Promise<SavedSearchRow> {
  // A list of searches is worth showing even if the archive cannot be read.
  const count = () =>
    lastRun?.lastHit === undefined ? 0 : search.ownedPageCount(query, lastRun.lastHit).catch(() => 0);
  return {
    id,
    name,
    platform: query.platform,
    search: query,
    ...(lastRun && { lastRunAt: lastRun.at }),
    ownedPages: await count(),
    ...(library !== undefined && library !== connected(search) && { otherLibrary: library }),
  };
}

/** The lasting name of the connected library; undefined if its base URL is unreadable. */
function connected(search: SearchAds): string | undefined {
  try {
    return search.libraryName();
  } catch {
    return undefined;
  }
}
