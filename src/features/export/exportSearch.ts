import { versions } from "../../api";
import type { Digits } from "../../protocol/ads";
import type { AdDetails } from "../details";
import type { Archive, SearchAddress } from "../archive";
import { StorageError } from "../disk";
import { ExportJournal } from "./exportJournal";
import { ExportSpending, type Gate } from "./exportSpending";
import { exportPages } from "./exportPages";
import type {
  ExportAbout,
  ExportedPage,
  ExportFormat,
  ExportProgress,
  ExportSummary,
  ExportTarget,
} from "./exportTypes";
import { pagesAhead } from "./pagesAhead";
import { pagesToExport, type PageWalk } from "./pagesToExport";
import { ExportSources } from "./exportSources";
import { pagesOfRest } from "./pagesOfRest";
import { cleanExports, discardExport, type UnfinishedExport, unfinishedExports } from "./unfinishedExports";
import type { FrozenSearch, SearchAds } from "../search";
import type { Spending, Wallet } from "../wallet";

export interface ExportPorts {
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly archive: Archive;
  /** Reports what the ledger has about an export. */
  readonly wallet: Pick<Wallet, "ofExport">;
  /** Where journals of running exports are kept. */
  readonly journals: string;
  readonly now: () => Date;
}

export interface ExportWish {
  readonly format: ExportFormat;
  readonly target: ExportTarget;
  /** A text from which `target` can be made again. */
  readonly place: string;
  /** The snapshot to export; absent: page 1 is fetched and begins one. */
  readonly lastHit?: Digits;
  /** Number of the last page; absent: up to the end. */
  readonly to?: number;
  /** Pays for pages; absent: only what is owned is exported. */
  readonly gate?: Gate;
  readonly withDetails?: boolean;
  /** How many requests to send at once: faster, but may pay for one page past the end. Absent: one by one. */
  readonly ahead?: number;
  /** Keys of the wanted ads; all if absent. */
  readonly only?: ReadonlySet<string>;
  /** An earlier try of the same export. */
  readonly resume?: UnfinishedExport;
}

/** Exports searches to files: owned pages for 0 credits, others through the wish's gate. */
export class ExportSearch {
  constructor(private readonly ports: ExportPorts) {}

  /** Exports to resume, each with what the ledger has about it. */
  async unfinished(): Promise<readonly UnfinishedExport[]> {
    const found = await unfinishedExports(this.ports.journals);
    return Promise.all(
      found.map(async (one) => {
        const { spent, maybe } = await this.spentBefore(one);
        return { ...one, credits: spent, uncertain: maybe };
      }),
    );
  }

  /** Discards an unfinished export. What was paid for stays in the archive. @throws {StorageError} `busy` */
  readonly discard = discardExport;

  /** Removes what killed exports left behind if nothing was paid for them. Never throws. */
  readonly clean = (): Promise<void> => cleanExports(this.ports.journals);

  /** @throws {StorageError} if the file cannot be written; it says whether what was paid for is in the archive */
  async run(
    frozen: FrozenSearch,
    wish: ExportWish,
    progress: (progress: ExportProgress) => void,
    signal: AbortSignal,
  ): Promise<ExportSummary> {
    const about = wish.resume?.begun.about ?? this.about(frozen, wish);
    const journal = await this.journal(about, wish);
    try {
      return await this.write(frozen, wish, about, journal, progress, signal);
    } finally {
      if (wish.gate) await journal?.release();
      else await journal?.remove();
    }
  }

  private async write(
    frozen: FrozenSearch,
    wish: ExportWish,
    about: ExportAbout,
    journal: ExportJournal | undefined,
    progress: (progress: ExportProgress) => void,
    signal: AbortSignal,
  ): Promise<ExportSummary> {
    const { format, target, gate, resume, ahead } = wish;
    const wanted = await this.pagesOf(frozen, wish);
    const before = resume ? await this.spentBefore(resume) : { spent: 0, maybe: 0 };
    const spending = gate && journal && new ExportSpending(gate, journal, before);
    const sources = new ExportSources(this.ports, { frozen, spending, signal, ahead });
    const pages =
      ahead === undefined ? pagesToExport(sources, wanted, signal) : pagesAhead(sources, wanted, ahead, signal);
    const extras = {
      onFirst: (page: ExportedPage) => this.pin(frozen.address, page),
      ...(wish.only && { only: wish.only }),
      ...(journal && gate && { journal }),
      ...(resume?.point && { resume: resume.point }),
      ...(resume?.incomplete && { incomplete: resume.incomplete }),
      ...(wish.withDetails && { details: sources.detail }),
      ...(spending && { spent: spending.soFar }),
      onlyCopy: () => sources.notKept > 0,
    };
    try {
      const summary = await exportPages(target, format, about, pages, progress, signal, extras);
      await sources.settled();
      return { ...summary, notKept: sources.notKept };
    } catch (error) {
      await sources.settled();
      const { spent, maybe } = spending?.soFar() ?? before;
      if (!resume && spent + maybe === 0) await journal?.remove();
      if (!(error instanceof StorageError) || spent === 0) throw error;
      const resumable = sources.notKept > 0 ? "partly" : "wholly";
      throw new StorageError(error.reason, error.specifics, { cause: error }, resumable);
    }
  }

  /** From now on, the archive's size cap removes this snapshot last. If it can't, the file is written anyway. */
  private async pin(address: SearchAddress, { lastHit = "" }: ExportedPage): Promise<void> {
    await this.ports.archive.pins.pin(address, lastHit, "exported").catch(() => undefined);
  }

  /** What earlier tries of an export spent: the ledger knows more than the journal, unless it was lost. */
  private async spentBefore({ id, credits, uncertain }: UnfinishedExport): Promise<Spending> {
    const { spent, maybe } = await this.ports.wallet.ofExport(id);
    return { spent: Math.max(spent, credits), maybe: Math.max(maybe, uncertain) };
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

  private async pagesOf(frozen: FrozenSearch, { lastHit, to, gate, resume }: ExportWish): Promise<PageWalk> {
    const { request, address, segments } = frozen;
    if (resume) return pagesOfRest(resume, await this.ports.search.owned(frozen));
    return {
      platform: request.platform,
      version: address.version,
      segments,
      ...(lastHit !== undefined && { lastHit }),
      ...(to !== undefined && { to }),
      ownedOnly: gate === undefined,
    };
  }

  /** A free export continues without a journal if none can be kept: it would only say what to remove after a kill. */
  private async journal(
    about: ExportAbout,
    { format, place, target, to, withDetails, ahead, resume, gate }: ExportWish,
  ): Promise<ExportJournal | undefined> {
    if (resume) return ExportJournal.resume(resume.journal);
    const begun = ExportJournal.begin(this.ports.journals, {
      format,
      about,
      target: place,
      growing: target.growing,
      details: withDetails ?? false,
      ...(to !== undefined && { pages: to }),
      ...(ahead !== undefined && { ahead }),
      ...(!gate && { free: true }),
    });
    return gate ? begun : begun.catch(() => undefined);
  }
}
