import type { SpendingLeave } from "../../api";
import type { Spender } from "./ledgerLine";
import type { SpendingAct } from "./spendingAct";
import { WalletError } from "../failures";

/**
 * For an answer that is returned before it is stored: books it as received once it is stored, or known not to be.
 * Settles when it is booked.
 */
export type BookLater = (stored: Promise<unknown>) => Promise<void>;

/**
 * The request of an act, and the storing of its answer. No other process pays for the same act meanwhile, so it looks
 * first whether one has just brought the answer.
 */
export type PaidCall<T> = (leave: SpendingLeave, signal: AbortSignal, bookLater: BookLater) => Promise<T>;

/** What a plan needs from the wallet: spending without asking again. */
export type PlannedSpending = <T>(
  plan: SpendingPlan,
  act: SpendingAct,
  signal: AbortSignal | undefined,
  call: PaidCall<T>,
) => Promise<T>;

/** Several requests agreed to at once. Each attempt that may have cost counts against the cap, failed ones too. */
export class SpendingPlan {
  private taken = 0;
  private finishing = false;

  constructor(
    /** Credits agreed to. */
    readonly cap: number,
    /** Whether a person agreed to it in a question. */
    readonly agreed: boolean,
    private readonly spending: PlannedSpending,
    /** The assistant that the plan belongs to. */
    private readonly by?: Spender,
  ) {}

  /** Credits of attempts that were, or may have been, charged. */
  get used(): number {
    return this.taken;
  }

  get left(): number {
    return this.cap - this.taken;
  }

  /** Runs one paid call of the plan, as `Wallet.spend` does but without asking. @throws {WalletError} */
  spend<T>(act: SpendingAct, signal: AbortSignal | undefined, call: PaidCall<T>): Promise<T> {
    const never = new AbortController().signal;
    return this.spending(this, this.by ? { ...act, by: this.by } : act, signal, (leave, shared, bookLater) =>
      call(leave, this.finishing ? never : shared, bookLater),
    );
  }

  /** From now on, a request that was sent is finished and its answer kept, even if its caller leaves. */
  finishRequests(): void {
    this.finishing = true;
  }

  /** Takes credits for an attempt. @throws {WalletError} `overBudget` when the cap is reached */
  readonly take = (credits: number): void => {
    if (credits > this.left) throw new WalletError("overBudget", { limit: "plan", credits, left: this.left });
    this.taken += credits;
  };

  readonly giveBack = (credits: number): void => {
    this.taken -= credits;
  };
}
