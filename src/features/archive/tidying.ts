import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { PlatformSegments } from "../../protocol/platforms";
import { catchUp } from "./catchUp";
import type { SafetyCopy } from "./safetyCopy";
import { makeRoom, usedBytes } from "./room";
import type { Session } from "./session";
import { orderSome } from "./statOrder";
import { isBusy } from "./whenFree";
import { indexSome, mergeSome } from "./wordIndex";

/** How long a stored page has the window for itself: then the next request is on its way, and there is time. */
const restMs = 5;
/** Few enough that nobody notices the pause. */
const adsInOneStep = 36;

/** What the size cap does: so many answers were removed, or none yet, but it is nearly reached. */
export interface CapNotice {
  readonly removed: number;
  readonly maxSizeMb: number;
}

/** From this part of the cap on, a person is warned that answers are about to go. */
const nearlyFull = 0.9;

export interface TidyingPorts {
  /** Does work with the open file and gives its answer; false once the archive is closed. */
  readonly run: (work: (session: Session) => boolean) => boolean;
  readonly maxSizeMb: () => number;
  readonly copy: Pick<SafetyCopy, "keepWithin">;
  readonly onCap: (notice: CapNotice) => void;
  readonly segments: () => PlatformSegments;
  readonly log: (line: string) => void;
}

/** What can wait until a page is on the screen: its words go into the index, the size cap is held. In small steps. */
export class Tidying {
  private running: Promise<void> | undefined;
  private removed = 0;
  /** What has been said: each once, as long as the window is open. */
  private readonly said = { removed: false, nearlyFull: false };

  constructor(private readonly ports: TidyingPorts) {}

  begin(): void {
    this.running ??= this.inSteps().catch((error: unknown) => {
      // Another window is at work: what is due stays due until the next write or search.
      if (!isBusy(error)) this.ports.log(`The archive could not be tidied: ${String(error)}`);
    });
  }

  async settled(): Promise<void> {
    await this.running;
  }

  private async inSteps(): Promise<void> {
    try {
      await delay(restMs);
      while (this.ports.run((session) => this.step(session))) await nextTurn();
    } finally {
      this.running = undefined;
    }
  }

  private step(session: Session): boolean {
    const maxBytes = this.ports.maxSizeMb() * 1024 * 1024;
    const due =
      catchUp(session, this.ports.segments()) ||
      indexSome(session, adsInOneStep) ||
      mergeSome(session) ||
      orderSome(session);
    if (!due) this.ports.copy.keepWithin(usedBytes(session));
    if (due || makeRoom(session, maxBytes, (answers) => (this.removed += answers))) return true;
    this.tell(usedBytes(session) / maxBytes);
    return false;
  }

  private tell(used: number): void {
    const { removed, said } = this;
    const kind = removed > 0 ? "removed" : "nearlyFull";
    if (said[kind] || (removed === 0 && used < nearlyFull)) return;
    said[kind] = true;
    // Whose answers went needs no warning that they might.
    said.nearlyFull = true;
    this.ports.onCap({ removed, maxSizeMb: this.ports.maxSizeMb() });
  }
}
