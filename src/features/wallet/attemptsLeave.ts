import type { SpendingLeave } from "../../api/adLibrary";
import type { Ledger, LedgerEntry } from "./ledger";
import type { AttemptOutcome } from "./ledgerLine";
import { FeatureError } from "../failures";
import { WalletError } from "./walletError";

export interface LeavePorts {
  readonly ledger: Ledger;
  readonly dailyBudget: () => number;
  /** Takes credits from a plan before an attempt. @throws {WalletError} when its cap is reached */
  readonly take: (credits: number) => void;
  /** Gives credits back to the plan: the attempt surely never left. */
  readonly giveBack: (credits: number) => void;
  readonly changed: () => void;
  /** Told when an outcome could not be written; the attempt then counts as "may have been charged". */
  readonly onLedgerProblem: (error: unknown) => void;
}

/** The leave to send one act's attempts: books each before it leaves, and how it ended. */
export class AttemptsLeave implements SpendingLeave {
  /** Why an attempt was not let through: told to the caller whatever the client makes of it. */
  refusal: WalletError | undefined;
  private booked = 0;
  private open = false;
  private closed = false;
  private doubtful = false;

  constructor(
    private readonly ports: LeavePorts,
    private readonly entry: LedgerEntry,
    private readonly signal: AbortSignal,
  ) {}

  async beforeAttempt(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.closed) throw new Error("The act has ended: its leave to spend has expired.");
    await this.finish("unknown");
    try {
      await this.book();
    } catch (error) {
      this.refusal = error instanceof WalletError ? error : new WalletError("storage", undefined, error);
      throw this.refusal;
    } finally {
      this.ports.changed();
    }
    // Cancelled while the disk was written: the attempt is not sent any more.
    if (this.signal.aborted) await this.finish("notSent");
    this.signal.throwIfAborted();
  }

  async afterAttempt(_attempt: number, outcome: AttemptOutcome): Promise<void> {
    await this.finish(outcome);
  }

  /** What to tell the caller of an error: a refusal or a cancel does not undo what an earlier attempt may have cost. */
  told(error: unknown): unknown {
    const { refusal } = this;
    if (!this.doubtful && !this.open) return refusal ?? error;
    if (refusal) return refusal.afterDoubt();
    const aborted = error instanceof Error && error.name === "AbortError";
    return aborted ? new FeatureError("cancelled", { charge: "unknown" }) : error;
  }

  /** Ends the leave. An attempt of which nobody told the outcome may have been charged. */
  async close(): Promise<void> {
    this.closed = true;
    await this.finish("unknown");
  }

  private async book(): Promise<void> {
    const { credits } = this.entry.planned;
    this.ports.take(credits);
    try {
      const booking = await this.ports.ledger.send(this.entry, this.booked + 1, this.ports.dailyBudget());
      if (booking !== "sent") throw new WalletError("overBudget", { limit: "day", credits, left: booking.left });
    } catch (error) {
      this.ports.giveBack(credits);
      throw error;
    }
    this.booked += 1;
    this.open = true;
  }

  private async finish(outcome: AttemptOutcome): Promise<void> {
    if (!this.open) return;
    this.open = false;
    if (outcome === "rejected" || outcome === "unknown") this.doubtful = true;
    if (outcome === "notSent") this.ports.giveBack(this.entry.planned.credits);
    await this.ports.ledger.end(this.entry, this.booked, outcome).catch(this.ports.onLedgerProblem);
    this.ports.changed();
  }
}
