import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./errorCode";
import { isAlive } from "./isAlive";

export interface LockTimes {
  /** How long to wait for another holder before giving up, in milliseconds. */
  readonly waitMs: number;
  /** Age at which a lock of an unknown holder counts as left behind. Holders keep it for milliseconds. */
  readonly staleMs: number;
}

/** A holder signs its lock within a millisecond: an unsigned one of this age was left by a process that died in between. */
const unsignedMs = 1000;

const usualTimes: LockTimes = { waitMs: 20_000, staleMs: 10_000 };

/** The lock was held by another window for the whole waiting time. */
export class LockTimeout extends Error {
  override readonly name = "LockTimeout";
}

/**
 * One holder at a time over all processes that use the folder, by a file created exclusively.
 * A lock left by a dead process of this host, or older than `staleMs`, is taken away.
 */
export class FolderLock {
  private queue: Promise<unknown> = Promise.resolve();
  private readonly path: string;

  constructor(
    private readonly folder: string,
    private readonly times: LockTimes = usualTimes,
  ) {
    this.path = join(folder, ".lock");
  }

  /** Runs `work` alone. @throws {LockTimeout} */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(() => this.alone(work));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const mark = `${hostname()} ${process.pid} ${randomUUID()}`;
    await this.acquire(mark);
    try {
      return await work();
    } finally {
      await this.release(mark);
    }
  }

  private async acquire(mark: string): Promise<void> {
    const deadline = Date.now() + this.times.waitMs;
    while (!(await this.create(mark))) {
      if (await this.removeStale()) continue;
      if (Date.now() > deadline) throw new LockTimeout("Another window keeps the folder locked.");
      await delay(2 + Math.random() * 20);
    }
  }

  private async create(mark: string): Promise<boolean> {
    try {
      const file = await open(this.path, "wx", 0o600);
      await file.writeFile(mark).finally(() => file.close());
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOENT") {
        await mkdir(this.folder, { recursive: true, mode: 0o700 });
        return false;
      }
      // Windows answers EPERM, EACCES or EBUSY while another process is deleting the file.
      const busy = code === "EEXIST" || (process.platform === "win32" && /^(EPERM|EACCES|EBUSY)$/.test(code ?? ""));
      if (!busy) throw error;
      return false;
    }
  }

  private async removeStale(): Promise<boolean> {
    const held = await this.read();
    if (!held) return false;
    const patience = held.mark === "" ? unsignedMs : this.times.staleMs;
    if (held.age <= patience && !isDead(held.mark)) return false;
    const aside = `${this.path}.${randomUUID()}`;
    try {
      await rename(this.path, aside);
    } catch {
      return false;
    }
    // Between reading and renaming, a third process may have replaced it: then a live lock was moved, and its holder
    // goes on beside us. Callers that must be exact check again after writing.
    await unlink(aside).catch(() => undefined);
    return true;
  }

  private async read(): Promise<{ readonly mark: string; readonly age: number } | undefined> {
    try {
      const [mark, { mtimeMs }] = await Promise.all([readFile(this.path, "utf8"), stat(this.path)]);
      return { mark, age: Date.now() - mtimeMs };
    } catch {
      return undefined;
    }
  }

  private async release(mark: string): Promise<void> {
    const held = await this.read();
    if (held?.mark === mark) await unlink(this.path).catch(() => undefined);
  }
}

function isDead(mark: string): boolean {
  const [host, pid] = mark.split(" ");
  return host === hostname() && /^[1-9]\d{0,9}$/.test(pid ?? "") && !isAlive(Number(pid));
}
