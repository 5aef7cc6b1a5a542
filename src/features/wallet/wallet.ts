import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CreditsToday } from "../../protocol/credits";
import { FolderWatch } from "../disk";
import { Listeners } from "../events";
import { AssistantSpending } from "./assistantSpending";
import { stopFile } from "./assistantStop";
import { AttemptsLeave, type LeavePorts } from "./attemptsLeave";
import { creditsReport, type CreditsReport } from "./creditsReport";
import { Flights, toError } from "./flights";
import type { Spending } from "./attempts";
import type { Spender } from "./ledgerLine";
import { flightName, intentOf, type SpendingAct } from "./spendingAct";
import { orStorageFailure, SpendingCheck, type SpendingCheckPorts, type Granted, type Wanted } from "./spendingCheck";
import { SpendingPlan, type BookLater, type PaidCall, type PlannedSpending } from "./spendingPlan";
import { ActTurns } from "./actTurns";
import { WalletError } from "../failures";

export interface WalletPorts extends SpendingCheckPorts {
  readonly now: () => Date;
  /** Called when an outcome could not be recorded; the attempt counts as "may have been charged". */
  readonly onLedgerProblem: (error: unknown) => void;
}

/** The only way to a paid endpoint. */
export class Wallet {
  private readonly flights = new Flights();
  private readonly turns: ActTurns;
  private readonly check: SpendingCheck;
  private readonly closing = new AbortController();
  /** Acts that a person agreed to before they began. */
  private readonly agreed = new Set<string>();
  private readonly listeners = new Listeners();
  private readonly watch: FolderWatch;
  /** What assistants spent today, and the way to end it. */
  readonly assistants: AssistantSpending;

  constructor(private readonly ports: WalletPorts) {
    this.check = new SpendingCheck(ports);
    const { ledger, settings } = ports;
    this.turns = new ActTurns(join(ledger.folder, "turns"));
    this.assistants = new AssistantSpending(
      ledger,
      () => settings().assistantAllowance,
      () => this.listeners.fire(),
    );
    this.watch = new FolderWatch(
      ports.ledger.folder,
      // Stryker disable next-line StringLiteral,ConditionalExpression: listeners are told that credits may have changed, once too often
      (name) => name.endsWith(".ndjson") || name === stopFile,
      () => this.listeners.fire(),
    );
  }

  /** Fires when today's credits may have changed, in this window or another. */
  readonly onChanged = this.listeners.on;

  /**
   * Runs a paid call with leave to spend. An identical act in flight is joined (its call is aborted only when all its
   * callers have left), or waited for in another process. `call` stores the answer: it is booked as received when `call`
   * has ended, or when the promise passed to `bookLater` has settled.
   * @throws {FeatureError} `overBudget`, `declined`, `limitUnreadable`, or `storage` when the ledger cannot be written
   */
  spend<T>(act: SpendingAct, signal: AbortSignal | undefined, call: PaidCall<T>): Promise<T> {
    const name = flightName(act);
    return this.flights.join(name, signal, async (shared) => {
      const granted = await this.pass({ ...act, label: act.words, agreed: this.agreed.delete(name) });
      try {
        shared.throwIfAborted();
        return await this.pay(act, shared, call, granted);
      } finally {
        granted.settled();
        // While the person looks at the answer.
        this.ports.ledger.mergeNowAndThen();
      }
    });
  }

  /** Notes that a person already agreed to this act, so that they are not asked again. */
  agree(act: SpendingAct): void {
    this.agreed.add(flightName(act));
  }

  /** Notes that a paid answer could not be stored, so that the next paid act asks first. */
  noteNotStored(error: unknown): void {
    this.check.noteNotStored(error);
  }

  /**
   * Asks once for several requests: the plan gives each its leave, up to the cap. Undefined if the person declines.
   * @param agreed a person already agreed to it
   * @param by the assistant that spends, also limited by the assistants' allowance
   * @throws {FeatureError} `overBudget` if the total exceeds what is left of the day's budget
   */
  async plan(credits: number, label: string, sample = false, agreed = false, by?: Spender) {
    try {
      const granted = await this.pass({ credits, label, sample, agreed, ...(by && { by }) });
      granted.settled();
      return new SpendingPlan(credits, granted.agreed, this.planned, by);
    } catch (error) {
      if (error instanceof WalletError && error.code === "declined") return undefined;
      throw error;
    }
  }

  today(library?: string): Promise<CreditsToday> {
    return this.ports.ledger.today(library);
  }

  /** What the ledger has for one export, including earlier attempts. */
  ofExport(id: string): Promise<Spending> {
    return orStorageFailure(this.ports.ledger.ofExport(id));
  }

  /** Everything that was spent, for the credits page. */
  async report(): Promise<CreditsReport> {
    return creditsReport(await this.ports.ledger.everything(), this.ports.now());
  }

  /**
   * Sends nothing more, waits up to `waitMs` for outstanding answers and their storage, aborts the rest, and settles
   * when every outcome is written, including those of answers that still wait for the archive.
   */
  async dispose(waitMs = 0): Promise<void> {
    // Stryker disable next-line CallExpression: nobody would hear of what it notices
    this.watch.dispose();
    this.listeners.dispose();
    const reason = new DOMException("The window is closing, so nothing more is sent.", "AbortError");
    this.closing.abort(reason);
    const late = new AbortController();
    const patience = delay(waitMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([this.flights.landed(), patience]);
    late.abort();
    await this.flights.end(reason);
    await this.ports.ledger.close();
  }

  /** Checks a purchase against the limits; a question still open when the window closes counts as a no. */
  private pass(wanted: Wanted): Promise<Granted> {
    const { signal } = this.closing;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(toError(signal.reason));
      signal.addEventListener("abort", giveUp);
      // Stryker disable next-line ArrowFunction,StringLiteral: what it rejects is settled, and would only take room
      const forget = () => signal.removeEventListener("abort", giveUp);
      this.check.pass(wanted).then(resolve, reject).finally(forget);
    });
  }

  private readonly planned: PlannedSpending = (plan, act, signal, call) =>
    this.flights.join(flightName(act), signal, async (shared) => {
      // The whole plan was already checked against the limits: only what went wrong since is asked about now.
      const granted = await this.pass({ ...act, label: act.words, agreed: true });
      return this.pay(act, shared, call, { ...granted, agreed: plan.agreed }, plan);
    });

  private async pay<T>(
    act: SpendingAct,
    shared: AbortSignal,
    call: PaidCall<T>,
    granted: Granted,
    plan?: SpendingPlan,
  ) {
    const entry = await orStorageFailure(this.ports.ledger.plan(intentOf(act, granted.agreed)));
    granted.named(entry.planned.act);
    const leave = new AttemptsLeave({ ...this.leavePorts(granted, plan), export: act.export }, entry, shared);
    const endTurn = await this.turns.take(flightName(act), AbortSignal.any([shared, this.closing.signal]));
    return this.settle(leave, (bookLater) => call(leave, shared, bookLater), endTurn);
  }

  private async settle<T>(leave: AttemptsLeave, call: (bookLater: BookLater) => Promise<T>, ended: () => void) {
    let later: Promise<void> | undefined;
    const close = () => leave.close().finally(ended);
    try {
      return await call((stored) => (later = this.flights.follow(stored.then(close, close))));
    } catch (error) {
      throw leave.told(error);
    } finally {
      if (!later) await close();
    }
  }

  private leavePorts(granted: Granted, plan: SpendingPlan | undefined): Omit<LeavePorts, "export"> {
    const { ledger, settings, onLedgerProblem } = this.ports;
    return {
      ...{ ledger, onLedgerProblem },
      limits: settings,
      take: plan?.take ?? (() => undefined),
      giveBack: plan?.giveBack ?? (() => undefined),
      booked: granted.settled,
      closing: this.closing.signal,
      changed: () => this.listeners.fire(),
    };
  }
}
