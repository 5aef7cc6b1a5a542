import type { SearchPage } from "../protocol/search";
import type { Archive } from "./archive/archive";
import { Listeners } from "./folder/listeners";
import { queryLabel } from "./queryLabel";
import type { FrozenSearch, SearchAds } from "./searchAds";
import type { RecentSearches } from "./searches/recentSearches";
import type { SavedSearch } from "./searches/savedSearch";
import type { SavedSearches } from "./searches/savedSearches";

export interface RanSearchPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly search: SearchAds;
  readonly archive: Archive;
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
      const { recent, search, saved } = this.ports;
      await recent.add(search.bodyQuery(frozen), queryLabel(frozen.query));
      for (const each of await saved.list()) {
        const { platform, body } = search.address(each.query);
        if (platform === frozen.address.platform && body === frozen.address.body) await this.mark(each, frozen, page);
      }
    }
    this.listeners.fire();
  }

  /** A saved search ran: its snapshot outlives the size cap of the archive, the one before it no longer does. */
  async mark(saved: SavedSearch, { address }: FrozenSearch, page: SearchPage): Promise<void> {
    const { lastHit, fetchedAt: at } = page;
    const { archive } = this.ports;
    if (saved.lastRun?.lastHit !== undefined) await archive.unpin(address, saved.lastRun.lastHit, reason(saved));
    if (lastHit !== undefined) await archive.pin(address, lastHit, reason(saved));
    await this.ports.saved.markRun(saved.id, { at, ...(lastHit !== undefined && { lastHit }) });
  }

  /** A saved search was deleted, or put back: its snapshot is like any other, or kept again. */
  async keep(saved: SavedSearch, kept: boolean): Promise<void> {
    const { lastRun, query } = saved;
    if (lastRun?.lastHit === undefined) return;
    const { archive, search } = this.ports;
    const act = kept ? archive.pin.bind(archive) : archive.unpin.bind(archive);
    await act(search.address(query), lastRun.lastHit, reason(saved));
  }

  dispose(): void {
    this.listeners.dispose();
  }
}

/** Each saved search holds its snapshot by itself: two may hold the same. */
function reason({ id }: SavedSearch): string {
  return `saved ${id}`;
}
