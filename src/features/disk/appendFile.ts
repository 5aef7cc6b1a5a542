import { constants, type FileHandle, open } from "node:fs/promises";

/** How long a file stays open: that it was deleted or replaced meanwhile is noticed at the next opening. */
const openMs = 1000;

/**
 * A file that grows at its end. It stays open for a moment: one who appends often pays more for opening than for writing.
 * What was appended outlives a killed process; what was synced outlives a power cut.
 */
export class AppendFile {
  private handle: FileHandle | undefined;
  private timer: NodeJS.Timeout | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  private made = false;

  /** `once`: it is made once; where it is gone later, appending rejects with ENOENT instead of beginning another one. */
  constructor(
    readonly path: string,
    private readonly once = false,
  ) {}

  /** Appends in order of the calls. Rejects when the disk refuses. */
  append(text: string): Promise<void> {
    return this.inTurn(async () => (await this.opened()).appendFile(text));
  }

  /** Settles when all that was appended is on the disk; appending goes on meanwhile. Rejects when the disk refuses. */
  async sync(): Promise<void> {
    const { syncing } = await this.inTurn(async () => ({ syncing: (await this.opened()).datasync() }));
    await syncing;
  }

  /** Closes the file after all that was asked for; the next call opens it again. */
  close(): Promise<void> {
    return this.inTurn(async () => {
      clearTimeout(this.timer);
      const { handle } = this;
      this.handle = undefined;
      await handle?.close();
    });
  }

  private async opened(): Promise<FileHandle> {
    if (this.handle) return this.handle;
    const { O_APPEND, O_CREAT, O_WRONLY } = constants;
    this.handle = await open(this.path, O_WRONLY | O_APPEND | (this.once && this.made ? 0 : O_CREAT), 0o600);
    this.made = true;
    this.timer = setTimeout(() => void this.close().catch(() => undefined), openMs).unref();
    return this.handle;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }
}
