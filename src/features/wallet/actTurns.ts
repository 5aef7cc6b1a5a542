import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HeldLock } from "../disk";
import { orStorageFailure } from "./spendingCheck";

const pollMs = 50;

/**
 * Lets one process at a time pay for an act. Acts share 4,096 locks, which limits the number of files: two different
 * acts hardly ever wait for each other, and only for one request.
 */
export class ActTurns {
  constructor(private readonly folder: string) {}

  /** Waits as long as the others take; returns how to end the turn. @throws {WalletError} `storage`, or as the signal */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const path = join(this.folder, `${createHash("sha256").update(name).digest("hex").slice(0, 3)}.db`);
    for (;;) {
      signal.throwIfAborted();
      const lock = await orStorageFailure(this.lock(path));
      if (lock) return () => lock.release();
      await delay(pollMs, undefined, { signal });
    }
  }

  private async lock(path: string): Promise<HeldLock | undefined> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return HeldLock.take(path);
  }
}
