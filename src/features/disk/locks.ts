import { truncateSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { loadSqlite, StorageError, storageErrorOf } from "./storageError";
import { makeFolder } from "./writeWhole";

/**
 * A lock on a file, held until it is released or its process ends. The operating system keeps it, through SQLite, so
 * there is nothing to misread: no process ID that may be reused, no clock, and nothing left after a crash. The empty
 * file stays: deleting it while others may be waiting for it would turn one lock into two. `using` releases it as well.
 */
export class HeldLock {
  private constructor(private db: DatabaseSync | undefined) {}

  /** Takes the lock; `undefined` while anyone, even this process, holds it. Needs the folder. @throws {StorageError} */
  static take(path: string): HeldLock | undefined {
    try {
      return HeldLock.open(path);
    } catch (error) {
      if (error instanceof StorageError && error.reason === "busy") return undefined;
      if (!(error instanceof StorageError && error.reason === "damaged")) throw error;
      // The contents of the file are useless. It is emptied in place, because waiting processes have it open.
      truncateSync(path);
      return HeldLock.open(path);
    }
  }

  /** Takes the lock as soon as it is free; `undefined` if that takes longer than `waitMs`. @throws {StorageError} */
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

  [Symbol.dispose](): void {
    this.release();
  }

  private static open(path: string): HeldLock {
    let db: DatabaseSync | undefined;
    try {
      db = new (loadSqlite().DatabaseSync)(path, { timeout: 0 });
      // Nothing is ever written, so the journal that SQLite begins for a transaction need not be a file.
      db.exec("pragma journal_mode = memory; begin immediate");
      return new HeldLock(db);
    } catch (error) {
      db?.close();
      throw storageErrorOf(error, path);
    }
  }
}

/** Runs one task at a time across all processes that use a folder. */
export class FolderLock {
  private queue: Promise<unknown> = Promise.resolve();
  private readonly path: string;

  constructor(
    private readonly folder: string,
    /** How long to wait for other windows, in milliseconds. They hold the lock for milliseconds. */
    private readonly waitMs = 20_000,
  ) {
    this.path = join(folder, ".lock.db");
  }

  /** Runs `work` alone. @throws {StorageError} `busy` if another window holds the lock all that time */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(() => this.alone(work));
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    makeFolder(this.folder);
    using lock = await HeldLock.wait(this.path, this.waitMs);
    if (!lock) throw new StorageError("busy", `${this.path}: another window holds the lock`);
    return await work();
  }
}
