import type { AdRef } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { AdDetails } from "../details";
import { versionedName } from "../connection";
import type { FrozenSearch, SearchAds } from "../search";
import type { ExportSpending } from "./exportSpending";
import type { ExportedDetail } from "./exportTypes";
import { journalName } from "./journalLines";
import { PagesOnDisk } from "./pagesOnDisk";
import type { FetchedAnswer, PagePorts } from "./pagesToExport";
import type { Cursor } from "../../protocol/search";
import type { Digits } from "../../protocol/ads";

export interface SourceOptions {
  readonly frozen: FrozenSearch;
  /** Absent: only owned pages and details are returned. */
  readonly spending: ExportSpending | undefined;
  readonly signal: AbortSignal;
  /** How many requests to send at once; absent for one. */
  readonly ahead: number | undefined;
}

/** Where an export takes its pages and details from: owned ones for 0 credits, others through its gate. */
export class ExportSources implements PagePorts {
  /** Credits of paid answers that are known not to be in the archive. */
  notKept = 0;
  private readonly storing: Promise<void>[] = [];
  private readonly disk: PagesOnDisk;

  constructor(
    private readonly from: { readonly search: SearchAds; readonly details: AdDetails },
    private readonly options: SourceOptions,
  ) {
    this.disk = new PagesOnDisk(options.ahead);
  }

  readonly owned = (page: number, lastHit: Digits) => this.from.search.ownedAnswer(this.options.frozen, lastHit, page);

  readonly fetchPage = async (cursor: Cursor | undefined): Promise<FetchedAnswer> => {
    const { frozen, spending, signal } = this.options;
    // Without a gate, only owned pages are taken, so this is never called.
    if (!spending) throw new Error("An export of owned pages asked for another one.");
    const gate = spending.gateFor(cursor?.page ?? 1);
    const fetched = this.from.search.fetch(frozen, cursor, signal, gate, frozen.frozenAt).then((page) => {
      if (!page.owned) this.count(page.kept, prices.search);
      return page;
    });
    const { answer, content, waits } = await this.disk.next(fetched);
    await waits;
    return { ...answer, content };
  };

  readonly detail = async (ad: AdRef): Promise<ExportedDetail | undefined> => {
    const { frozen, spending, signal } = this.options;
    const owned = await this.from.details.ownedAnswer(ad);
    if (owned) return { text: owned.text, fetchedAt: owned.receivedAt };
    if (!spending) return undefined;
    const library = versionedName(frozen.address.origin, frozen.address.version);
    const gate = spending.gateFor(journalName(ad));
    const { answer, kept, waits, owned: brought } = await this.from.details.fetch(ad, signal, gate, { library });
    if (!brought) this.count(kept, prices.adDetail);
    await waits;
    return { text: answer.text, fetchedAt: answer.receivedAt };
  };

  /** Settles when everything is on the disk that can be. */
  async settled(): Promise<void> {
    await this.disk.settled();
    await Promise.all(this.storing);
  }

  private count(kept: Promise<boolean>, credits: number): void {
    this.storing.push(
      kept.then((isKept) => {
        if (!isKept) this.notKept += credits;
      }),
    );
  }
}
