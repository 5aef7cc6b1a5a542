import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StorageError } from "./storageError";
import { HeldLock } from "./heldLock";

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
    const turn = this.queue.then(() => this.alone(work));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const lock = await this.acquire();
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  private async acquire(): Promise<HeldLock> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lock = await HeldLock.wait(this.path, this.waitMs);
    if (!lock) throw new StorageError("busy", `${this.path}: another window holds the lock`);
    return lock;
  }
}
