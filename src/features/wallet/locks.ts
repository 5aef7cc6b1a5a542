import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HeldLock, makeFolder } from "../disk";
import { orStorageFailure } from "../failures";

const pollMs = 50;

/**
 * Lets one process at a time pay for an act. Acts share 4,096 locks, which limits the number of files: two different
 * acts hardly ever wait for each other, and only for one request.
 */
export class ActLocks {
  constructor(private readonly folder: string) {}

  /** Waits as long as the others take. @throws {WalletError} `storage`, or the signal's reason */
  async take(name: string, signal: AbortSignal): Promise<HeldLock> {
    const path = join(this.folder, `${createHash("sha256").update(name).digest("hex").slice(0, 3)}.db`);
    await orStorageFailure(Promise.resolve().then(() => makeFolder(this.folder)));
    for (;;) {
      signal.throwIfAborted();
      const lock = await orStorageFailure(HeldLock.wait(path, 0));
      if (lock) return lock;
      await delay(pollMs, undefined, { signal });
    }
  }
}

/** Which processes hold plans: each has a lock in a folder, which ends with its process. */
export class PlanHolders {
  private own: { readonly name: string; readonly lock: HeldLock } | undefined;
  private readonly ended = new Set<string>();

  constructor(private readonly folder: string) {}

  /** The name of this process among them. @throws {StorageError} */
  name(): string {
    if (this.own) return this.own.name;
    makeFolder(this.folder);
    const name = randomUUID();
    const lock = HeldLock.take(this.pathOf(name));
    if (!lock) throw new Error("A new lock is held by another process.");
    this.own = { name, lock };
    return name;
  }

  /** Whether a process that held plans is still running. */
  async isRunning(name: string): Promise<boolean> {
    if (name === this.own?.name) return true;
    if (this.ended.has(name)) return false;
    // Taking a lock creates its file.
    const lock = existsSync(this.pathOf(name)) ? HeldLock.take(this.pathOf(name)) : "ended";
    if (!lock) return true;
    this.ended.add(name);
    if (lock !== "ended") await this.remove(name, lock);
    return false;
  }

  /** Releases all plans of this process. */
  async close(): Promise<void> {
    const { own } = this;
    this.own = undefined;
    if (own) await this.remove(own.name, own.lock);
  }

  private async remove(name: string, lock: HeldLock): Promise<void> {
    lock.release();
    await unlink(this.pathOf(name)).catch(() => undefined);
  }

  private pathOf(name: string): string {
    return join(this.folder, `${name}.db`);
  }
}
