import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { applicationId, migrations, wordIndex } from "./schema";
import { DatabaseSession, whole } from "./session";
import { canWrite, loadSqlite, StorageError } from "../disk";

/**
 * `synchronous = normal`: a commit writes to the log and does not wait for the disk. `Archive` syncs the log itself,
 * because while SQLite waits, the thread can answer nothing else.
 * `wal_autocheckpoint`: with more pages in the log, pauses to move them out of it would be fewer but longer.
 * `temp_store`: the probe for full-text search needs no separate file.
 */
const pragmas = `
  pragma busy_timeout = 25;
  pragma wal_autocheckpoint = 2000;
  pragma synchronous = normal;
  pragma fullfsync = on;
  pragma foreign_keys = on;
  pragma temp_store = memory;
`;

/**
 * Opens the archive. If its folder is read-only, opens a temporary copy for reading.
 * @throws SQLite's errors and {StorageError}
 */
export function openArchive(file: string): DatabaseSession {
  if (!existsSync(file) || canWrite(dirname(file))) return openDatabase(file);
  const folder = mkdtempSync(join(tmpdir(), "ad-library-archive-"));
  const copy = join(folder, basename(file));
  try {
    // SQLite cannot open a file with a write-ahead log in a folder that it may not write to.
    for (const ending of ["", "-wal"]) if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending);
    const { db, fullText } = openDatabase(copy);
    db.exec("pragma query_only = on");
    return new DatabaseSession(db, fullText, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Opens or creates the archive's file and brings its schema up to date. `auto_vacuum` lets space that the size cap
 * freed return to the disk in small steps. It must be set before the first table, and only then, because setting it
 * always writes.
 * @throws SQLite's errors and {StorageError}
 */
export function openDatabase(file: string): DatabaseSession {
  const { DatabaseSync } = loadSqlite();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: 25 });
  try {
    db.exec(pragmas);
    if (db.prepare("pragma page_count").get()?.page_count === 0) db.exec("pragma auto_vacuum = incremental");
    // If the file system does not support a write-ahead log, SQLite has to wait for the disk itself.
    if (db.prepare("pragma journal_mode = wal").get()?.journal_mode !== "wal") db.exec("pragma synchronous = full");
    const session = new DatabaseSession(db, hasFullText(db));
    migrate(session, file);
    return session;
  } catch (error) {
    db.close();
    throw error;
  }
}

function hasFullText(db: DatabaseSync): boolean {
  try {
    db.exec("create virtual table temp.probe using fts5(a); drop table temp.probe");
    return true;
  } catch {
    return false;
  }
}

const versionOf = (session: DatabaseSession) => whole(session.get("pragma user_version")?.user_version);

function migrate(session: DatabaseSession, file: string): void {
  const former = versionOf(session);
  if (former < migrations.length) {
    // Another window may have been faster, so ask under the write lock which steps are missing.
    session.transaction(() => {
      for (const step of migrations.slice(versionOf(session))) session.db.exec(step);
      session.db.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`);
    });
  }
  const version = versionOf(session);
  if (version > migrations.length) {
    throw new StorageError("newer", `${file} has schema ${version}, this version knows ${migrations.length}`);
  }
  if (!session.fullText) return;
  const missing = !session.get("select 1 from sqlite_schema where name = 'ad_text'");
  if (missing) session.db.exec(wordIndex);
  else if (former < 2) setUpAgain(session);
}

/**
 * Stops the word index of an older version from merging its parts by itself. Errors are ignored here: a damaged index
 * is noticed and rebuilt on first use.
 */
function setUpAgain(session: DatabaseSession): void {
  try {
    session.db.exec(wordIndex);
  } catch {
    return;
  }
}
