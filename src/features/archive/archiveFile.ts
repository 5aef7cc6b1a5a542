import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { canWrite, openArchive } from "./openDatabase";
import { wordIndex } from "./schema";
import type { Session } from "./session";
import { HeldLock, StorageError, storageErrorOf } from "../disk";

/** Damaged files beside the archive have not been looked through yet. */
export class NotWhole extends StorageError {
  constructor(path: string) {
    super("damaged", path);
  }
}

/** The archive's file: opened at first use, reopened when it was replaced, set aside when it is damaged. */
export class ArchiveFile {
  private opened: Session | undefined;
  /** Identifies the file that was there at the last attempt to open it; empty if there was none. */
  private inode = "";
  private whole: Session | undefined;

  constructor(
    readonly path: string,
    private readonly log: (line: string) => void,
  ) {}

  /**
   * Runs database work; heals what can be healed and tries once more.
   * @throws {StorageError}, and {NotWhole} before what was set aside has been looked through
   */
  run<T>(work: (session: Session) => T): T {
    return this.runAnyway((session) => {
      if (session !== this.whole) throw new NotWhole(this.path);
      return work(session);
    });
  }

  /** Runs database work also while answers may be missing that a damaged file still has. @throws {StorageError} */
  runAnyway<T>(work: (session: Session) => T): T {
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

  /** Whether what was set aside has been looked through since the file was opened. @throws {StorageError} */
  get isWhole(): boolean {
    return this.runAnyway((session) => session === this.whole);
  }

  becomeWhole(): void {
    this.runAnyway((session) => (this.whole = session));
  }

  /** Sets the file aside, for damage that SQLite did not notice. */
  replace(reason: string): void {
    this.setAside(reason);
  }

  close(): void {
    const { opened } = this;
    this.opened = undefined;
    opened?.close();
  }

  private session(): Session {
    // Deleted or replaced under us (another window set it aside, a person tidied up): what we hold would lose every write.
    if (this.opened && this.inode !== inodeOf(this.path)) this.close();
    this.opened ??= oneWindowAtATime(this.path, () => {
      this.inode = inodeOf(this.path);
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

  /** The word index can always be rebuilt from the rows. */
  private rebuildIndex(session: Session, error: unknown): boolean {
    this.log("The archive's word index is damaged and is built again.");
    try {
      // An index that has lost its own settings can be neither read nor dropped before it has some again.
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
    // A unique name, even if another window sets a file aside in the same millisecond.
    const time = new Date().toISOString().replaceAll(":", "-");
    const aside = `${this.path}.corrupt-${time}-${randomBytes(4).toString("hex")}`;
    oneWindowAtATime(this.path, () => {
      // Where another window was faster, the damaged file is already away and the one here now is good.
      if (this.inode !== inodeOf(this.path)) return;
      for (const ending of ["-wal", "-shm", ""]) {
        if (existsSync(this.path + ending)) renameSync(this.path + ending, aside + ending);
      }
      this.log(
        `The archive is damaged (${String(reason)}). It is kept as ${aside}; what can be read of it is saved into a new one.`,
      );
    });
    return true;
  }
}

/**
 * Runs work while no other window opens the file or sets it aside. Without this, a window could open half of it, or move
 * away the file that another has just created. A read-only folder needs no lock: nothing can be set aside there.
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
/** SQLITE_CONSTRAINT_FOREIGNKEY: a row that was just read or written is not found by its number, as its table's tree is damaged. */
const noSuchRow = 787;
/** SQLITE_CORRUPT_VTAB and a constraint that is not ours: only the full-text index is damaged. */
const damagedIndex: ReadonlySet<number> = new Set([267, 19]);

const isOfIndex = (error: unknown) => /\bfts5\b|vtable constructor failed: ad_text/.test(String(error));
/** What SQLite says where a table that we made is gone, or where one stands that a new file has not. */
const isOfSchema = (error: unknown) =>
  /no such (table|column|index)|already exists|unsupported file format/.test(String(error));

/** Whether the file itself, by a byte of its header that we never write, has SQLite take it for one of a later format. */
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
