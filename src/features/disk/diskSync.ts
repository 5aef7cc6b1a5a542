import { open } from "node:fs/promises";
import { errorCode } from "../../protocol/failure";

/**
 * Syncs everything written to a file, through any handle, without blocking the window: a killed process loses nothing
 * that was written, and a power cut loses nothing that was synced.
 */
export class DiskSync {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly path: string) {}

  /** Settles when everything written so far is on the disk. Concurrent calls share one wait. Rejects on failure. */
  sync(): Promise<void> {
    if (!this.running) return this.begin();
    // The sync in progress may have begun before the last write.
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.begin();
      });
    return this.next;
  }

  private begin(): Promise<void> {
    const turn = this.flush().finally(() => {
      if (this.running === turn) this.running = undefined;
    });
    this.running = turn;
    return turn;
  }

  private async flush(): Promise<void> {
    const file = await open(this.path, "r+").catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (!file) return;
    await file.datasync().finally(() => file.close());
  }
}
