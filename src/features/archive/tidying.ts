import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { makeRoom } from "./room";
import type { Session } from "./session";
import { orderSome } from "./statOrder";
import { isBusy } from "./whenFree";
import { indexSome, mergeSome } from "./wordIndex";

/** How long a stored page has the window for itself: then the next request is on its way, and there is time. */
const restMs = 5;
/** Few enough that nobody notices the pause. */
const adsInOneStep = 36;

/** What can wait until a page is on the screen: its words go into the index, the size cap is held. In small steps. */
export class Tidying {
  private running: Promise<void> | undefined;

  constructor(
    /** Does work with the open file and gives its answer; false once the archive is closed. */
    private readonly run: (work: (session: Session) => boolean) => boolean,
    private readonly maxSizeMb: () => number,
    private readonly log: (line: string) => void,
  ) {}

  begin(): void {
    this.running ??= this.inSteps().catch((error: unknown) => {
      // Another window is at work: what is due stays due until the next write or search.
      if (!isBusy(error)) this.log(`The archive could not be tidied: ${String(error)}`);
    });
  }

  async settled(): Promise<void> {
    await this.running;
  }

  private async inSteps(): Promise<void> {
    try {
      await delay(restMs);
      while (this.run((session) => this.step(session))) await nextTurn();
    } finally {
      this.running = undefined;
    }
  }

  private step(session: Session): boolean {
    const maxBytes = this.maxSizeMb() * 1024 * 1024;
    const due = indexSome(session, adsInOneStep) || mergeSome(session) || orderSome(session);
    return due || makeRoom(session, maxBytes);
  }
}
