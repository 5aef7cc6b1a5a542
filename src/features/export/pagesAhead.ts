import type { Digits } from "../../protocol/ads";
import { canGoOn, Guard, ownSnapshot, type PagePorts, type PageWalk, walk, type WalkedPage } from "./pagesToExport";
import type { ExportedPage, ExportStop } from "./exportTypes";

/**
 * The same pages in the same order as `pagesToExport`, up to `ahead` requests at once. One request looks ahead: if its
 * page has ads, all pages before it exist and are fetched together. May pay for one page past the end (100 credits).
 */
export async function* pagesAhead(
  ports: PagePorts,
  wanted: PageWalk,
  ahead: number,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPage, ExportStop, undefined> {
  const guard = new Guard(wanted);
  const look = new Lookahead(ports, wanted, ahead, guard, signal);
  look.lastHit = await ownSnapshot(ports, wanted);
  try {
    for (let page = 1; ; page++) {
      if (wanted.to !== undefined && page > wanted.to) return "asked";
      if (page > 1 && !canGoOn(look.lastHit)) return "noSnapshot";
      const walked = await look.take(page);
      if (!walked) return wanted.to === undefined ? "asked" : "missing";
      look.lastHit ??= walked.content.lastHit;
      yield walked.exported;
      const stop = guard.stopAfter(walked);
      if (stop) return stop;
    }
  } finally {
    // Requests on their way may be charged, so they are awaited and archived.
    await look.settled();
  }
}

/** Sends requests ahead of the page that is due. */
class Lookahead {
  lastHit: Digits | undefined;
  private readonly asked = new Map<number, Promise<WalkedPage | undefined>>();
  private onTheirWay = 0;
  /** The page that is due next, and the last one known to exist. */
  private due = 1;
  private certain = 1;
  /** The page requested beyond the certain ones; undefined while there is none, `false` once looking ahead is over. */
  private probe: number | undefined | false;
  /** Whether all pages so far were bought: the next ones may be, too, up to an end that the archive knows. */
  private allBought = true;

  constructor(
    private readonly ports: PagePorts,
    private readonly wanted: PageWalk,
    private readonly ahead: number,
    private readonly guard: Guard,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** A page that is known to exist. Later pages must be taken in order. */
  async take(page: number): Promise<WalkedPage | undefined> {
    this.due = page;
    this.certain = Math.max(this.certain, page);
    if (this.allBought) {
      const bought = await walk(this.ports, { ...this.wanted, boughtOnly: true }, page, this.lastHit, this.signal);
      if (bought) return bought;
      this.allBought = false;
    }
    this.fill();
    const taken = this.asked.get(page) ?? this.ask(page);
    this.asked.delete(page);
    this.due = page + 1;
    return taken;
  }

  async settled(): Promise<void> {
    this.probe = false;
    this.certain = 0;
    const walked = await Promise.all([...this.asked.values()].map((page) => page.catch(() => undefined)));
    this.ports.onBeyond?.([...this.asked.keys()].filter((_, index) => walked[index]).sort((a, b) => a - b));
  }

  private fill(): void {
    // Page 1 names the snapshot, so nothing can be requested alongside it.
    if (!canGoOn(this.lastHit) || this.signal?.aborted) return;
    this.lookAhead();
    for (let page = this.due; page <= this.last(this.certain) && this.onTheirWay < this.ahead; page++) {
      if (!this.asked.has(page)) void this.ask(page);
    }
  }

  private lookAhead(): void {
    if (this.probe !== undefined) return;
    const page = this.last(this.certain + this.ahead - 1);
    // A bounded window keeps memory flat.
    if (page <= this.certain || page >= this.due + 2 * this.ahead) return;
    this.probe = page;
    this.ask(page).then(
      (walked) => this.seen(page, walked),
      () => (this.probe = false),
    );
  }

  private seen(page: number, walked: WalkedPage | undefined): void {
    if (this.probe === false) return;
    const found = walked !== undefined && walked.content.ads.length > 0;
    this.probe = found ? undefined : false;
    if (!found) return;
    this.certain = Math.max(this.certain, walked.content.hasNextPage ? page + 1 : page);
    if (!walked.content.hasNextPage) this.probe = false;
    this.fill();
  }

  private ask(page: number): Promise<WalkedPage | undefined> {
    this.onTheirWay += 1;
    const stop = (error: unknown) => {
      // Nothing is sent beyond a failure; pages before it are still due.
      this.certain = 0;
      this.probe = false;
      throw error;
    };
    const asked = walk(this.ports, this.wanted, page, this.lastHit, this.signal)
      .catch(stop)
      .finally(() => {
        this.onTheirWay -= 1;
        this.fill();
      });
    // A failure counts when its page is due, not before.
    asked.catch(() => undefined);
    this.asked.set(page, asked);
    return asked;
  }

  /** No page is requested that the guard would not let the walk reach. */
  private last(page: number): number {
    return Math.min(page, this.wanted.to ?? page, this.guard.furthest);
  }
}
