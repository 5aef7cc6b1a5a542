import { DiskSync, fileError, StorageError } from "../disk";
import { Reserve } from "./reserve";
import { isBusy } from "./whenFree";

export interface Stored {
  /** Settles when the disk has it. Rejects with a {StorageError} if the disk refuses. */
  readonly lasting: Promise<void>;
  /**
   * Present if another program holds the archive: the answer can be shown while it waits in memory. Settles when it is
   * stored; rejects with a {StorageError} if that takes too long. It is tried again before the next paid act.
   */
  readonly late?: Promise<void>;
}

/** Whether an answer finally reached the disk. Reports it if not. */
export function isKept(storing: Promise<Stored>, onNotStored: (error: unknown) => void): Promise<boolean> {
  const kept = storing.then(async ({ lasting, late }) => {
    await late;
    await lasting;
    return true;
  });
  return kept.catch((error: unknown) => {
    onNotStored(error);
    return false;
  });
}

/** Stores an answer; keeps trying for this many ms while others hold the archive. @throws {StorageError} */
type Write = (patienceMs: number) => Promise<void>;

export interface IntakePorts {
  readonly file: string;
  /** Whether anything can be stored. @throws {StorageError} */
  readonly canWrite: Write;
  /** Called after each stored answer. */
  readonly onStored: () => void;
}

/** How long an answer is kept from the screen while another process holds the archive. */
const beforeShownMs = 1000;
const beforePaidMs = 2000;
const lateMs = 20_000;

/** How answers come in: each has its place before it is paid for, and is stored before it is shown. */
export class Intake {
  private readonly disk: DiskSync;
  private readonly reserve: Reserve;
  /** Answers that could not be stored yet. */
  private readonly waiting = new Set<Write>();

  constructor(private readonly ports: IntakePorts) {
    this.disk = new DiskSync(`${ports.file}-wal`);
    this.reserve = new Reserve(ports.file);
  }

  /** Resolves where the next answer can be stored, and all that came before are. @throws {StorageError} */
  async canTake(): Promise<void> {
    await this.storeWaiting(beforePaidMs);
    await this.ports.canWrite(beforePaidMs);
    await this.reserve.hold().catch((error: unknown) => {
      throw fileError(error, this.ports.file);
    });
  }

  /** @throws {StorageError} and tries again before the next paid act */
  async store(write: Write): Promise<Stored> {
    try {
      await this.write(write, beforeShownMs);
    } catch (error) {
      this.waiting.add(write);
      if (!isBusy(error)) throw error;
      const late = this.storeWaiting(lateMs);
      late.catch(() => undefined);
      return { lasting: Promise.resolve(), late };
    }
    const lasting = this.disk.sync().catch((error: unknown) => {
      throw fileError(error, this.ports.file);
    });
    // Callers may ignore this promise; its rejection is swallowed.
    lasting.catch(() => undefined);
    return { lasting };
  }

  /** Stores waiting answers. @throws {StorageError} if that is still impossible */
  async storeWaiting(patienceMs: number): Promise<void> {
    for (const write of this.waiting) {
      await this.write(write, patienceMs);
      this.waiting.delete(write);
    }
  }

  private async write(write: Write, patienceMs: number): Promise<void> {
    try {
      await write(patienceMs);
    } catch (error) {
      if (!(error instanceof StorageError && error.reason === "full")) throw error;
      await this.reserve.release();
      await write(patienceMs);
    }
    this.ports.onStored();
  }
}
