import { type ApiVersion, type PageContent, versions } from "../../api";
import { type AdRef, type Digits, isDigits } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/bought";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import type { Cursor } from "../../protocol/search";
import { WalletError } from "../failures";
import type { ExportedPage, ExportStop } from "./exportTypes";

/** An answer, with what was read from it when it arrived. */
export interface FetchedAnswer extends StoredAnswer {
  readonly content?: PageContent;
}

/** Where an export takes pages from. */
export interface PagePorts {
  /** The bought answer of a page, for 0 credits. */
  readonly bought: (page: number, lastHit: Digits) => Promise<StoredAnswer | undefined>;
  /** The answer of a page that is not bought, paid for and archived. No cursor: page 1. */
  readonly fetchPage: (cursor: Cursor | undefined) => Promise<FetchedAnswer>;
  /** Told which pages arrived ahead of the one that the walk stopped before. */
  readonly onBeyond?: (pages: readonly number[]) => void;
}

/** Which pages an export takes, in which snapshot. */
export interface PageWalk {
  readonly platform: PlatformToken;
  readonly version: ApiVersion;
  readonly segments?: PlatformSegments;
  /** The snapshot to walk; if it is absent, or its page 1 isn't bought, page 1 is paid for and begins one. */
  readonly lastHit?: Digits;
  /** Number of the last page wanted; absent: all. */
  readonly to?: number;
  /** Only bought pages: nothing is ever requested. */
  readonly boughtOnly?: boolean;
}

/** Pages in order; the return value says why they ended. */
export type ExportPages = AsyncGenerator<ExportedPage, ExportStop, undefined>;

/** A page read far enough to know whether one follows. */
interface WalkedPage {
  readonly exported: ExportedPage;
  /** Whether it was bought before. */
  readonly bought: boolean;
}

/**
 * Walks a frozen search page by page: bought pages are never requested, others cost their price. Returns why it ended.
 * @param ahead how many requests may be pending at once. With one, nothing is requested beyond the end that the service
 *   names. With more, one of them looks ahead: if its page has ads, all pages before it exist and are fetched together;
 *   if not, one page past the end is paid for (100 credits).
 */
export async function* pagesToExport(ports: PagePorts, wanted: PageWalk, signal?: AbortSignal, ahead = 1): ExportPages {
  const guard = new Guard(wanted);
  const look = new Lookahead(ports, wanted, ahead, guard, signal);
  look.lastHit = await ownSnapshot(ports, wanted);
  try {
    for (let page = 1; ; page++) {
      if (wanted.to !== undefined && page > wanted.to) return "asked";
      if (page > 1 && !canGoOn(look.lastHit)) return "noSnapshot";
      const walked = await look.take(page);
      if (!walked) return wanted.to === undefined ? "asked" : "missing";
      look.lastHit ??= walked.exported.content.lastHit;
      yield walked.exported;
      const stop = guard.stopAfter(walked);
      if (stop) return stop;
    }
  } finally {
    // Requests on their way may be charged, so they are awaited and archived.
    await look.settled();
  }
}

/** The snapshot to walk if its page 1 is bought: requested again, page 1 begins another one. */
async function ownSnapshot({ bought }: PagePorts, { lastHit }: PageWalk): Promise<Digits | undefined> {
  return lastHit !== undefined && (await bought(1, lastHit)) ? lastHit : undefined;
}

/** Whether a later page can be requested: an answer without a snapshot is archived under a name of our own. */
const canGoOn = (lastHit: Digits | undefined) => lastHit !== undefined && isDigits(lastHit);

/** One page, bought or paid for; undefined if it is not bought and must not be paid for. */
async function walk(
  ports: PagePorts,
  wanted: PageWalk,
  page: number,
  lastHit: Digits | undefined,
  signal: AbortSignal | undefined,
): Promise<WalkedPage | undefined> {
  signal?.throwIfAborted();
  const bought = lastHit === undefined ? undefined : await ports.bought(page, lastHit);
  if (!bought && wanted.boughtOnly) return undefined;
  const cursor = page === 1 || lastHit === undefined ? undefined : { page, lastHit };
  const answer: FetchedAnswer = bought ?? (await ports.fetchPage(cursor));
  const { readSearchPage } = versions[wanted.version];
  const content = answer.content ?? readSearchPage(answer.text, wanted.platform, page, lastHit, wanted.segments);
  const snapshot = lastHit ?? content.lastHit;
  const exported = {
    page,
    text: answer.text,
    content,
    fetchedAt: answer.receivedAt,
    ...(answer.from !== undefined && { from: answer.from }),
    ...(snapshot !== undefined && { lastHit: snapshot }),
  };
  return { exported, bought: bought !== undefined };
}

/** Why no page follows this one, or undefined if the service promised one. */
export function endOf({ hasNextPage, doubts }: Pick<PageContent, "hasNextPage" | "doubts">): ExportStop | undefined {
  return hasNextPage ? undefined : (doubts.find((doubt) => doubt !== "snapshotChanged") ?? "end");
}

/** After this many paid pages in a row without a new ad, a walk stops although the service promises more. */
const patience = 10;

/** A walk of at most this many pages is never stopped for lack of new ads: whoever named so few meant each of them. */
const countedPages = 15;

/** How many ads to remember to recognize repeats: only those of the last pages, so that memory stays flat. */
const remembered = 20 * 18;

/**
 * Decides after each page whether a walk stops. A doubt about paid pages stops it, so that a person can decide. Bought
 * pages raise none: resuming goes on behind them.
 */
class Guard {
  private readonly recent = new Set<string>();
  /** Paid pages in a row without a new ad, up to the last page seen. */
  private withoutNewAds = 0;
  private last = 0;

  constructor(private readonly wanted: PageWalk) {}

  /** The page up to which the walk goes even if no more ads are new. */
  get furthest(): number {
    const { to = Infinity } = this.wanted;
    return to <= countedPages ? Infinity : this.last + patience - this.withoutNewAds;
  }

  /** Why no page follows this one, or undefined if one does. */
  stopAfter({ exported: { page, content }, bought }: WalkedPage): ExportStop | undefined {
    const hasNew = this.hasNewAds(content);
    if (hasNew || !bought) this.withoutNewAds = hasNew ? 0 : this.withoutNewAds + 1;
    this.last = page;
    const stop = endOf(content);
    if (!stop) return page < this.furthest || page === this.wanted.to ? undefined : "noNewAds";
    // What follows the last page wanted does not matter.
    if (page === this.wanted.to && (stop === "noSnapshot" || stop === "unclearNextPage")) return "asked";
    const isAsked = bought && !this.wanted.boughtOnly && (stop === "unclearNextPage" || stop === "otherPageReturned");
    return isAsked ? undefined : stop;
  }

  private hasNewAds({ ads }: PageContent): boolean {
    const fresh = ads.filter(({ key }) => !this.recent.has(key));
    for (const { key } of fresh) this.recent.add(key);
    for (const key of this.recent) {
      if (this.recent.size <= remembered) break;
      this.recent.delete(key);
    }
    return fresh.length > 0;
  }
}

/** Why no more pages were taken. */
export interface PagesEnd {
  readonly stopped: ExportStop;
  readonly failure?: unknown;
  /** The ad at whose details it failed. */
  readonly failedAd?: AdRef;
}

/**
 * Takes pages until there are no more, or until `take` returns why none follows. A failure of the source or of `read` ends
 * them as well; one of `take` is thrown.
 */
export async function takePages<T, End>(
  pages: ExportPages,
  signal: AbortSignal | undefined,
  read: (page: ExportedPage) => T | Promise<T>,
  take: (page: ExportedPage, read: T) => Promise<End | undefined> | End | undefined,
): Promise<PagesEnd | End> {
  const step = async (): Promise<PagesEnd | { readonly page: ExportedPage; readonly read: T }> => {
    const { done, value } = await pages.next();
    return done ? { stopped: value } : { page: value, read: await read(value) };
  };
  try {
    for (;;) {
      const next = await step().catch((error: unknown) => endedBy(error, signal));
      if ("stopped" in next) return next;
      const ended = await take(next.page, next.read);
      if (ended) return ended;
    }
  } finally {
    // Lets the source clean up. Why the pages ended is known by now, so a failure changes nothing.
    await pages.return("cancelled").catch(() => undefined);
  }
}

/** How a failure ends the pages. */
export function endedBy(failure: unknown, signal: AbortSignal | undefined, failedAd?: AdRef): PagesEnd {
  if (signal?.aborted) return { stopped: "cancelled" };
  // The credits that the user agreed to are used up.
  if (failure instanceof WalletError && failure.refusal?.limit === "plan") return { stopped: "cap" };
  return { stopped: "failed", failure, ...(failedAd && { failedAd }) };
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
    const { ads = [], hasNextPage } = walked?.exported.content ?? {};
    const found = ads.length > 0;
    this.probe = found ? undefined : false;
    if (!found) return;
    this.certain = Math.max(this.certain, hasNextPage ? page + 1 : page);
    if (!hasNextPage) this.probe = false;
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
