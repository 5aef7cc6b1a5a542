import { constants, type FileHandle, open } from "node:fs/promises";

/** How long a file stays open. If it is deleted or replaced meanwhile, that is noticed the next time it is opened. */
const openMs = 1000;

/**
 * A file that grows at its end. It stays open for a moment, because frequent appends would spend more time opening than
 * writing. Appended data survives a killed process; synced data survives a power cut.
 */
export class AppendFile {
  private handle: FileHandle | undefined;
  private timer: NodeJS.Timeout | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  private made = false;

  /** `once`: the file is created once; if it disappears later, appending rejects with ENOENT. */
  constructor(
    readonly path: string,
    private readonly once = false,
  ) {}

  /** Appends in the order of the calls. Rejects if the disk refuses. */
  append(text: string): Promise<void> {
    return this.inTurn(async () => (await this.opened()).appendFile(text));
  }

  /** Settles when everything appended is on the disk; appending can continue meanwhile. Rejects if the disk refuses. */
  async sync(): Promise<void> {
    const { syncing } = await this.inTurn(async () => ({ syncing: (await this.opened()).datasync() }));
    await syncing;
  }

  /** Closes the file after all pending calls; the next call opens it again. */
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
