import { rmSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { StorageError } from "../disk";

export type DatabaseRow = Readonly<Record<string, SQLOutputValue>>;

/** One open database with its prepared statements and transactions. Integers are read as bigints. */
export class DatabaseSession {
  private readonly statements = new Map<string, StatementSync>();

  constructor(
    readonly db: DatabaseSync,
    /** Whether full-text search (FTS5) works in this Node.js. */
    readonly fullText: boolean,
    /** Folder of the copy that is read because the archive's own folder is read-only; deleted by `close`. */
    readonly copiedTo?: string,
  ) {}

  /** Runs a statement and returns the ID of the inserted row. */
  insert(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.prepared(sql).run(...values).lastInsertRowid);
  }

  /** Runs a statement and returns how many rows it changed. */
  change(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.prepared(sql).run(...values).changes);
  }

  get(sql: string, ...values: readonly SQLInputValue[]): DatabaseRow | undefined {
    return this.prepared(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly DatabaseRow[] {
    return this.prepared(sql).all(...values);
  }

  /**
   * Does all of the work or none, even if the process is killed. Takes the write lock at once, so that another window
   * waits instead of failing halfway.
   * @throws {StorageError} `readOnly` for a copy
   */
  transaction<T>(work: () => T): T {
    if (this.copiedTo !== undefined) throw new StorageError("readOnly", "What is read is a copy of the archive.");
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
    if (this.copiedTo !== undefined) rmSync(this.copiedTo, { recursive: true, force: true });
  }

  private prepared(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      // An answer may bring integers beyond 2^53, and reading these as numbers throws.
      statement.setReadBigInts(true);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** A text column; "" if the row has none. */
export function textOf(value: SQLOutputValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** An ID, a count, or another whole number of our own, below 2^53; 0 if the row has none. */
export function whole(value: SQLOutputValue | undefined): number {
  return typeof value === "number" ? value : Number(typeof value === "bigint" ? value : 0);
}

/** A blob column; empty if the row has none. */
export function bytes(value: SQLOutputValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
