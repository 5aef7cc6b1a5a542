import { unlink } from "node:fs/promises";
import type { ExportTotals } from "./exportHead";
import type { ExportJournal } from "./exportJournal";
import type { ExportRow } from "./exportRows";
import type { ExportedPage, ExportProgress, ExportStop, ExportSummary, ExportTarget } from "./exportTypes";
import { isComplete } from "./exportTypes";
import type { FormatWriter } from "./formats";
import { GrowingFile } from "./growingFile";
import type { ExportPoint } from "./unfinishedExports";

interface Counted {
  firstPage?: number;
  pages: number;
  ads: number;
  details: number;
  credits: number;
  lastHit?: string;
}

/** So many rows become text before other work has its turn. */
const rowsAtOnce = 500;

/** An export's file while it grows, with its totals and its journal. */
export class PageFile {
  private constructor(
    private readonly file: GrowingFile,
    private readonly format: FormatWriter,
    private readonly totals: Counted,
    private readonly headBytes: number,
    private readonly journal: ExportJournal | undefined,
  ) {}

  /** Creates the file and writes its head, or goes on where an earlier attempt stands. @throws {StorageError} */
  static async open(
    path: string,
    format: FormatWriter,
    more: { readonly lastHit?: string | undefined; readonly journal?: ExportJournal; readonly resume?: ExportPoint },
  ): Promise<PageFile> {
    const { lastHit, journal, resume } = more;
    const totals: Counted = {
      ...(resume ?? { pages: 0, ads: 0, details: 0, credits: 0 }),
      ...(lastHit !== undefined && { lastHit }),
    };
    if (resume) {
      const file = await GrowingFile.reopen(path, resume.bytes);
      return new PageFile(file, format, totals, resume.head, journal);
    }
    // An attempt that is begun again owns its path, but nothing on it is good.
    if (journal) await unlink(path).catch(() => undefined);
    const file = await GrowingFile.create(path);
    try {
      await file.append(format.head(told(totals, "running")));
      await file.flush();
    } catch (error) {
      await file.discard();
      throw error;
    }
    file.takeChecksum();
    return new PageFile(file, format, totals, file.length, journal);
  }

  get progress(): ExportProgress {
    const { pages, ads, credits } = this.totals;
    return { pages, ads, credits, bytes: this.file.length };
  }

  /** Counts what was paid, whether or not it comes to be written. */
  paid(credits: number): void {
    this.totals.credits += credits;
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
    if (this.journal) await this.note(page.page, this.journal);
  }

  /** Completes the file and puts it in its place; nothing is kept of an export without a page. @throws {StorageError} */
  async finish(stopped: ExportStop, target: ExportTarget): Promise<ExportSummary> {
    const complete = isComplete(stopped);
    if (this.totals.pages === 0) {
      await this.discard();
      await this.journal?.remove();
      return { ...this.progress, complete, stopped };
    }
    await this.file.append(this.format.tail);
    const { progress } = this;
    if (this.format.rewritesHead) {
      await this.file.rewriteHead(this.format.head(told(this.totals, stopped, new Date().toISOString())));
    }
    await this.file.finish();
    if (complete) await this.journal?.finishing();
    const file = await target.place(complete);
    if (complete) await this.journal?.remove();
    else await this.journal?.stopped(stopped);
    return { ...progress, file, complete, stopped };
  }

  /** Removes what was written; a journal stays, for another try out of the archive. */
  async discard(): Promise<void> {
    await this.file.discard();
    // A journal that said that the rename follows must not be taken for one of a file in its place.
    await this.journal?.stopped("failed").catch(() => this.journal?.release());
  }

  private async note(page: number, journal: ExportJournal): Promise<void> {
    await this.file.flush();
    const { firstPage = page, pages, ads, details, credits, lastHit } = this.totals;
    const { length: bytes } = this.file;
    const counted = { firstPage, pages, ads, details, credits, ...(lastHit !== undefined && { lastHit }) };
    await journal.wrote({ page, bytes, head: this.headBytes, crc: this.file.takeChecksum(), ...counted });
  }
}

function told(
  { firstPage, pages, ads, details, credits, lastHit }: Counted,
  stopped: ExportTotals["stopped"],
  finishedAt?: string,
): ExportTotals {
  return {
    ...(firstPage !== undefined && { firstPage }),
    ...{ pages, ads, details, credits, stopped },
    ...(lastHit !== undefined && { lastHit }),
    ...(finishedAt !== undefined && { finishedAt }),
  };
}
