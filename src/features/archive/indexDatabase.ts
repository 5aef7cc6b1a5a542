import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { canWrite, loadSqlite, makeFolder, StorageError, storageErrorOf } from "../disk";

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** Counts up with each change of the schema: a file with another number is deleted and made anew. */
const schemaVersion = 4;

const schema = `
  create table file (
    id integer primary key,
    path text not null unique,
    origin text not null,
    kind text not null, platform text not null, version text not null,
    search text not null, page integer not null,
    received_at text not null, ahead integer not null,
    bytes integer not null,
    own integer not null
  ) strict;
  create table ad (
    id integer primary key,
    origin text not null, identity text not null,
    platform text, platform_name text not null,
    sighting integer not null,
    card integer, detail integer,
    title text not null default '', owner text not null default '', domain text not null default '',
    body text not null default '',
    detail_title text not null default '', detail_owner text not null default '',
    detail_domain text not null default '', detail_body text not null default '',
    owner_id text, detail_owner_id text,
    unique (origin, identity)
  ) strict;
  create index ad_newest on ad (sighting);
  create index ad_owner on ad (coalesce(owner_id, detail_owner_id));
  create table sighting (
    id integer primary key,
    ad integer not null references ad,
    file integer not null references file on delete cascade,
    position integer not null
  ) strict;
  create index sighting_ad on sighting (ad);
  create index sighting_file on sighting (file);
  create table stat (
    sighting integer not null references sighting on delete cascade,
    name text not null,
    value any not null,
    exact text,
    primary key (sighting, name)
  ) strict, without rowid;
  create index stat_value on stat (name, value);
  create virtual table ad_text using fts5(
    title, owner, domain, body,
    content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
  );
  pragma user_version = ${schemaVersion};`;

/** The index: an SQLite database that is derived from the answers, so anyone may delete it at any time. */
export class IndexDatabase {
  private readonly statements = new Map<string, StatementSync>();

  private constructor(
    private readonly db: DatabaseSync,
    readonly path: string,
    private readonly temporary: string | undefined,
  ) {}

  /**
   * Opens the index, or a temporary one if its folder can't be written to. A file of another version is replaced.
   * @throws SQLite's errors
   */
  static open(path: string): IndexDatabase {
    try {
      makeFolder(dirname(path));
    } catch {
      return IndexDatabase.openTemporary();
    }
    if (!canWrite(dirname(path))) return IndexDatabase.openTemporary();
    const found = IndexDatabase.openAt(path) ?? (IndexDatabase.remove(path) ? IndexDatabase.openAt(path) : undefined);
    return found ?? IndexDatabase.openTemporary();
  }

  /** Deletes the files of an index. False if a system doesn't let go of them. */
  static remove(path: string): boolean {
    try {
      for (const ending of ["-wal", "-shm", ""]) rmSync(path + ending, { force: true });
      return true;
    } catch {
      return false;
    }
  }

  private static openTemporary(): IndexDatabase {
    const folder = mkdtempSync(join(tmpdir(), "ad-library-index-"));
    const opened = IndexDatabase.openAt(join(folder, "index.db"), folder);
    if (!opened) throw new StorageError("failed", folder);
    return opened;
  }

  /** Undefined for a file of another version. */
  private static openAt(path: string, temporary?: string): IndexDatabase | undefined {
    const db = new (loadSqlite().DatabaseSync)(path, { timeout: 10_000 });
    try {
      db.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on");
      const version = () => db.prepare("pragma user_version").get()?.user_version;
      if (db.prepare("select count(*) as n from sqlite_schema").get()?.n === 0) {
        db.exec("begin immediate");
        // Another window may have been faster.
        if (version() === 0) db.exec(schema);
        db.exec("commit");
      }
      if (version() === schemaVersion) return new IndexDatabase(db, path, temporary);
    } catch (error) {
      db.close();
      throw error;
    }
    db.close();
    return undefined;
  }

  /** Runs a statement. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.prepared(sql).run(...values).lastInsertRowid);
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.prepared(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.prepared(sql).all(...values);
  }

  /** Does all of the work or none, even if the process is killed. */
  transaction<T>(work: () => T): T {
    this.db.exec("begin immediate");
    try {
      const result = work();
      this.db.exec("commit");
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("rollback");
      throw error;
    }
  }

  close(): void {
    this.statements.clear();
    this.db.close();
    if (this.temporary !== undefined) rmSync(this.temporary, { recursive: true, force: true });
  }

  private prepared(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      // IDs of sightings and numbers of ads may be beyond 2^53, and reading these as numbers throws.
      statement.setReadBigInts(true);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** Whether another process held the database for so long that nothing was done. */
export function isBusy(error: unknown): boolean {
  const known = storageErrorOf(error, "index");
  return known instanceof StorageError && (known.reason === "busy" || known.reason === "full");
}

/** A text column; "" if the row has none. */
export function textOf(value: SQLOutputValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A whole number of our own, below 2^53; 0 if the row has none. */
export function whole(value: SQLOutputValue | undefined): number {
  return typeof value === "number" ? value : Number(typeof value === "bigint" ? value : 0);
}
