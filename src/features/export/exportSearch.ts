// An export, step by step (*Export Pages…* in `views/commands/exportCommands`, `run` in `cli/exportFiles`):
// 1. Asked: how far, details, *Faster*, format, and place. `exportStart` finds the snapshot and its bought pages.
// 2. Priced: `priceOfPages`, or the credits that were entered. The wallet's plan of that many credits is the gate.
// 3. Begun: `run` checks the target, then writes the export plan (`exportPlan`): what was asked, where to, in which
//    snapshot. Its lock ends with its process.
// 4. For each page (`exportPages`): stored, for 0 credits, or bought through the gate (`pagesToExport`, several
//    at once with *Faster*; `exportSources`). The answer is stored in the archive, then written as exact text (`formats`).
// 5. Placed (`localTarget`, `deliveredTarget`): synced; once its size and time are in the plan, renamed over the target;
//    then the plan is removed.
// An incomplete file says `incomplete` in its name and never replaces another one; its plan stays. If the file can't be
// written, it is removed, unless it holds the only copy of a paid answer. Resuming writes the file again from page 1, from
// the archive for 0 credits, and continues to buy where the archive ends. What the ledger has as requested and the archive
// lacks is bought again only if a person agrees (`rest`). *Export Results…* does the same with bought pages, without a gate.
import { lstat } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import { versions } from "../../api";
import { adKey, type AdRef, type Digits, isDigits } from "../../protocol/ads";
import { adsOfPage, prices } from "../../protocol/credits";
import type { CsvSeparator } from "../../protocol/csv";
import { sameSearch, type SearchPage } from "../../protocol/search";
import { type AdDetails, adRefs } from "../details";
import type { Archive, SearchAddress } from "../archive";
import { StorageError } from "../disk";
import { FeatureError } from "../failures";
import { cleanExports, discardExport, type ExportPlan, HeldPlan, type LeftPlan, leftPlans } from "./exportPlan";
import { ExportSources, ExportSpending } from "./exportSources";
import { exportPages } from "./exportPages";
import {
  type ExportAbout,
  type ExportedPage,
  type ExportFormat,
  type ExportProgress,
  type ExportSummary,
  type ExportTarget,
  type FileState,
  isBehind,
  type PlacedFile,
} from "./exportTypes";
import { isUnchanged } from "./targets";
import { RefusedDetails } from "./refusedDetails";
import { pagesToExport, type PageWalk } from "./pagesToExport";
import type { FrozenSearch, SearchAds } from "../search";
import type { ExportRequest, Gate, Wallet } from "../wallet";

export interface ExportPorts {
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly archive: Archive;
  /** Reports what the ledger has about an export. */
  readonly wallet: Pick<Wallet, "ofExport">;
  /** Where plans of running exports are kept. */
  readonly plans: string;
  readonly now: () => Date;
}

export interface ExportWish {
  readonly format: ExportFormat;
  /** Of CSV; the comma if absent. */
  readonly separator?: CsvSeparator;
  readonly target: ExportTarget;
  /** A text from which `target` can be made again. */
  readonly place: string;
  /** The snapshot to export; absent: page 1 is fetched and begins one. */
  readonly lastHit?: Digits;
  /** Number of the last page; absent: up to the end. */
  readonly to?: number;
  /** Pays for pages; absent: only what is bought is exported. */
  readonly gate?: Gate;
  readonly withDetails?: boolean;
  /** How many requests to send at once: faster, but may pay for one page past the end. Absent: one by one. */
  readonly ahead?: number;
  /** Keys of the wanted ads; all if absent. */
  readonly only?: ReadonlySet<string>;
  /** An earlier try of the same export. */
  readonly resume?: UnfinishedExport;
}

/** An export that was killed or stopped before it was complete. */
export interface UnfinishedExport extends LeftPlan {
  /** Its snapshot, if one began. */
  readonly lastHit?: Digits;
  /** Bought pages of it. */
  readonly pages: number;
  /** What its tries have spent, and may have spent in addition. */
  readonly credits: number;
  readonly uncertain: number;
  readonly requests: readonly ExportRequest[];
}

/** What an export requested and may have paid for, and what is not in the archive. */
export interface LostAnswers {
  readonly pages: readonly number[];
  readonly details: readonly AdRef[];
  /** What requesting it again costs. */
  readonly credits: number;
}

/** What continuing an unfinished export takes. */
export interface RestOfExport {
  readonly frozen: FrozenSearch;
  readonly lost: LostAnswers;
  /** The most credits that it can still cost; absent if its last page isn't known. */
  readonly price?: number;
}

/** Exports searches to files: bought pages for 0 credits, others through the wish's gate. */
export class ExportSearch {
  constructor(private readonly ports: ExportPorts) {}

  /** Exports to resume, newest first, each with what ledger and archive have of it. */
  async unfinished(): Promise<readonly UnfinishedExport[]> {
    const found: UnfinishedExport[] = [];
    for (const left of await leftPlans(this.ports.plans)) {
      if (left.plan.free) continue;
      // Killed between the rename and the removal of the plan: the file is whole and in its place.
      if (await isPlaced(left.plan)) await discardExport(left).catch(() => undefined);
      else found.push(await this.withRest(left));
    }
    return found;
  }

  /** Discards an unfinished export. What was paid for stays in the archive. @throws {StorageError} `busy` */
  readonly discard = discardExport;

  /** Removes what killed exports left behind if nothing was paid for them. Never throws. */
  readonly clean = (): Promise<void> => cleanExports(this.ports.plans);

  /** What continuing an export takes. Free. @throws {FeatureError} `invalidRequest` if another library is connected */
  async rest(resume: UnfinishedExport): Promise<RestOfExport> {
    const { search, details } = this.ports;
    const { about, details: withDetails, pages: to } = resume.plan;
    const frozen = await search.ofSentBody(about.platform, about.body);
    const { origin, version } = addressOf(resume.plan);
    if (origin !== frozen.address.origin || version !== frozen.address.version) {
      const specifics = l10n.t("this export is from {0}, {1}. Connect to it first.", origin, version.toUpperCase());
      throw new FeatureError("invalidRequest", { specifics });
    }
    const lost = await this.lost(frozen, resume);
    if (to === undefined) return { frozen, lost };
    const { lastHit } = resume;
    const bought = lastHit === undefined ? 0 : await search.readablePages(frozen, lastHit, to);
    const pages = withDetails && lastHit !== undefined ? await search.boughtPages(frozen, lastHit) : [];
    const { ads: without } = new RefusedDetails(resume.requests);
    return { frozen, lost, price: await priceOfPages(details, { bought, pages }, to, withDetails, without) };
  }

  /** @throws {StorageError} if the file cannot be written; it says whether what was paid for is in the archive */
  async run(
    frozen: FrozenSearch,
    wish: ExportWish,
    progress: (progress: ExportProgress) => void,
    signal: AbortSignal,
  ): Promise<ExportSummary> {
    const summary = await this.attempt(frozen, wish, progress, signal);
    if (summary.complete && !wish.only) await this.forgetUnfinished(frozen, wish);
    return summary;
  }

  /** Once an export is complete, earlier tries that wanted no more, and their incomplete files, are removed. Never throws. */
  private async forgetUnfinished({ address }: FrozenSearch, wish: ExportWish): Promise<void> {
    const { place, target, to = Infinity, withDetails = false } = wish;
    for (const earlier of await leftPlans(this.ports.plans)) {
      const { target: other, left, pages = Infinity, details } = earlier.plan;
      const isSame = other === place && sameSearch(addressOf(earlier.plan), address);
      if (!isSame || pages > to || (details && !withDetails)) continue;
      await discardExport(earlier).catch(() => undefined);
      if (left && !left.complete) await target.remove(left);
    }
  }

  private async attempt(...[frozen, wish, progress, signal]: Parameters<ExportSearch["run"]>): Promise<ExportSummary> {
    const { gate, resume } = wish;
    const held = await this.held(frozen, wish, await wish.target.check());
    const before = resume && held ? await this.ports.wallet.ofExport(held.id) : { spent: 0, maybe: 0 };
    const spending = gate && held && new ExportSpending(gate, held.id, before);
    const hasSpent = () => spending !== undefined && spending.soFar().spent + spending.soFar().maybe > 0;
    let isDone = !gate;
    try {
      const summary = await this.write(frozen, wish, { held, spending, progress, signal });
      // Without a snapshot, no later page can ever be requested.
      const isOver = summary.complete || summary.stopped === "noSnapshot";
      isDone ||= isOver || (summary.file === undefined && !hasSpent());
      return isDone ? summary : { ...summary, resumable: true };
    } catch (error) {
      isDone ||= !resume && !hasSpent();
      throw error;
    } finally {
      if (isDone) await held?.remove();
      else held?.release();
    }
  }

  private async write(
    frozen: FrozenSearch,
    wish: ExportWish,
    { held, spending, progress, signal }: Writing,
  ): Promise<ExportSummary> {
    const { format, separator, ahead } = wish;
    const about = held?.plan.about ?? this.about(frozen, wish);
    const { left } = wish.resume?.plan ?? {};
    const sources = new ExportSources(this.ports, { frozen, spending, signal });
    const pages = pagesToExport(sources, pagesOf(frozen, wish), signal, ahead);
    const extras = {
      onFirst: (page: ExportedPage) => this.begun(frozen.address, page, held),
      ...(separator && { separator }),
      ...(wish.only && { only: wish.only }),
      ...(wish.withDetails && { details: sources.detail }),
      refused: new RefusedDetails(wish.resume?.requests ?? []),
      ...(spending && { spent: spending.soFar }),
      ...(left && !left.complete && (await isThere(left)) && { former: left }),
      onlyCopy: () => sources.notKept > 0,
    };
    try {
      const target = placing(wish, spending && held);
      const summary = await exportPages(target, format, about, pages, progress, signal, extras);
      const { notKept, beyond: pagesBeyond } = sources;
      return { ...summary, notKept, ...(!summary.complete && pagesBeyond.length > 0 && { pagesBeyond }) };
    } catch (error) {
      if (!(error instanceof StorageError) || !spending || spending.soFar().spent === 0) throw error;
      const resumable = sources.notKept > 0 ? "partly" : "wholly";
      throw new StorageError(error.reason, error.specifics, { cause: error }, resumable);
    }
  }

  /** From now on, the archive's size cap removes this snapshot last. If it can't, the file is written anyway. */
  private async begun(address: SearchAddress, { lastHit }: ExportedPage, held: HeldPlan | undefined): Promise<void> {
    await this.ports.archive.pins.pin(address, lastHit ?? "", "exported").catch(() => undefined);
    const about = held?.plan.about;
    // Without it, the archive knows which snapshot began with the export.
    if (about && lastHit !== undefined && about.lastHit !== lastHit)
      await held.note({ about: { ...about, lastHit } }).catch(() => undefined);
  }

  private about({ request, address, segments }: FrozenSearch, { lastHit, only }: ExportWish): ExportAbout {
    return {
      platform: request.platform,
      origin: address.origin,
      version: address.version,
      body: versions[address.version].bodyOf(request),
      ...(lastHit !== undefined && { lastHit }),
      ...(only && { chosen: true }),
      startedAt: this.ports.now().toISOString(),
      segments,
    };
  }

  /** A free export continues without a plan if none can be kept: it would only say what to remove after a kill. */
  private async held(
    frozen: FrozenSearch,
    wish: ExportWish,
    found: FileState | undefined,
  ): Promise<HeldPlan | undefined> {
    const { format, separator, place, target, to, withDetails, ahead, resume, gate } = wish;
    if (resume) {
      const held = await HeldPlan.resume(resume);
      await held.clear();
      await held.note({ growing: target.growing }).catch((error: unknown) => {
        held.release();
        throw error;
      });
      return held;
    }
    const begun = HeldPlan.begin(this.ports.plans, {
      ...{ format, about: this.about(frozen, wish), search: frozen.address.body },
      ...{ target: place, growing: target.growing, details: withDetails ?? false },
      ...(separator && { separator }),
      ...(found && { found }),
      ...(to !== undefined && { pages: to }),
      ...(ahead !== undefined && { ahead }),
      ...(!gate && { free: true }),
    });
    return gate ? begun : begun.catch(() => undefined);
  }

  private async withRest(left: LeftPlan): Promise<UnfinishedExport> {
    const { spent, maybe, requests } = await this.ports.wallet.ofExport(left.id);
    const { lastHit: noted, startedAt } = left.plan.about;
    const bought = await this.ports.archive.snapshots(addressOf(left.plan));
    // If it was killed before its plan named the snapshot, it is the newest one since the export began. A page 1 without
    // a snapshot ID is bought under a name of the archive's own.
    const since = bought.filter(({ fetchedAt }) => fetchedAt >= startedAt);
    const lastHit = noted ?? (since.find((one) => isDigits(one.lastHit)) ?? since[0])?.lastHit;
    const pages = bought.find((one) => one.lastHit === lastHit)?.pages ?? 0;
    return { ...left, ...(lastHit !== undefined && { lastHit }), pages, credits: spent, uncertain: maybe, requests };
  }

  private async lost(frozen: FrozenSearch, { lastHit, requests }: UnfinishedExport): Promise<LostAnswers> {
    const { search, details } = this.ports;
    const pages: number[] = [];
    for (const page of new Set(requests.flatMap(({ page = [] }) => page))) {
      const bought = lastHit === undefined ? undefined : await search.boughtAnswer(frozen, lastHit, page);
      if (!bought) pages.push(page);
    }
    const named = requests.flatMap(({ platform, ad: id }) => (id === undefined ? [] : [{ platform, id }]));
    const ads = new Map(named.map((ad) => [adKey(ad), ad]));
    for (const bought of await details.boughtAmong([...ads.values()], frozen.address)) ads.delete(bought);
    for (const ad of new RefusedDetails(requests).ads) ads.delete(adKey(ad));
    pages.sort((one, other) => one - other);
    const credits = pages.length * prices.search + ads.size * prices.adDetail;
    return { pages, details: [...ads.values()], credits };
  }
}

interface Writing {
  readonly held: HeldPlan | undefined;
  readonly spending: ExportSpending | undefined;
  readonly progress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
}

/** The wish of an unfinished export, to continue it. */
export function wishOf(resume: UnfinishedExport, target: ExportTarget, gate: Gate): ExportWish {
  const { format, separator, target: place, details: withDetails, pages: to, ahead } = resume.plan;
  return {
    ...{ format, target, place, gate, withDetails, resume },
    ...(separator && { separator }),
    ...(resume.lastHit !== undefined && { lastHit: resume.lastHit }),
    ...(to !== undefined && { to }),
    ...(ahead !== undefined && { ahead }),
  };
}

/**
 * The most credits that pages up to a given one can cost: those not bought, and the details not bought.
 * @param without ads whose details won't be requested
 */
export async function priceOfPages(
  details: AdDetails,
  { bought, pages }: { readonly bought: number; readonly pages: readonly SearchPage[] },
  to: number,
  withDetails: boolean,
  without: readonly AdRef[] = [],
): Promise<number> {
  const toFetch = Math.max(0, to - bought) * prices.search;
  if (!withDetails) return toFetch;
  const loaded = pages.filter(({ page }) => page <= to);
  const refs = adRefs(loaded);
  const paid = new Set<string>();
  const listed = new Set(await details.boughtAmong(refs));
  // A damaged one must be bought again.
  for (const ad of refs) if (listed.delete(adKey(ad)) && (await details.boughtAnswer(ad))) paid.add(adKey(ad));
  for (const ad of without) if (refs.some((one) => adKey(one) === adKey(ad))) paid.add(adKey(ad));
  return toFetch + (refs.length - paid.size + (to - loaded.length) * adsOfPage) * prices.adDetail;
}

function pagesOf({ request, address, segments }: FrozenSearch, { lastHit, to, gate }: ExportWish): PageWalk {
  return {
    platform: request.platform,
    version: address.version,
    segments,
    ...(lastHit !== undefined && { lastHit }),
    ...(to !== undefined && { to }),
    boughtOnly: gate === undefined,
  };
}

/**
 * The target of a wish. What an earlier try left incomplete is removed, unless it has more: that may be the only copy of a
 * paid answer. A resumed export replaces no other file but the one that was there when it began. What it leaves is noted
 * in its plan.
 */
function placing({ target, resume }: ExportWish, held: HeldPlan | undefined): ExportTarget {
  const { found, left } = resume?.plan ?? {};
  const incomplete = left?.complete ? undefined : left;
  return {
    ...target,
    place: async (complete, { reached }) => {
      if (!complete && incomplete && !isBehind(reached, incomplete)) await target.remove(incomplete);
      const known = [found, left].filter((state) => state !== undefined);
      const placed = await target.place(complete, {
        ...{ reached, ...(resume && { known }) },
        noted: async (one) => {
          const { pages, ads, details } = reached;
          await held?.note({ left: { ...one, complete, pages, ads, details } }).catch(() => undefined);
        },
      });
      if (complete && incomplete) await target.remove(incomplete);
      return placed;
    },
  };
}

/** The search of an export. */
const addressOf = ({ about: { origin, version, platform }, search: body }: ExportPlan): SearchAddress => ({
  ...{ origin, version, platform, body },
});

/** Whether the whole file is in its place, as its export has left it. */
async function isPlaced({ left, growing }: ExportPlan): Promise<boolean> {
  return left !== undefined && left.complete && (await isThere(left)) && !(await lstat(growing).catch(() => undefined));
}

/** Whether a file is there, unchanged. A file that is not on this machine counts as absent. */
async function isThere(left: PlacedFile): Promise<boolean> {
  const now = await lstat(left.file).catch(() => undefined);
  return now !== undefined && isUnchanged(left, { size: now.size, modified: now.mtimeMs });
}
