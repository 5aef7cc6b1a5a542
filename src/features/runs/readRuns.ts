import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoredAnswer } from "../../protocol/bought";
import { ifReadable, type PageContent, versions } from "../../api";
import { type AdCard, countValue, type Digits } from "../../protocol/ads";
import type { BoughtSearch } from "../../protocol/panel";
import type { PlatformSegments } from "../../protocol/platforms";
import type { Run } from "../../protocol/runs";
import { isLastPage } from "../../protocol/search";
import type { Archive, SearchAddress } from "../archive";
import { type AdPrint, type Look, printOf, type Running } from "./adPrint";
import type { RunAds } from "./compareRuns";
import type { DetailRunning } from "./newAds";

/** Where the pages of runs are read from; nothing here asks the service. */
export interface RunSources {
  readonly archive: Pick<Archive, "snapshots" | "page" | "detail" | "boughtDetails">;
  readonly segments: () => PlatformSegments;
  /** Makes an archived answer ready to be shown. */
  readonly readable: (stored: StoredAnswer) => Promise<StoredAnswer>;
}

/** The runs of a search that are bought, newest first. @throws {StorageError} */
export async function runsOf(sources: RunSources, address: SearchAddress, most: number): Promise<readonly Run[]> {
  const bought = await sources.archive.snapshots(address);
  return Promise.all(bought.slice(0, most).map((one) => runOf(sources, address, one)));
}

async function runOf(sources: RunSources, address: SearchAddress, bought: BoughtSearch): Promise<Run> {
  const { lastHit, fetchedAt, pages } = bought;
  const stored = await sources.archive.page(address, lastHit, pages);
  const last = stored && contentOfText(sources, address, lastHit, pages, stored);
  const from = stored?.from;
  return {
    lastHit,
    fetchedAt,
    pages,
    ended: last !== undefined && isLastPage(last),
    ...(from !== undefined && { from }),
  };
}

/**
 * Reads a run's pages one by one, so that memory stays flat; a missing or unreadable page ends it. Whatever is
 * identical in another run (`like`) is held only once.
 */
export async function readRun(
  sources: RunSources,
  address: SearchAddress,
  lastHit: Digits,
  like?: RunAds,
): Promise<RunAds> {
  const prints = new Map<string, AdPrint>();
  let [pages, ended, whole] = [0, false, true];
  let look: Look = { fetchedAt: "", lastHit };
  while (!ended) {
    const stored = await sources.archive.page(address, lastHit, pages + 1);
    if (!stored) break;
    // The sample library's URLs contain its port, which changes with each start.
    const content = contentOfText(sources, address, lastHit, pages + 1, await sources.readable(stored));
    if (!content) break;
    pages += 1;
    if (pages === 1) look = { fetchedAt: stored.receivedAt, lastHit };
    addPrints(prints, content.ads, { page: pages, look, ...(like && { like }) });
    whole &&= content.adsInAnswer === undefined;
    ended = isLastPage(content);
    // Even a run of a thousand pages blocks other work no longer than one page takes.
    await nextTurn();
  }
  return { pages, ended: ended && whole, prints, look };
}

/** Those of some runs that have a readable page, in the same order and read one after another. */
export async function readableRuns(
  sources: RunSources,
  address: SearchAddress,
  bought: readonly BoughtSearch[],
  like?: RunAds,
): Promise<readonly RunAds[]> {
  const runs: RunAds[] = [];
  for (const { lastHit } of bought) runs.push(await readRun(sources, address, lastHit, like));
  return runs.filter(({ pages }) => pages > 0);
}

/** How long ads have run by their bought details. */
export const detailRunning =
  ({ archive }: Pick<RunSources, "archive">): DetailRunning =>
  async ({ origin, version }, ads) => {
    const bought = await archive.boughtDetails(origin, version, ads);
    const found = new Map<string, Running>();
    for (const ad of ads.filter(({ platform, id }) => bought.has(`${platform}:${id}`))) {
      const stored = await archive.detail(origin, version, ad);
      if (!stored) continue;
      const detail = ifReadable(() => versions[version].readAdDetail(stored.text, ad));
      const days = countValue(detail?.impression?.daysRunning);
      if (days !== undefined) found.set(`${ad.platform}:${ad.id}`, { days, at: { fetchedAt: stored.receivedAt } });
    }
    return found;
  };

/** Where and when ads were seen; `like` is a run with which identical texts are shared. */
interface RunPlace {
  readonly page: number;
  readonly first?: number;
  readonly look: Look;
  readonly like?: RunAds;
}

/** An ad that a run shows twice counts once, at its first place. */
export function addPrints(
  prints: Map<string, AdPrint>,
  ads: readonly AdCard[],
  { page, first = 0, look, like }: RunPlace,
): void {
  for (const [at, card] of ads.entries()) {
    const print = printOf(card, page, first + at, look);
    const same = like?.prints.get(print.ad);
    if (!prints.has(print.ad)) prints.set(print.ad, same?.text === print.text ? { ...print, text: same.text } : print);
  }
}

/** The cards of one bought page, ready to be shown. */
export async function cardsOf(
  sources: RunSources,
  address: SearchAddress,
  lastHit: Digits,
  page: number,
): Promise<readonly AdCard[]> {
  const stored = await sources.archive.page(address, lastHit, page);
  return (stored && contentOfText(sources, address, lastHit, page, await sources.readable(stored))?.ads) ?? [];
}

function contentOfText(
  { segments }: RunSources,
  { version, platform }: SearchAddress,
  lastHit: Digits,
  page: number,
  { text }: StoredAnswer,
): PageContent | undefined {
  return ifReadable(() => versions[version].readSearchPage(text, platform, page, lastHit, segments()));
}
