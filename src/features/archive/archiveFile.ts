import { existsSync, renameSync, statSync } from "node:fs";
import { openDatabase } from "./openDatabase";
import { wordIndex } from "./schema";
import type { Session } from "./session";
import { storageErrorOf } from "./sqlite";

/** The archive's file: opened at first use, reopened when it was replaced, set aside when it is damaged. */
export class ArchiveFile {
  private opened: { readonly session: Session; readonly inode: string } | undefined;

  constructor(
    readonly path: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Runs database work; heals what can be healed and tries once more. @throws {StorageError} */
  run<T>(work: (session: Session) => T): T {
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

  close(): void {
    const { opened } = this;
    this.opened = undefined;
    opened?.session.close();
  }

  private session(): Session {
    // Deleted or replaced under us (another window set it aside, a person tidied up): what we hold would lose every write.
    if (this.opened && this.opened.inode !== inodeOf(this.path)) this.close();
    if (!this.opened) {
      const session = openDatabase(this.path);
      this.opened = { session, inode: inodeOf(this.path) };
    }
    return this.opened.session;
  }

  private heal(error: unknown): boolean {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
    if (damagedIndex.has(code) && this.opened) return this.rebuildIndex(this.opened.session);
    if ((code & 0xff) !== corrupt && (code & 0xff) !== notADatabase) return false;
    return this.setAside(error);
  }

  /** The word index holds nothing of its own: it is made again from the rows. */
  private rebuildIndex(session: Session): boolean {
    this.log("The archive's word index is damaged and is built again.");
    session.db.exec("drop table ad_text");
    session.db.exec(wordIndex);
    session.change("update ad set indexed = 0");
    return true;
  }

  private setAside(error: unknown): boolean {
    const ours = this.opened?.inode;
    this.close();
    // Where another window was faster, the damaged file is already away and the one here now is good.
    if (ours !== undefined && ours !== inodeOf(this.path)) return true;
    const aside = `${this.path}.corrupt-${new Date().toISOString().replaceAll(":", "-")}`;
    for (const ending of ["-wal", "-shm", ""]) {
      if (existsSync(this.path + ending)) renameSync(this.path + ending, aside + ending);
    }
    this.log(`The archive is damaged (${String(error)}). It was kept as ${aside}; a new one is begun.`);
    return true;
  }
}

const corrupt = 11;
const notADatabase = 26;
/** SQLITE_CORRUPT_VTAB and a constraint that is none of ours: only the full-text index is damaged. */
const damagedIndex: ReadonlySet<number> = new Set([267, 19]);

function inodeOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : "";
}
