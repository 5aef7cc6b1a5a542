import { ArchiveFile, NotWhole } from "./archiveFile";
import { isConsistent } from "./consistent";
import { rescueAll, type Rescued } from "./rescue";
import type { DatabaseSession } from "./session";
import { whenFree } from "./whenFree";

type Work<T> = (session: DatabaseSession) => T;

/**
 * The archive's file with all that is owned. Before anything is read or stored, it takes over what can be read from
 * damaged files that were set aside.
 */
export class WholeFile {
  private readonly file: ArchiveFile;
  private rescuing: Promise<void> | undefined;

  constructor(
    path: string,
    private readonly log: (line: string) => void,
    private readonly onRescued: (rescued: Rescued) => void,
  ) {
    this.file = new ArchiveFile(path, log);
  }

  /** Runs database work; waits up to `patienceMs` while others hold the file. @throws {StorageError} */
  async run<T>(work: Work<T>, patienceMs: number): Promise<T> {
    for (let left = 2; ; left--) {
      await this.makeWhole(patienceMs);
      try {
        return await whenFree(() => this.file.run(work), patienceMs);
      } catch (error) {
        if (left === 0 || !(error instanceof NotWhole)) throw error;
      }
    }
  }

  /** Runs database work at once. @throws {StorageError}, also if damaged files have not been searched yet */
  runNow<T>(work: Work<T>): T {
    return this.file.run(work);
  }

  close(): void {
    this.file.close();
  }

  private async makeWhole(patienceMs: number): Promise<void> {
    if (!this.rescuing && (await whenFree(() => this.file.isWhole, patienceMs))) return;
    this.rescuing ??= this.rescue(patienceMs).finally(() => (this.rescuing = undefined));
    await this.rescuing;
  }

  private async rescue(patienceMs: number): Promise<void> {
    const inFile = <T>(work: Work<T>) => whenFree(() => this.file.runAnyway(work), patienceMs);
    if (await inFile(({ copiedTo }) => copiedTo !== undefined)) {
      this.log("The archive's folder is read-only: a copy of the archive is read, and nothing can be stored.");
      this.file.becomeWhole();
      return;
    }
    if (!(await inFile(isConsistent)))
      await inFile(() => this.file.replace("An index does not find what its table has."));
    const rescued = await rescueAll(this.file.path, inFile, this.log);
    this.file.becomeWhole();
    rescued.forEach(this.onRescued);
  }
}
