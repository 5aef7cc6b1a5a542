import { type ApiVersion, isDigits, type PageContent, versions } from "../../api";
import type { Digits } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/owned";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import type { Cursor } from "../../protocol/search";
import type { ExportedPage, ExportStop } from "./exportTypes";

/** An answer, with what was read from it when it arrived. */
export interface FetchedAnswer extends StoredAnswer {
  readonly content?: PageContent;
}

/** Where an export takes pages from. */
export interface PagePorts {
  /** The owned answer of a page, for 0 credits. */
  readonly owned: (page: number, lastHit: Digits) => Promise<StoredAnswer | undefined>;
  /** The answer of a page that is not owned, paid for and archived. No cursor: page 1. */
  readonly fetchPage: (cursor: Cursor | undefined) => Promise<FetchedAnswer>;
  /** Told which pages arrived ahead of the one that the walk stopped before. */
  readonly onBeyond?: (pages: readonly number[]) => void;
}

/** Which pages an export takes, in which snapshot. */
export interface PageWalk {
  readonly platform: PlatformToken;
  /** V2 where absent. */
  readonly version?: ApiVersion;
  readonly segments?: PlatformSegments;
  /** The snapshot to walk; absent: page 1 is paid for and begins one. */
  readonly lastHit?: Digits;
  /** Number of the last page wanted; absent: all. */
  readonly to?: number;
  /** Only owned pages: nothing is ever requested. */
  readonly ownedOnly?: boolean;
}

/** A page read far enough to know whether one follows. */
export interface WalkedPage {
  readonly exported: ExportedPage;
  readonly content: PageContent;
}

/**
 * Walks a frozen search page by page: owned pages are never requested, others cost their price. Never asks beyond the
 * end that the service names. Returns why it ended.
 */
export async function* pagesToExport(
  ports: PagePorts,
  wanted: PageWalk,
  signal?: AbortSignal,
): AsyncGenerator<ExportedPage, ExportStop, undefined> {
  const noNewAds = repeats();
  let { lastHit } = wanted;
  for (let page = 1; ; page++) {
    if (wanted.to !== undefined && page > wanted.to) return "asked";
    if (page > 1 && !canGoOn(lastHit)) return "noSnapshot";
    const walked = await walk(ports, wanted, page, lastHit, signal);
    if (!walked) return wanted.to === undefined ? "asked" : "missing";
    const { exported, content } = walked;
    lastHit ??= content.lastHit;
    yield exported;
    const stop = stopAfter(content, page === wanted.to) ?? noNewAds(content);
    if (stop) return stop;
  }
}

/** Whether a later page can be requested: an answer without a snapshot is archived under a name of our own. */
export const canGoOn = (lastHit: Digits | undefined) => lastHit !== undefined && isDigits(lastHit);

/** One page, owned or paid for; undefined if it is not owned and must not be paid for. */
export async function walk(
  ports: PagePorts,
  wanted: PageWalk,
  page: number,
  lastHit: Digits | undefined,
  signal: AbortSignal | undefined,
): Promise<WalkedPage | undefined> {
  signal?.throwIfAborted();
  const owned = lastHit === undefined ? undefined : await ports.owned(page, lastHit);
  if (!owned && wanted.ownedOnly) return undefined;
  const cursor = page === 1 || lastHit === undefined ? undefined : { page, lastHit };
  const answer: FetchedAnswer = owned ?? (await ports.fetchPage(cursor));
  const { readSearchPage } = versions[wanted.version ?? "v2"];
  // A page 1 that was requested again may have another snapshot than the one wanted: then it is read again.
  const read = cursor?.lastHit === lastHit ? answer.content : undefined;
  const content = read ?? readSearchPage(answer.text, wanted.platform, page, lastHit, wanted.segments);
  const snapshot = lastHit ?? content.lastHit;
  const exported = {
    page,
    text: answer.text,
    content,
    fetchedAt: answer.receivedAt,
    ...(answer.from !== undefined && { from: answer.from }),
    ...(snapshot !== undefined && { lastHit: snapshot }),
  };
  return { exported, content };
}

/** Why no page follows this one, or undefined if the service promised one. */
export function stopAfter({ hasNextPage, doubts }: PageContent, isLastWanted = false): ExportStop | undefined {
  if (hasNextPage) return undefined;
  const stop = doubts.find((doubt) => doubt !== "snapshotChanged") ?? "end";
  // What follows the last page wanted does not matter.
  return isLastWanted && (stop === "noSnapshot" || stop === "unclearNextPage") ? "asked" : stop;
}

/** After this many pages in a row without a new ad, a walk ends although the service promises more. */
const patience = 2;

/** How many ads to remember to recognize repeats: only those of the last pages, so that memory stays flat. */
const remembered = 20 * 18;

/** Guards a walk against a service that never ends: returns `noNewAds` after pages that only repeat ads. */
export function repeats(): (page: PageContent) => ExportStop | undefined {
  const recent = new Set<string>();
  let repeated = 0;
  return ({ ads }) => {
    const fresh = ads.filter(({ key }) => !recent.has(key));
    for (const { key } of fresh) recent.add(key);
    for (const key of recent) {
      if (recent.size <= remembered) break;
      recent.delete(key);
    }
    repeated = fresh.length === 0 ? repeated + 1 : 0;
    return repeated >= patience ? "noNewAds" : undefined;
  };
}
