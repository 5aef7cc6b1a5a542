import { createReadStream } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { setImmediate as tick } from "node:timers/promises";
import { fileError, renameOver } from "../disk";
import type { Spending } from "../wallet";
import type { ExportTotals, FormatWriter } from "./formats";
import type { ExportRow } from "./exportRows";
import {
  type ExportedPage,
  type ExportProgress,
  type ExportStop,
  type ExportSummary,
  type ExportTarget,
  isBehind,
  isComplete,
  type PlacedFile,
  type Reached,
} from "./exportTypes";

interface Counted {
  firstPage?: number;
  pages: number;
  ads: number;
  details: number;
  lastHit?: string;
}

/** Rows to turn into text before other work gets a tick. */
const rowsAtOnce = 500;

export interface PageFileOptions {
  readonly lastHit?: string | undefined;
  /** What the export has spent so far. */
  readonly spent: () => Spending;
  /** Whether the temporary file holds the only copy of something paid for: then it is kept after a failure. */
  readonly onlyCopy?: () => boolean;
  /** The incomplete file of an earlier try: it stays if this one gets less far. */
  readonly former?: PlacedFile & Reached;
}

/** An export's file while it grows, with its totals. */
export class PageFile {
  /** Whose answers are in it, apart from one's own. */
  private readonly from = new Set<string>();

  private constructor(
    private readonly file: GrowingFile,
    private readonly format: FormatWriter,
    private readonly totals: Counted,
    private readonly options: PageFileOptions,
  ) {}

  /** Creates the file and writes its head. @throws {StorageError} */
  static async open(target: ExportTarget, format: FormatWriter, options: PageFileOptions): Promise<PageFile> {
    const { lastHit, spent } = options;
    const totals: Counted = { pages: 0, ads: 0, details: 0, ...(lastHit !== undefined && { lastHit }) };
    const file = await GrowingFile.create(target.growing, await target.mode?.());
    try {
      // A full disk is noticed before anything is paid for.
      await file.append(format.head(told(totals, spent(), "running")));
    } catch (error) {
      await file.discard();
      throw error;
    }
    return new PageFile(file, format, totals, options);
  }

  get progress(): ExportProgress {
    const { pages, ads } = this.totals;
    const { spent, maybe } = this.options.spent();
    return { pages, ads, credits: spent, uncertain: maybe, bytes: this.file.length };
  }

  get details(): number {
    return this.totals.details;
  }

  /** Writes a page's rows. @throws {StorageError} */
  async add(page: ExportedPage, rows: readonly ExportRow[]): Promise<void> {
    const { totals, format, file } = this;
    const texts: string[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % rowsAtOnce === rowsAtOnce - 1) await tick();
      texts.push(format.row(row, totals.ads + index));
    }
    totals.ads += rows.length;
    totals.details += rows.filter(({ detail }) => detail !== undefined).length;
    for (const { from } of [page, ...rows.flatMap(({ detail }) => detail ?? [])])
      if (from !== undefined) this.from.add(from);
    totals.pages += 1;
    totals.firstPage ??= page.page;
    if (page.lastHit !== undefined) totals.lastHit = page.lastHit;
    // The page counts even if the disk is full: a part of it may be in the file. Nothing more is paid for then.
    await file.append(texts.join(""));
  }

  /** Completes the file and puts it in its place; an export without pages makes no file. @throws {StorageError} */
  async finish(stopped: ExportStop, target: ExportTarget): Promise<ExportSummary> {
    const complete = isComplete(stopped);
    if (this.totals.pages === 0) {
      await this.file.discard();
      return { ...this.progress, bytes: 0, complete, stopped };
    }
    const { former, onlyCopy } = this.options;
    if (former && !complete && !onlyCopy?.() && isBehind(this.totals, former)) {
      await this.file.discard();
      const { pages, ads, details, size: bytes, file } = former;
      Object.assign(this.totals, { pages, ads, details });
      return { ...this.progress, bytes, file, complete, stopped };
    }
    await this.file.append(this.format.tail);
    if (this.format.finished) await this.file.rewrite(this.format.finished);
    const { progress } = this;
    if (this.format.rewritesHead) {
      const head = told(this.totals, this.options.spent(), stopped, new Date().toISOString());
      await this.file.rewriteHead(this.format.head({ ...head, from: [...this.from].sort() }));
    }
    await this.file.finish();
    const { file, kept } = await target.place(complete, { reached: this.totals });
    return { ...progress, file, complete, stopped, ...(kept !== undefined && { kept }) };
  }

  /** Removes what was written, after a failure. The only copy of something paid for is kept as an incomplete file. */
  async discard(target: ExportTarget): Promise<void> {
    const stays = this.options.onlyCopy?.() ?? false;
    if (stays && this.format.finished) await this.file.rewrite(this.format.finished).catch(() => undefined);
    await this.file.discard(stays);
    // Where even that fails, the temporary file stays.
    if (stays) await target.place(false, { reached: this.totals }).catch(() => undefined);
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

/** Bytes to read and write at once when a whole file is rewritten. */
const chunk = 256 * 1024;

/** Where a growing file is written again. */
export const rewritten = (path: string) => `${path}~`;

/** A temporary file that grows at its end. */
export class GrowingFile {
  /** Bytes so far. */
  length = 0;

  private constructor(
    private handle: FileHandle,
    readonly path: string,
    private readonly mode: number,
  ) {}

  /** Creates the file, which must not exist. @throws {StorageError} */
  static async create(path: string, mode = 0o600): Promise<GrowingFile> {
    try {
      return new GrowingFile(await open(path, "wx", mode), path, mode);
    } catch (error) {
      throw fileError(error, path);
    }
  }

  /** Hands the text to the system. @throws {StorageError} */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.write(bytes, this.length);
    this.length += bytes.length;
  }

  /** Replaces bytes at the start, for a head whose numbers are known only at the end. @throws {StorageError} */
  async rewriteHead(text: string): Promise<void> {
    await this.write(Buffer.from(text), 0);
  }

  /** Replaces the content by a head and what `line` makes of each of its lines. @throws {StorageError} */
  async rewrite({ head, line }: Readonly<{ head: () => string; line: (text: string) => string }>): Promise<void> {
    const other = await GrowingFile.create(rewritten(this.path), this.mode);
    try {
      await other.append(head());
      let rest = "";
      for await (const read of createReadStream(this.path, { encoding: "utf8", highWaterMark: chunk })) {
        const lines = (rest + String(read)).split("\n");
        rest = lines.pop() ?? "";
        await other.append(lines.map(line).join(""));
      }
      await Promise.all([this.handle.close(), other.handle.close()]);
      await renameOver(other.path, this.path);
      this.handle = await open(this.path, "r+");
      this.length = other.length;
    } catch (error) {
      await other.discard();
      throw fileError(error, this.path);
    }
  }

  /** Syncs the file and closes it. @throws {StorageError} */
  async finish(): Promise<void> {
    try {
      await this.handle.sync();
    } catch (error) {
      throw fileError(error, this.path);
    } finally {
      await this.handle.close();
    }
  }

  /** Closes it, and removes it unless it `stays`; never throws, because it follows a failure. */
  async discard(stays = false): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (!stays) await unlink(this.path).catch(() => undefined);
  }

  private async write(bytes: Buffer, at: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await this.handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    } catch (error) {
      throw fileError(error, this.path);
    }
  }
}
