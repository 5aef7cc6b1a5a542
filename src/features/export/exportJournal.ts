import { randomUUID } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { StorageError } from "../archive/storageError";
import type { ExportStop } from "./exportTypes";
import { fileError } from "../archive/fileError";
import { AppendFile } from "../folder/appendFile";
import { type ExportPlan, holderOf, type JournalLine, type PageNote, readJournal } from "./journalLines";

const held = new Set<string>();

/** Holders of journals that this process is writing. */
export const heldJournals: ReadonlySet<string> = held;

/**
 * Notes of a running export: one line of JSON each, appended. After a kill they say how far the temporary file is good,
 * and which page was asked for without an answer. `docs/export-format.md` describes the lines.
 */
export class ExportJournal {
  private readonly file: AppendFile;

  private constructor(
    readonly path: string,
    private readonly holder: string,
  ) {
    this.file = new AppendFile(path);
  }

  /** Begins a journal in a folder of the extension's own. @throws {StorageError} */
  static async begin(folder: string, plan: ExportPlan): Promise<ExportJournal> {
    const path = join(folder, `${randomUUID()}.journal`);
    return ExportJournal.claim(path, [{ version: 1, plan }], "wx");
  }

  /** Takes an unfinished export over; only one window can. @throws {StorageError} `busy` */
  static async resume(path: string): Promise<ExportJournal> {
    return ExportJournal.claim(path, [], "a");
  }

  private static async claim(path: string, first: readonly JournalLine[], flags: string): Promise<ExportJournal> {
    const holder = randomUUID();
    held.add(holder);
    const journal = new ExportJournal(path, holder);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, flags, 0o600);
      const lines = [...first, { holder, pid: process.pid, host: hostname() }];
      await handle.appendFile(lines.map(textOf).join("")).finally(() => handle.close());
      // Lines are appended whole: of several windows that claim at once, the first line wins everywhere.
      if (holderOf(await readJournal(path), held) !== holder) throw new StorageError("busy", path);
    } catch (error) {
      held.delete(holder);
      throw fileError(error, path);
    }
    return journal;
  }

  /** A page is about to be paid for. Without a later note of it, its answer was lost. */
  async asked(page: number): Promise<void> {
    await this.append({ asked: page });
  }

  /** A page is in the temporary file, down to `bytes`. */
  async wrote(note: PageNote): Promise<void> {
    await this.append(note);
  }

  /** All is written; what is left is to rename. */
  async finishing(): Promise<void> {
    await this.append({ finishing: true });
  }

  /** The export ended before its time and can be resumed from the archive. */
  async stopped(reason: ExportStop): Promise<void> {
    await this.append({ stopped: reason });
    await this.release();
  }

  /** Gives the journal up as it is, after a failure to write. */
  async release(): Promise<void> {
    held.delete(this.holder);
    await this.file.close().catch(() => undefined);
  }

  /** The export is whole: nothing to resume. */
  async remove(): Promise<void> {
    await this.release();
    await unlink(this.path).catch(() => undefined);
  }

  private async append(line: JournalLine): Promise<void> {
    try {
      await this.file.append(textOf(line));
    } catch (error) {
      throw fileError(error, this.path);
    }
  }
}

// A line break first: a line that a kill cut short must not swallow the next one.
const textOf = (line: JournalLine) => `\n${JSON.stringify(line)}\n`;
