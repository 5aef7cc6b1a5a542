import { randomUUID } from "node:crypto";
import { access, mkdir, open, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppendFile, fileError, HeldLock, StorageError } from "../disk";
import { FeatureError } from "../failures";
import type { ExportStop, PlacedFile } from "./exportTypes";
import type { Asked, BegunExport, JournalLine, PageNote } from "./journalLines";

const ending = ".journal";

/** The file whose lock is held by the window that writes a journal. */
export const lockOf = (journal: string) => `${journal}.lock.db`;
/** The export's ID, as used in the ledger. */
export const exportIdOf = (journal: string) => basename(journal, ending);
export const isJournal = (name: string) => name.endsWith(ending);

/** Checking whether a journal is held takes its lock for a moment: how many milliseconds to wait for that. */
export const momentMs = 200;

/**
 * Notes of a running export: one line of JSON each, appended. After a kill they show how much of the temporary file is
 * good, and what was asked for without an answer. `docs/export-format.md` describes the lines. The window that writes a
 * journal holds a lock, which ends with its process.
 */
export class ExportJournal {
  private readonly file: AppendFile;

  private constructor(
    readonly path: string,
    private readonly lock: HeldLock,
  ) {
    this.file = new AppendFile(path);
  }

  get id(): string {
    return exportIdOf(this.path);
  }

  /** Begins a journal in one of the extension's own folders. @throws {StorageError} */
  static async begin(folder: string, begun: BegunExport): Promise<ExportJournal> {
    const path = join(folder, `${randomUUID()}${ending}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const lock = await held(path);
      const handle = await open(path, "wx", 0o600).catch((error: unknown) => {
        lock.release();
        throw error;
      });
      await handle.appendFile(textOf({ version: 1, plan: begun })).finally(() => handle.close());
      return new ExportJournal(path, lock);
    } catch (error) {
      throw fileError(error, path);
    }
  }

  /** Takes over an unfinished export, once. @throws {StorageError} `busy` @throws {FeatureError} if it is done */
  static async resume(path: string): Promise<ExportJournal> {
    const lock = await held(path);
    try {
      await access(path);
      return new ExportJournal(path, lock);
    } catch {
      // Another window finished or discarded it since it was listed.
      await forget(path, lock);
      throw new FeatureError("nothingUnfinished");
    }
  }

  /** Notes that a page or detail is about to be paid for. Without a later note about it, its answer was lost. */
  async asked(what: Asked): Promise<void> {
    await this.append({ asked: what });
  }

  /** Notes that an announced request certainly never left. */
  async unsent(what: Asked): Promise<void> {
    await this.append({ unsent: what });
  }

  /** Notes that a page is in the temporary file, up to `bytes`. */
  async wrote(note: PageNote): Promise<void> {
    await this.append(note);
  }

  /** Notes that everything is written and only the rename remains. @param complete whether to the target */
  async finishing(complete: boolean): Promise<void> {
    await this.append({ finishing: complete });
  }

  /** Notes that the export ended early and can be resumed from the archive. `incomplete`: what it left. */
  async stopped(reason: ExportStop, incomplete?: PlacedFile): Promise<void> {
    await this.append({ stopped: reason, ...(incomplete && { incomplete }) });
    await this.release();
  }

  /** Abandons the journal unchanged, after a failure to write. */
  async release(): Promise<void> {
    await this.file.close().catch(() => undefined);
    this.lock.release();
  }

  /** Removes the journal: the export is complete or abandoned. */
  async remove(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await unlink(this.path).catch(() => undefined);
    await forget(this.path, this.lock);
  }

  private async append(line: JournalLine): Promise<void> {
    try {
      await this.file.append(textOf(line));
    } catch (error) {
      throw fileError(error, this.path);
    }
  }
}

async function held(journal: string): Promise<HeldLock> {
  const lock = await HeldLock.wait(lockOf(journal), momentMs);
  if (!lock) throw new StorageError("busy", journal);
  return lock;
}

/** Removes a journal with its lock file, which is useless without it. */
async function forget(journal: string, lock: HeldLock): Promise<void> {
  lock.release();
  await unlink(lockOf(journal)).catch(() => undefined);
}

// A line break first, so that a line cut short by a kill does not swallow the next one.
const textOf = (line: JournalLine) => `\n${JSON.stringify(line)}\n`;
