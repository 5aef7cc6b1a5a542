import type { SearchPage } from "../../protocol/search";
import { Listeners } from "../events";
import type { FrozenSearch, SearchAds } from "../search";
import { savedOwner, type Runs } from "./runs";
import type { RecentSearches, SavedSearch, SavedSearches } from "../searches";

export interface RanSearchPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly search: SearchAds;
  readonly runs: Runs;
}

/** Remembers what ran, wherever it was started: for recent searches, and for saved ones with the same query. */
export class RanSearches {
  private readonly listeners = new Listeners();
  private tidied: Promise<void> | undefined;

  constructor(private readonly ports: RanSearchPorts) {}

  /** Notifies when a page has arrived, so that more may be bought. */
  readonly onChanged = this.listeners.on;

  /** Records an arrived page; one from the archive is not a run. */
  async note(frozen: FrozenSearch, page: SearchPage): Promise<void> {
    if (page.bought) return;
    if (page.page === 1) {
      const { recent, search, saved, runs } = this.ports;
      await recent.add(search.bodyQuery(frozen), frozen.label, frozen.address.origin);
      for (const each of await saved.list()) {
        const { platform, body } = await search.address(each.query);
        if (platform === frozen.address.platform && body === frozen.address.body) await this.mark(each, frozen, page);
      }
      await runs.ran(frozen.address);
      // Once per window; if it fails, the next window tries again.
      await (this.tidied ??= this.letGo().catch(() => undefined));
    }
    this.listeners.fire();
  }

  /** Records that a saved search ran: the archive's size cap spares its newest runs, but no longer the older ones. */
  async mark(saved: SavedSearch, { address }: FrozenSearch, page: Pick<SearchPage, "lastHit" | "fetchedAt">) {
    const { lastHit, fetchedAt: at } = page;
    await this.ports.runs.keep(address, savedOwner(saved.id));
    await this.ports.saved.markRun(saved.id, { at, ...(lastHit !== undefined && { lastHit }) });
  }

  /** Releases the runs of a deleted saved search, or keeps them again when it is restored. */
  async keep(saved: SavedSearch, kept: boolean): Promise<void> {
    const { runs, search } = this.ports;
    const owner = savedOwner(saved.id);
    await (kept ? runs.keep(await search.address(saved.query), owner) : runs.release(owner));
  }

  dispose(): void {
    this.listeners.dispose();
  }

  private async letGo(): Promise<void> {
    const saved = await this.ports.saved.list();
    await this.ports.runs.letGo(new Set(saved.map(({ id }) => id)));
  }
}
