import type { FrozenSearch } from "../../features/search";
import type { Gate, SpendingPlan } from "../../features/wallet";
import { type Cursor, cursorAfter, sameSearch, type SearchPage } from "../../protocol/search";

/** A search of several pages whose price was agreed to at once: its plan pays for them one by one, and for nothing else. */
export class SearchRun {
  private next: Cursor | undefined;
  private isBuying = false;
  private isOver = false;
  private ended: Promise<void> | undefined;

  constructor(
    private readonly plan: SpendingPlan,
    private readonly address: FrozenSearch["address"],
    private readonly pages: number,
  ) {}

  /** Whether it goes on with this page of this search. */
  isNext({ address }: FrozenSearch, { page, lastHit }: Cursor): boolean {
    return sameSearch(address, this.address) && page === this.next?.page && lastHit === this.next.lastHit;
  }

  /** Buys page 1 or the next one. Without a further page, or once `signal` is aborted, it is over. */
  async buy(
    buyThrough: (gate: Gate) => Promise<SearchPage>,
    cursor: Cursor | undefined,
    signal: AbortSignal,
  ): Promise<SearchPage> {
    this.isBuying = true;
    this.next = undefined;
    try {
      const page = await buyThrough(this.plan);
      const goesOn = page.page < this.pages && !signal.aborted && !this.isOver;
      this.next = goesOn ? cursorAfter(page, cursor?.lastHit ?? page.lastHit) : undefined;
      return page;
    } finally {
      this.isBuying = false;
      if (!this.next) await this.end();
    }
  }

  /** Buys no further page. What its plan didn't spend is free again once the page on its way is here. */
  async end(): Promise<void> {
    this.isOver = true;
    this.next = undefined;
    if (!this.isBuying) await (this.ended ??= this.plan.end());
  }
}
