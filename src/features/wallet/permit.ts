import type { SpendingPermit } from "../../api";
import type { PayingExport, SpendingPlan } from "./gate";
import type { LedgerEntry } from "./ledger";
import type { AttemptOutcome } from "./ledgerLine";
import type { Granted, SpendingCheckPorts } from "./spendingCheck";
import { FeatureError, WalletError } from "../failures";

interface PermitPorts extends Pick<SpendingCheckPorts, "ledger" | "settings">, Pick<Granted, "settled"> {
  readonly export: PayingExport | undefined;
  /** The plan that pays. */
  readonly plan: SpendingPlan | undefined;
  /** Aborts when the window closes: what is not sent by then stays unsent. */
  readonly closing: AbortSignal;
  readonly changed: () => void;
  /** Called when an outcome could not be written; the attempt then counts as "may have been charged". */
  readonly onLedgerProblem: (error: unknown) => void;
}

/** Permission to send one act's attempts: books each before it leaves, and its outcome afterward. */
export class AttemptsPermit implements SpendingPermit {
  /** Why an attempt was refused. The caller gets this error, whatever the client turned it into. */
  refusal: WalletError | FeatureError | undefined;
  private booked = 0;
  private open = false;
  private closed = false;
  private doubtful = false;
  /** Whether the answer came. It is booked once stored, so that a kill in between loses nothing booked. */
  private answered = false;

  constructor(
    private readonly ports: PermitPorts,
    private readonly entry: LedgerEntry,
    private readonly signal: AbortSignal,
  ) {}

  async beforeAttempt(): Promise<void> {
    this.throwIfEnding();
    if (this.closed) throw new Error("This action has ended and may no longer spend. Start it again.");
    await this.finish("unknown");
    // An assistant never repeats an attempt that may have been charged; a person would be asked.
    if (this.doubtful && this.entry.by) throw new FeatureError("notRepeated", { charge: "unknown" });
    try {
      await this.book();
    } catch (error) {
      this.refusal = error instanceof FeatureError ? error : new WalletError("storage", undefined, error);
      throw this.refusal;
    } finally {
      this.ports.changed();
    }
    // Canceled while the disk was written: the attempt is no longer sent.
    if (this.signal.aborted || this.ports.closing.aborted) await this.finish("notSent");
    this.throwIfEnding();
  }

  async afterAttempt(_attempt: number, outcome: AttemptOutcome): Promise<void> {
    if (outcome === "received") this.answered = true;
    else await this.finish(outcome);
  }

  /** The error for the caller: a refusal or cancellation does not undo what an earlier attempt may have cost. */
  told(error: unknown): unknown {
    const { refusal } = this;
    if (!this.doubtful && (!this.open || this.answered)) return refusal ?? error;
    if (refusal)
      return refusal instanceof WalletError
        ? refusal.afterDoubt()
        : new FeatureError(refusal.code, { charge: "unknown" });
    const aborted = error instanceof Error && error.name === "AbortError";
    return aborted ? new FeatureError("cancelled", { charge: "unknown" }) : error;
  }

  /** Ends the permit once the answer is stored. An attempt without an outcome may have been charged. */
  async close(): Promise<void> {
    this.closed = true;
    await this.finish("unknown");
  }

  private async book(): Promise<void> {
    const { credits } = this.entry;
    const { plan, ledger, settings } = this.ports;
    plan?.take(credits);
    try {
      const booking = await ledger.send(this.entry, this.booked + 1, settings());
      if (booking !== "sent") throw new WalletError("overBudget", { ...booking, credits });
    } catch (error) {
      plan?.giveBack(credits);
      throw error;
    }
    this.booked += 1;
    this.open = true;
    this.ports.settled();
  }

  private throwIfEnding(): void {
    this.signal.throwIfAborted();
    this.ports.closing.throwIfAborted();
  }

  private async finish(told: AttemptOutcome): Promise<void> {
    if (!this.open) return;
    const outcome = this.answered ? "received" : told;
    this.answered = false;
    this.open = false;
    if (outcome === "rejected" || outcome === "unknown") this.doubtful = true;
    if (outcome === "notSent") this.ports.plan?.giveBack(this.entry.credits);
    await this.ports.ledger.end(this.entry, this.booked, outcome).catch(this.ports.onLedgerProblem);
    this.ports.export?.ended(outcome);
    this.ports.changed();
  }
}
