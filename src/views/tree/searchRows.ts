import type { RanSearches } from "../../features/ranSearches";
import type { SearchAds } from "../../features/searchAds";
import type { RecentSearches } from "../../features/searches/recentSearches";
import type { SavedSearch } from "../../features/searches/savedSearch";
import type { SavedSearches } from "../../features/searches/savedSearches";
import { filterChangeRows } from "../searchFiles/filterChangeRows";
import type { WorkspaceSearches } from "../searchFiles/workspaceSearches";
import type { SavedSearchRow, SearchRows } from "./searchNodes";

export interface SearchRowPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly ran: RanSearches;
  readonly search: SearchAds;
  readonly workspace: WorkspaceSearches;
}

type AllPorts = SearchRowPorts & Parameters<typeof filterChangeRows>[0];

/** The rows of the searches view, from the files of this machine. */
export function searchRows(ports: AllPorts): SearchRows {
  const { saved, recent, ran, search, workspace, filterChanges } = ports;
  return {
    filterChanges: () => filterChangeRows(ports).catch(() => []),
    saved: async () => Promise.all((await saved.list()).map((each) => row(each, search))),
    recent: async () =>
      (await recent.list()).map(({ label, platform, body, at }) => ({
        label: label === platform ? undefined : label,
        platform,
        at,
        search: { platform, body },
      })),
    // Where files cannot be looked for, the saved searches are shown all the same.
    files: () => Promise.resolve(workspace.list()).catch(() => []),
    reorder: (ids) => saved.reorder(ids),
    onChanged: (listener) => {
      const all: readonly { dispose(): unknown }[] = [saved, recent, ran, workspace, filterChanges].map((each) =>
        each.onChanged(listener),
      );
      return { dispose: () => all.forEach((each) => each.dispose()) };
    },
  };
}

async function row({ id, name, query, lastRun, library }: SavedSearch, search: SearchAds): Promise<SavedSearchRow> {
  // A list of searches is worth showing also where the archive cannot be read.
  const count = () =>
    lastRun?.lastHit === undefined ? 0 : search.ownedPageCount(query, lastRun.lastHit).catch(() => 0);
  return {
    id,
    name,
    platform: query.platform,
    ...(lastRun && { lastRunAt: lastRun.at }),
    ownedPages: await count(),
    ...(library !== undefined && library !== connected(search) && { otherLibrary: library }),
  };
}

/** The lasting name of the connected library; none where its address cannot be read. */
function connected(search: SearchAds): string | undefined {
  try {
    return search.libraryName();
  } catch {
    return undefined;
  }
}
