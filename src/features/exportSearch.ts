import { versions } from "../api/versions";
import type { AdRef, Digits } from "../protocol/ads";
import type { AdDetails } from "./adDetails";
import type { Archive } from "./archive/archive";
import { StorageError } from "./archive/storageError";
import { ExportJournal } from "./export/exportJournal";
import { exportPages } from "./export/exportPages";
import type {
  DetailSource,
  ExportAbout,
  ExportedPage,
  ExportFormat,
  ExportProgress,
  ExportStop,
  ExportSummary,
  ExportTarget,
} from "./export/exportTypes";
import { pagesAhead } from "./export/pagesAhead";
import { pagesToExport, type PagePlan, type PagePorts } from "./export/pagesToExport";
import { paidPages } from "./export/paidPages";
import { resumePlan } from "./export/resumePlan";
import type { UnfinishedExport } from "./export/unfinishedExports";
import { PagesOnDisk } from "./export/pagesOnDisk";
import { versionedName } from "./connection/libraryName";
import type { FrozenSearch, SearchAds } from "./searchAds";
import type { Wallet } from "./wallet/wallet";

export interface ExportPorts {
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly archive: Archive;
  /** Where journals of running exports are kept. */
  readonly journals: string;
  readonly now: () => Date;
}

export interface ExportWish {
  readonly format: ExportFormat;
  readonly target: ExportTarget;
  /** The target in words that `target` can be made from again. */
  readonly place: string;
  /** The snapshot to export; absent: page 1 is fetched and begins one. */
  readonly lastHit?: Digits;
  /** Number of the last page; absent: to the end. */
  readonly to?: number;
  /** What may be spent; absent: only what is owned is exported. */
  readonly gate?: Pick<Wallet, "spend">;
  readonly withDetails?: boolean;
  /** Requests on their way at once: faster, and may pay for one page past the end. Absent: one after the other. */
  readonly ahead?: number;
  /** Keys of the only ads wanted. */
  readonly only?: ReadonlySet<string>;
  /** An earlier attempt of the same export. */
  readonly resume?: UnfinishedExport;
}

/** Exports searches to files: owned pages for 0 credits, others through the gate that the wish brings. */
export class ExportSearch {
  constructor(private readonly ports: ExportPorts) {}

  /** @throws {StorageError} when the file cannot be written; what was paid for is in the archive */
  async run(
    frozen: FrozenSearch,
    wish: ExportWish,
    progress: (progress: ExportProgress) => void,
    signal: AbortSignal,
  ): Promise<ExportSummary> {
    const { format, target, gate, only, resume, ahead } = wish;
    const about = resume?.plan.about ?? this.about(frozen, wish);
    const plan = await this.plan(frozen, wish);
    const journal = gate && (await this.journal(about, wish));
    const disk = new PagesOnDisk(ahead);
    const { ports, spent } = paidPages(this.pagePorts(frozen, gate, signal, journal, disk));
    const walked = ahead === undefined ? pagesToExport(ports, plan, signal) : pagesAhead(ports, plan, ahead, signal);
    const extras = {
      ...(only && { only }),
      ...(journal && { journal }),
      ...(resume?.point && { resume: resume.point }),
      ...(wish.withDetails && { details: this.detailSource(frozen, gate, signal) }),
      spent,
    };
    try {
      return await exportPages(target, format, about, this.pinned(frozen, walked), progress, signal, extras);
    } catch (error) {
      if (!(error instanceof StorageError) || spent() === 0) throw error;
      throw new StorageError(error.reason, error.detail, { cause: error }, true);
    } finally {
      await disk.settled();
    }
  }

  /** The same pages; their snapshot outlives the size cap of the archive from its first page on. */
  private async *pinned(
    { address }: FrozenSearch,
    pages: AsyncGenerator<ExportedPage, ExportStop, undefined>,
  ): AsyncGenerator<ExportedPage, ExportStop, undefined> {
    let pinned = false;
    try {
      for (;;) {
        const { done, value } = await pages.next();
        if (done) return value;
        // An archive that does not take it does not keep anybody from writing the file.
        if (!pinned) await this.ports.archive.pin(address, value.lastHit ?? "", "exported").catch(() => undefined);
        pinned = true;
        yield value;
      }
    } finally {
      await pages.return("cancelled");
    }
  }

  private about({ request, address, segments }: FrozenSearch, { lastHit }: ExportWish): ExportAbout {
    return {
      platform: request.platform,
      origin: address.origin,
      version: address.version,
      body: versions[address.version].bodyOf(request),
      ...(lastHit !== undefined && { lastHit }),
      startedAt: this.ports.now().toISOString(),
      segments,
    };
  }

  private async plan(frozen: FrozenSearch, { lastHit, to, gate, resume }: ExportWish): Promise<PagePlan> {
    const { request, address, segments } = frozen;
    if (resume) return resumePlan(resume, await this.ports.search.owned(frozen));
    return {
      platform: request.platform,
      version: address.version,
      segments,
      ...(lastHit !== undefined && { lastHit }),
      ...(to !== undefined && { to }),
      ownedOnly: gate === undefined,
    };
  }

  private pagePorts(
    frozen: FrozenSearch,
    gate: ExportWish["gate"],
    signal: AbortSignal,
    journal: ExportJournal | undefined,
    disk: PagesOnDisk,
  ): PagePorts {
    const { search } = this.ports;
    return {
      owned: (page, lastHit) => search.ownedAnswer(frozen, lastHit, page),
      fetchPage: async (cursor) => {
        // Without a gate the plan is for owned pages only, and this is never asked.
        if (!gate) throw new Error("An export of owned pages asked for another one.");
        const { answer, content } = await disk.next(search.fetch(frozen, cursor, signal, gate));
        return { ...answer, content };
      },
      asking: async (page) => journal?.asked(page),
    };
  }

  private detailSource({ address }: FrozenSearch, gate: ExportWish["gate"], signal: AbortSignal): DetailSource {
    const library = versionedName(address.origin, address.version);
    const { details } = this.ports;
    return async (ad: AdRef) => {
      const owned = await details.ownedAnswer(ad);
      if (owned) return { text: owned.text, fetchedAt: owned.receivedAt, owned: true };
      if (!gate) return undefined;
      const { answer } = await details.fetch(ad, signal, gate, library);
      return { text: answer.text, fetchedAt: answer.receivedAt, owned: false };
    };
  }

  private journal(
    about: ExportAbout,
    { format, place, target, to, withDetails, ahead, resume }: ExportWish,
  ): Promise<ExportJournal> {
    if (resume) return ExportJournal.resume(resume.journal);
    return ExportJournal.begin(this.ports.journals, {
      format,
      about,
      target: place,
      growing: target.growing,
      details: withDetails ?? false,
      ...(to !== undefined && { pages: to }),
      ...(ahead !== undefined && { ahead }),
    });
  }
}
