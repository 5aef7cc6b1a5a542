import { setImmediate as nextTurn } from "node:timers/promises";
import type { CapNotice } from "../failures";
import { catchUp } from "./catchUp";
import type { HitReading } from "./hitReader";
import { isPending } from "./pending";
import type { SafetyCopy } from "./safetyCopy";
import { freeSpace, usedBytes } from "./diskSpace";
import type { DatabaseSession } from "./session";
import { orderSome } from "./statOrder";
import { isBusy } from "./whenFree";
import { indexSome, mergeSome } from "./wordIndex";

/** How many ads one step puts into the word index: few enough that a search hardly waits. */
const adsInOneStep = 36;

/** The part of the size cap that has to be full before a person is warned that answers are about to go. */
const nearlyFull = 0.9;

export interface TidyingPorts {
  /** Runs database work at once and returns its result. @throws {StorageError} */
  readonly run: (work: (session: DatabaseSession) => boolean) => boolean;
  readonly maxSizeMb: () => number;
  readonly copy: Pick<SafetyCopy, "keepWithin">;
  readonly onCap: (notice: CapNotice) => void;
  readonly reading: () => Promise<HitReading>;
  readonly log: (line: string) => void;
}

/**
 * Does what can wait until a page is on the screen: records rescued ads, puts words into the index and numbers in
 * order, and keeps the size cap. It works in steps, so that searches are answered in between.
 */
export class Tidying {
  private running: Promise<void> | undefined;
  private removed = 0;
  /** Which notices were given. Each is given once while the window is open. */
  private readonly said = { removed: false, nearlyFull: false };

  constructor(private readonly ports: TidyingPorts) {}

  /** Starts tidying unless it is already running. Errors are only logged. */
  begin(): void {
    this.running ??= this.inSteps().catch((error: unknown) => {
      // If another window holds the file, what is due stays due until the next write or search.
      if (!isBusy(error)) this.ports.log(`The archive could not be tidied: ${String(error)}`);
    });
  }

  async settled(): Promise<void> {
    await this.running;
  }

  private async inSteps(): Promise<void> {
    try {
      do await nextTurn();
      while (await this.step());
    } finally {
      this.running = undefined;
    }
  }

  private async step(): Promise<boolean> {
    const reading = this.ports.run(isPending) ? await this.ports.reading() : undefined;
    return this.ports.run((session) => this.tidied(session, reading));
  }

  private tidied(session: DatabaseSession, reading: HitReading | undefined): boolean {
    const maxBytes = this.ports.maxSizeMb() * 1024 * 1024;
    const due =
      (reading !== undefined && catchUp(session, reading)) ||
      indexSome(session, adsInOneStep) ||
      mergeSome(session) ||
      orderSome(session);
    if (!due) this.ports.copy.keepWithin(usedBytes(session));
    if (due || freeSpace(session, maxBytes, (answers) => (this.removed += answers))) return true;
    this.tell(usedBytes(session) / maxBytes);
    return false;
  }

  private tell(used: number): void {
    const { removed, said } = this;
    const kind = removed > 0 ? "removed" : "nearlyFull";
    if (said[kind] || (removed === 0 && used < nearlyFull)) return;
    said[kind] = true;
    // If answers were already removed, a warning beforehand is pointless.
    said.nearlyFull = true;
    this.ports.onCap({ removed, maxSizeMb: this.ports.maxSizeMb() });
  }
}
