import { open } from "node:fs/promises";
import { errorCode } from "./errorCode";

/**
 * Brings to the disk what was written to a file, by whichever handle, without stopping the window meanwhile: a killed
 * process loses nothing that was written, a power cut loses nothing that was synced.
 */
export class DiskSync {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly path: string) {}

  /** Settles when all that is written by now is on the disk. Calls at the same time share one wait. Rejects when the disk refuses. */
  sync(): Promise<void> {
    if (!this.running) return this.begin();
    // The one that runs may have begun before the last write.
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
