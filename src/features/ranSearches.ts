import type { SearchPage } from "../protocol/search";
import { Listeners } from "./folder/listeners";
import { queryLabel } from "./queryLabel";
import type { Runs } from "./runs/runs";
import type { FrozenSearch, SearchAds } from "./searchAds";
import type { RecentSearches } from "./searches/recentSearches";
import type { SavedSearch } from "./searches/savedSearch";
import type { SavedSearches } from "./searches/savedSearches";

export interface RanSearchPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly search: SearchAds;
  readonly runs: Runs;
}

/** Remembers what ran, wherever it was started: for the recent searches, and for the saved ones that ask the same. */
export class RanSearches {
  private readonly listeners = new Listeners();

  constructor(private readonly ports: RanSearchPorts) {}

  /** Told when a page arrived, and so what is owned may have grown. */
  readonly onChanged = this.listeners.on;

  /** A page arrived; one from the archive ran nothing. */
  async note(frozen: FrozenSearch, page: SearchPage): Promise<void> {
    if (page.owned) return;
    if (page.page === 1) {
      const { recent, search, saved, runs } = this.ports;
      await recent.add(search.bodyQuery(frozen), queryLabel(frozen.query));
      for (const each of await saved.list()) {
        const { platform, body } = search.address(each.query);
        if (platform === frozen.address.platform && body === frozen.address.body) await this.mark(each, frozen, page);
      }
      await runs.ran(frozen.address);
    }
    this.listeners.fire();
  }

  /** A saved search ran: its newest runs outlive the size cap of the archive, older ones no longer do. */
  async mark(saved: SavedSearch, { address }: FrozenSearch, page: Pick<SearchPage, "lastHit" | "fetchedAt">) {
    const { lastHit, fetchedAt: at } = page;
    await this.ports.runs.keep(address, reason(saved));
    await this.ports.saved.markRun(saved.id, { at, ...(lastHit !== undefined && { lastHit }) });
  }

  /** A saved search was deleted, or put back: its runs are like any others, or kept again. */
  async keep(saved: SavedSearch, kept: boolean): Promise<void> {
    const { runs, search } = this.ports;
    const address = search.address(saved.query);
    await (kept ? runs.keep(address, reason(saved)) : runs.release(address, reason(saved)));
  }

  dispose(): void {
    this.listeners.dispose();
  }
}

/** Each saved search keeps its runs by itself: two may keep the same. */
function reason({ id }: SavedSearch): string {
  return `saved ${id}`;
}
