import { unlink } from "node:fs/promises";
import type { Spending } from "../wallet";
import type { ExportTotals } from "./exportHead";
import type { ExportJournal } from "./exportJournal";
import type { ExportRow } from "./exportRows";
import type { ExportedPage, ExportProgress, ExportStop, ExportSummary, ExportTarget, PlacedFile } from "./exportTypes";
import { isComplete } from "./exportTypes";
import type { FormatWriter } from "./formats";
import { GrowingFile } from "./growingFile";
import type { ExportPoint } from "./unfinishedExports";

interface Counted {
  firstPage?: number;
  pages: number;
  ads: number;
  details: number;
  lastHit?: string;
}

/** Rows to turn into text before other work gets a turn. */
const rowsAtOnce = 500;

export interface PageFileOptions {
  readonly lastHit?: string | undefined;
  readonly journal?: ExportJournal;
  readonly resume?: ExportPoint;
  /** What the export has spent so far. */
  readonly spent: () => Spending;
  /** What an earlier try left at the place. */
  readonly incomplete?: PlacedFile;
  /** Whether the temporary file holds the only copy of something paid for. */
  readonly onlyCopy?: () => boolean;
}

/** An export's file while it grows, with its totals and its journal. */
export class PageFile {
  private constructor(
    private readonly file: GrowingFile,
    private readonly format: FormatWriter,
    private readonly totals: Counted,
    private readonly headBytes: number,
    private readonly options: PageFileOptions,
  ) {}

  /** Creates the file and writes its head, or continues where an earlier try stopped. @throws {StorageError} */
  static async open(path: string, format: FormatWriter, options: PageFileOptions): Promise<PageFile> {
    const { lastHit, journal, resume, spent } = options;
    const { firstPage, pages, ads, details } = resume ?? { pages: 0, ads: 0, details: 0 };
    const snapshot = lastHit ?? resume?.lastHit;
    const totals: Counted = {
      ...(firstPage !== undefined && { firstPage }),
      ...{ pages, ads, details },
      ...(snapshot !== undefined && { lastHit: snapshot }),
    };
    if (resume) {
      const file = await GrowingFile.reopen(path, resume.bytes);
      return new PageFile(file, format, totals, resume.head, options);
    }
    // A restarted try owns its path, but what is there is useless.
    if (journal) await unlink(path).catch(() => undefined);
    const file = await GrowingFile.create(path);
    try {
      await file.append(format.head(told(totals, spent(), "running")));
      await file.flush();
    } catch (error) {
      await file.discard();
      throw error;
    }
    file.takeChecksum();
    return new PageFile(file, format, totals, file.length, options);
  }

  get progress(): ExportProgress {
    const { pages, ads } = this.totals;
    const { spent, maybe } = this.options.spent();
    return { pages, ads, credits: spent, uncertain: maybe, bytes: this.file.length };
  }

  /** Writes a page's rows and notes them. @throws {StorageError} */
  async add(page: ExportedPage, rows: readonly ExportRow[]): Promise<void> {
    const { totals, format, file } = this;
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      await file.append(some.map((row, index) => format.row(row, totals.ads + from + index)).join(""));
    }
    totals.ads += rows.length;
    totals.details += rows.filter(({ detail }) => detail !== undefined).length;
    totals.pages += 1;
    totals.firstPage ??= page.page;
    if (page.lastHit !== undefined) totals.lastHit ??= page.lastHit;
    if (this.options.journal) await this.note(page.page, this.options.journal);
  }

  /** Completes the file and puts it in its place; an export without pages makes no file. @throws {StorageError} */
  async finish(stopped: ExportStop, target: ExportTarget): Promise<ExportSummary> {
    const { incomplete } = this.options;
    const complete = isComplete(stopped);
    if (this.totals.pages === 0) return this.finishEmpty(stopped);
    await this.file.append(this.format.tail);
    const { progress } = this;
    if (this.format.rewritesHead) {
      const head = told(this.totals, this.options.spent(), stopped, new Date().toISOString());
      await this.file.rewriteHead(this.format.head(head));
    }
    await this.file.finish();
    const noted = this.options.journal?.finishing(complete);
    // The line about an incomplete file only takes back that of an earlier try, so it need not be written.
    await (complete ? noted : noted?.catch(() => undefined));
    if (!complete && incomplete) await target.remove(incomplete);
    const placed = await target.place(complete);
    if (complete && incomplete) await target.remove(incomplete);
    if (complete) await this.options.journal?.remove();
    else await this.options.journal?.stopped(stopped, placed);
    return { ...progress, file: placed.file, complete, stopped };
  }

  /** Removes what was written; a journal stays, for another try from the archive. */
  async discard(): Promise<void> {
    const { journal, onlyCopy } = this.options;
    await this.file.discard(journal && onlyCopy?.());
    // A journal that announced the rename must not be mistaken for one whose file is in its place.
    await journal?.stopped("failed", this.options.incomplete).catch(() => journal.release());
  }

  /** Without a page there is no file; but if anything was paid for, now or before, the export can still be resumed. */
  private async finishEmpty(stopped: ExportStop): Promise<ExportSummary> {
    const { journal, incomplete } = this.options;
    const { progress } = this;
    await this.file.discard();
    if (progress.credits + progress.uncertain > 0) await journal?.stopped(stopped, incomplete);
    else await journal?.remove();
    return { ...progress, complete: isComplete(stopped), stopped };
  }

  private async note(page: number, journal: ExportJournal): Promise<void> {
    await this.file.flush();
    const { firstPage = page, pages, ads, details, lastHit } = this.totals;
    const { length: bytes } = this.file;
    const { spent: credits, maybe: uncertain } = this.options.spent();
    const counted = { firstPage, pages, ads, details, credits, uncertain, ...(lastHit !== undefined && { lastHit }) };
    await journal.wrote({ page, bytes, head: this.headBytes, crc: this.file.takeChecksum(), ...counted });
  }
}

function told(
  { firstPage, pages, ads, details, lastHit }: Counted,
  { spent: credits, maybe: uncertain }: Spending,
  stopped: ExportTotals["stopped"],
  finishedAt?: string,
): ExportTotals {
  return {
    ...(firstPage !== undefined && { firstPage }),
    ...{ pages, ads, details, credits, uncertain, stopped },
    ...(lastHit !== undefined && { lastHit }),
    ...(finishedAt !== undefined && { finishedAt }),
  };
}
