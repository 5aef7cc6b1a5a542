import type { SearchPage } from "../../protocol/search";
import { Listeners } from "../disk";
import { type FrozenSearch, queryLabel, type SearchAds } from "../search";
import { savedOwner } from "./runOwners";
import type { Runs } from "./runs";
import type { RecentSearches, SavedSearch, SavedSearches } from "../searches";

export interface RanSearchPorts {
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly search: SearchAds;
  readonly runs: Runs;
}

/** Remembers what ran, wherever it was started: for the recent searches, and for the saved ones that ask the same. */
export class RanSearches {
  private readonly listeners = new Listeners();
  private tidied: Promise<void> | undefined;

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
      // Once for each window; what fails is tried by the next one.
      await (this.tidied ??= this.letGo().catch(() => undefined));
    }
    this.listeners.fire();
  }

  /** A saved search ran: its newest runs outlive the size cap of the archive, older ones no longer do. */
  async mark(saved: SavedSearch, { address }: FrozenSearch, page: Pick<SearchPage, "lastHit" | "fetchedAt">) {
    const { lastHit, fetchedAt: at } = page;
    await this.ports.runs.keep(address, savedOwner(saved.id));
    await this.ports.saved.markRun(saved.id, { at, ...(lastHit !== undefined && { lastHit }) });
  }

  /** A saved search was deleted, or put back: its runs are like any others, or kept again. */
  async keep(saved: SavedSearch, kept: boolean): Promise<void> {
    const { runs, search } = this.ports;
    const owner = savedOwner(saved.id);
    await (kept ? runs.keep(search.address(saved.query), owner) : runs.release(owner));
  }

  dispose(): void {
    this.listeners.dispose();
  }

  private async letGo(): Promise<void> {
    const saved = await this.ports.saved.list();
    await this.ports.runs.letGo(new Set(saved.map(({ id }) => id)));
  }
}
