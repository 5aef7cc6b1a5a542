import { type ApiVersion, type PageContent, versions } from "../../api";
import { type Digits, isDigits } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/bought";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import type { Cursor } from "../../protocol/search";
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

/** A page read far enough to know whether one follows. */
export interface WalkedPage {
  readonly exported: ExportedPage;
  readonly content: PageContent;
  /** Whether it was bought before. */
  readonly bought: boolean;
}

/**
 * Walks a frozen search page by page: bought pages are never requested, others cost their price. Never asks beyond the
 * end that the service names. Returns why it ended.
 */
export async function* pagesToExport(
  ports: PagePorts,
  wanted: PageWalk,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPage, ExportStop, undefined> {
  const guard = new Guard(wanted);
  let lastHit = await ownSnapshot(ports, wanted);
  for (let page = 1; ; page++) {
    if (wanted.to !== undefined && page > wanted.to) return "asked";
    if (page > 1 && !canGoOn(lastHit)) return "noSnapshot";
    const walked = await walk(ports, wanted, page, lastHit, signal);
    if (!walked) return wanted.to === undefined ? "asked" : "missing";
    lastHit ??= walked.content.lastHit;
    yield walked.exported;
    const stop = guard.stopAfter(walked);
    if (stop) return stop;
  }
}

/** The snapshot to walk if its page 1 is bought: requested again, page 1 begins another one. */
export async function ownSnapshot({ bought }: PagePorts, { lastHit }: PageWalk): Promise<Digits | undefined> {
  return lastHit !== undefined && (await bought(1, lastHit)) ? lastHit : undefined;
}

/** Whether a later page can be requested: an answer without a snapshot is archived under a name of our own. */
export const canGoOn = (lastHit: Digits | undefined) => lastHit !== undefined && isDigits(lastHit);

/** One page, bought or paid for; undefined if it is not bought and must not be paid for. */
export async function walk(
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
  return { exported, content, bought: bought !== undefined };
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
export class Guard {
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
  stopAfter({ exported: { page }, content, bought }: WalkedPage): ExportStop | undefined {
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
