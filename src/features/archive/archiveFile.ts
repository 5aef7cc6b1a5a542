import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { openArchive } from "./openDatabase";
import { nameAside, setCopyAside } from "./olderFiles";
import { wordIndex } from "./schema";
import type { DatabaseSession } from "./session";
import { canWrite, HeldLock, StorageError, storageErrorOf } from "../disk";

/** Thrown while the damaged files beside the archive have not been searched for answers yet (see `WholeFile`). */
export class NotWhole extends StorageError {
  constructor(path: string) {
    super("damaged", path);
  }
}

/** The archive's file: opened on first use, opened again if it was replaced, set aside if it is damaged. */
export class ArchiveFile {
  private opened: DatabaseSession | undefined;
  /** Device and inode of the file at the last attempt to open it; "" if there was none. */
  private inode = "";
  /** The session for which the damaged files have been searched; work in any other session may miss answers. */
  private whole: DatabaseSession | undefined;

  constructor(
    readonly path: string,
    private readonly log: (line: string) => void,
  ) {}

  /**
   * Runs database work. If the file is damaged, repairs or replaces it and tries once more.
   * @throws {NotWhole} until `becomeWhole` was called for the open file; otherwise {StorageError}
   */
  run<T>(work: (session: DatabaseSession) => T): T {
    return this.runAnyway((session) => {
      if (session !== this.whole) throw new NotWhole(this.path);
      return work(session);
    });
  }

  /** Like `run`, but also works while a damaged file may hold answers that are missing here. @throws {StorageError} */
  runAnyway<T>(work: (session: DatabaseSession) => T): T {
    try {
      return work(this.session());
    } catch (error) {
      if (!this.heal(error)) throw storageErrorOf(error, this.path);
    }
    try {
      return work(this.session());
    } catch (error) {
      throw storageErrorOf(error, this.path);
    }
  }

  /** Whether the damaged files have been searched since the file was opened. @throws {StorageError} */
  get isWhole(): boolean {
    return this.runAnyway((session) => session === this.whole);
  }

  /** Records that the damaged files have been searched. @throws {StorageError} */
  becomeWhole(): void {
    this.runAnyway((session) => (this.whole = session));
  }

  /** Sets the file aside because of damage that SQLite did not notice. */
  replace(reason: string): void {
    this.setAside(reason);
  }

  close(): void {
    const { opened } = this;
    this.opened = undefined;
    opened?.close();
  }

  private session(): DatabaseSession {
    // If the file was deleted or replaced (another window set it aside, or a person removed it), the open one would
    // lose every write.
    if (this.opened && this.inode !== inodeOf(this.path)) this.close();
    this.opened ??= oneWindowAtATime(this.path, () => {
      this.inode = inodeOf(this.path);
      setCopyAside(this.path);
      const session = openArchive(this.path);
      this.inode = inodeOf(this.path);
      return session;
    });
    return this.opened;
  }

  private heal(error: unknown): boolean {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
    const { opened } = this;
    if (opened && (damagedIndex.has(code) || isOfIndex(error))) return this.rebuildIndex(opened, error);
    const damaged =
      [corrupt, notADatabase].includes(code & 0xff) ||
      code === noSuchRow ||
      (code === plainError && isOfSchema(error)) ||
      ((code & 0xff) === readOnly && forbidsWriting(this.path));
    return damaged && this.setAside(error);
  }

  /** Builds the word index again from the rows of `ad`. Sets the file aside if that fails. */
  private rebuildIndex(session: DatabaseSession, error: unknown): boolean {
    this.log("The archive's word index is damaged and is built again.");
    try {
      // An index that has lost its settings can be neither read nor dropped until it has some again.
      session.db.exec("insert or replace into ad_text_config (k, v) values ('version', 4)");
      session.db.exec("drop table ad_text");
      session.db.exec(wordIndex);
      session.change("update ad set indexed = 0");
      return true;
    } catch {
      return this.setAside(error);
    }
  }

  private setAside(reason: unknown): boolean {
    this.close();
    const aside = nameAside(this.path);
    oneWindowAtATime(this.path, () => {
      // If another window was faster, the damaged file is already away, and the one here now is good.
      if (this.inode !== inodeOf(this.path)) return;
      for (const ending of ["-wal", "-shm", ""]) {
        if (existsSync(this.path + ending)) renameSync(this.path + ending, aside + ending);
      }
      // Without a file, the next window would set the copy aside (`setCopyAside`).
      openArchive(this.path).close();
      this.log(
        `The archive is damaged (${String(reason)}). It is kept as ${aside}; what can be read of it is saved into a new one.`,
      );
    });
    return true;
  }
}

/**
 * Runs work while no other window opens the file or sets it aside. Without this lock, a window could open the database
 * after another has moved its log away, or move away a file that another has just created. A read-only folder needs no
 * lock: nothing can be set aside there.
 * @throws {StorageError} `busy`
 */
function oneWindowAtATime<T>(path: string, work: () => T): T {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!canWrite(dirname(path))) return work();
  const lock = HeldLock.take(`${path}-lock`);
  if (!lock) throw new StorageError("busy", `${path}: another window opens the archive`);
  try {
    return work();
  } finally {
    lock.release();
  }
}

const plainError = 1;
const readOnly = 8;
const corrupt = 11;
const notADatabase = 26;
/**
 * SQLITE_CONSTRAINT_FOREIGNKEY: a row that was just read or written is not found by its ID, because its table's tree is
 * damaged.
 */
const noSuchRow = 787;
/**
 * SQLITE_CORRUPT_VTAB and plain SQLITE_CONSTRAINT, which our own constraints never report (theirs have extended codes):
 * only the word index is damaged.
 */
const damagedIndex: ReadonlySet<number> = new Set([267, 19]);

const isOfIndex = (error: unknown) => /\bfts5\b|vtable constructor failed: ad_text/.test(String(error));
/** SQLite's messages if a table of ours is missing, or if one already exists in a file that should be new. */
const isOfSchema = (error: unknown) =>
  /no such (table|column|index)|already exists|unsupported file format/.test(String(error));

/**
 * Whether the header's write version (byte 18) is above 2, so that SQLite opens the file only for reading. Nothing but
 * damage can have put it there.
 */
function forbidsWriting(path: string): boolean {
  const writeVersion = Buffer.alloc(1);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, writeVersion, 0, 1, 18);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return writeVersion.readUInt8() > 2;
}

function inodeOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : "";
}
