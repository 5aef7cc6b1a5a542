import { createHash } from "node:crypto";
import type { SpendingPermit } from "../../api";
import type { PlatformToken } from "../../protocol/platforms";
import { WalletError } from "../failures";
import { labelText } from "../text";
import type { HeldPlan } from "./ledger";
import type { AttemptOutcome, Intent, Spender } from "./ledgerLine";

/** The export that pays for an act. */
export interface PayingExport {
  readonly id: string;
  /** Told of each outcome, as the ledger is. */
  readonly ended: (outcome: AttemptOutcome) => void;
}

/** A paid act that a person, or their assistant, asked for. */
export interface SpendingAct {
  readonly what: "search" | "adDetail";
  /** Identity of the request: identical acts in flight are joined and pay once. */
  readonly identity: string;
  /** The page of the search, or the ID of the ad, for the ledger. */
  readonly of: { readonly page: number } | { readonly ad: string };
  /** Credits of one attempt. */
  readonly credits: number;
  readonly origin: string;
  readonly sample: boolean;
  readonly platform: PlatformToken;
  /** Short description of the search or ad for the credits page, without secrets. */
  readonly label: string;
  /** What a person is asked about, such as "Search on Native, page 2: “shoes”". */
  readonly words: string;
  readonly export?: PayingExport;
  /** The assistant that spends; absent for a person. */
  readonly by?: Spender;
}

/** The name that identical acts share. */
export function flightName({ what, origin, platform, identity }: SpendingAct): string {
  return [what, origin, platform, identity].join("\n");
}

/** The same name as the ledger has it, which keeps no search's whole body. */
export function requestOf(act: SpendingAct): string {
  return createHash("sha256").update(flightName(act)).digest("hex").slice(0, 32);
}

/** What the ledger notes of an act. @param agreed when a person agreed to it in a question @param plan that pays */
export function intentOf(act: SpendingAct, agreed?: string, plan?: string): Intent {
  const { what, credits, origin, sample, platform, by } = act;
  return {
    ...{ what, credits, origin, sample, platform, label: labelText(act.label), request: requestOf(act), ...act.of },
    ...(act.export && { export: act.export.id }),
    ...(agreed !== undefined && { agreed }),
    ...(plan !== undefined && { plan }),
    ...(by && { by }),
  };
}

/**
 * The request of an act, and the storing of its answer. No other process pays for the same act meanwhile, so it looks
 * first whether one has just brought the answer.
 */
export type PaidCall<T> = (permit: SpendingPermit, signal: AbortSignal) => Promise<T>;

/** What a plan needs from the wallet: spending without asking again. */
export type PlannedSpending<Plan = SpendingPlan> = <T>(
  plan: Plan,
  act: SpendingAct,
  signal: AbortSignal | undefined,
  call: PaidCall<T>,
  now?: AbortSignal,
) => Promise<T>;

/** Several requests agreed to at once. Each attempt that may have cost counts against the cap, failed ones too. */
export class SpendingPlan {
  /** Whether a person agrees to buy again what is damaged or gone: asked once, for all acts of the plan. */
  buysAgain?: Promise<boolean>;
  private taken = 0;

  constructor(
    /** Credits agreed to. */
    readonly cap: number,
    /** When a person agreed to it in a question. */
    readonly agreed: string | undefined,
    private readonly spending: PlannedSpending,
    /** The assistant that the plan belongs to. */
    readonly by?: Spender,
    /** Its line in the ledger, if nobody was asked about it. */
    private readonly held?: HeldPlan,
  ) {}

  get ofPlan(): this {
    return this;
  }

  /** The ID that its attempts have in the ledger. */
  get id(): string | undefined {
    return this.held?.id;
  }

  /** Credits of attempts that were, or may have been, charged. */
  get used(): number {
    return this.taken;
  }

  get left(): number {
    return this.cap - this.taken;
  }

  /** Runs one paid call of the plan, as `Wallet.spend` does but without asking. @throws {WalletError} */
  spend<T>(act: SpendingAct, signal: AbortSignal | undefined, call: PaidCall<T>, now?: AbortSignal): Promise<T> {
    return this.spending(this, this.by ? { ...act, by: this.by } : act, signal, call, now);
  }

  /** What it did not spend no longer counts as about to be spent. It ends with its process at the latest. */
  async end(): Promise<void> {
    // Without the line, it counts until its process ends, so that a person is asked earlier.
    await this.held?.end().catch(() => undefined);
  }

  /** @throws {WalletError} `overBudget` if the cap leaves fewer credits */
  check(credits: number): void {
    if (credits > this.left)
      throw new WalletError("overBudget", { limit: "plan", credits, left: this.left, of: this.cap });
  }

  /** Takes credits for an attempt. @throws {WalletError} as `check` does */
  readonly take = (credits: number): void => {
    this.check(credits);
    this.taken += credits;
  };

  readonly giveBack = (credits: number): void => {
    this.taken -= credits;
  };
}

/** What pays for requests: the wallet, or one of its plans. */
export interface Gate extends Pick<SpendingPlan, "spend"> {
  /** The plan behind it; absent for the wallet itself. */
  readonly ofPlan?: SpendingPlan | undefined;
}

/** The same gate, but `now` also aborts a request on its way. */
export function abortedBy(gate: Gate, now: AbortSignal | undefined): Gate {
  if (!now) return gate;
  return {
    ofPlan: gate.ofPlan,
    spend: (act, signal, call, other) => gate.spend(act, signal, call, other ? AbortSignal.any([now, other]) : now),
  };
}
