import { truncateSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import { loadSqlite, storageErrorOf } from "./sqlite";
import { StorageError } from "./storageError";

/**
 * A lock on a file, held until it is released or its process ends. The operating system keeps it, by way of SQLite, so
 * there is nothing to misread: no process ID that a later process has again, no clock, and nothing left after a crash.
 * The file stays, empty: to delete it while others may wait for it would make two locks out of one.
 */
export class HeldLock {
  private constructor(private db: DatabaseSync | undefined) {}

  /** Takes the lock; `undefined` while anyone holds it, in this process too. The folder must exist. @throws {StorageError} */
  static take(path: string): HeldLock | undefined {
    try {
      return HeldLock.open(path);
    } catch (error) {
      if (error instanceof StorageError && error.reason === "busy") return undefined;
      if (!(error instanceof StorageError && error.reason === "damaged")) throw error;
      // Whatever is in the file is of no use. It is emptied in place: whoever waits for it has it open.
      truncateSync(path);
      return HeldLock.open(path);
    }
  }

  /** Takes the lock as soon as it is free; `undefined` where that takes longer than `waitMs`. @throws {StorageError} */
  static async wait(path: string, waitMs: number): Promise<HeldLock | undefined> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const lock = HeldLock.take(path);
      if (lock || performance.now() > deadline) return lock;
      await delay(2 + Math.random() * 20);
    }
  }

  release(): void {
    this.db?.close();
    this.db = undefined;
  }

  private static open(path: string): HeldLock {
    let db: DatabaseSync | undefined;
    try {
      db = new (loadSqlite().DatabaseSync)(path, { timeout: 0 });
      // Nothing is ever written: the journal that SQLite begins for a transaction need not be a file.
      db.exec("pragma journal_mode = memory; begin immediate");
      return new HeldLock(db);
    } catch (error) {
      db?.close();
      throw storageErrorOf(error, path);
    }
  }
}
