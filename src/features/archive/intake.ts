import { DiskSync, fileError, StorageError } from "../disk";
import { Reserve } from "./reserve";
import { isBusy } from "./whenFree";

/** How safe an answer is after `Intake.store`. */
export interface Stored {
  /**
   * Resolves once the answer would survive a power cut (at once if `late` is present: then it says nothing). Rejects
   * with a {StorageError} if the disk refuses; callers may ignore that.
   */
  readonly lasting: Promise<void>;
  /**
   * Present if another process holds the archive: the answer can be shown while it waits in memory. Resolves once it is
   * stored; rejects with a {StorageError} if that takes too long. Storing is tried again before the next paid act.
   */
  readonly late?: Promise<void>;
}

/** Resolves to whether the answer was stored and reached the disk. If not, `onNotStored` gets the error. */
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
/** How long a paid act waits for the archive before nothing is sent. */
const beforePaidMs = 2000;
/** How long an answer that is already shown may take to be stored. */
const lateMs = 20_000;

/**
 * Stores incoming answers. Disk space is reserved before an answer is paid for, and the answer is stored before it is
 * shown, unless that takes too long.
 */
export class Intake {
  private readonly disk: DiskSync;
  private readonly reserve: Reserve;
  /** What stores the answers that could not be stored yet. */
  private readonly waiting = new Set<Write>();

  constructor(private readonly ports: IntakePorts) {
    this.disk = new DiskSync(`${ports.file}-wal`);
    this.reserve = new Reserve(ports.file);
  }

  /** Resolves if the next answer can be stored and all earlier ones are. @throws {StorageError} */
  async canTake(): Promise<void> {
    await this.storeWaiting(beforePaidMs);
    await this.ports.canWrite(beforePaidMs);
    await this.reserve.hold().catch((error: unknown) => {
      throw fileError(error, this.ports.file);
    });
  }

  /**
   * Stores an answer, or resolves with `late` after a second if another process holds the archive.
   * @throws {StorageError} for any other reason; the answer waits in memory and is stored before the next paid act
   */
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
    let failed: Promise<void> | undefined;
    for (const write of this.waiting) {
      const writing = this.write(write, patienceMs);
      await writing.then(
        () => this.waiting.delete(write),
        (error: unknown) => {
          // A process that holds the archive keeps every answer out; any other failure may be this answer's own.
          if (isBusy(error)) throw error;
          failed ??= writing;
        },
      );
    }
    await failed;
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
