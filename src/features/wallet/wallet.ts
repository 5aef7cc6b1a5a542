import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CreditsToday } from "../../protocol/credits";
import { FolderWatch } from "../disk";
import { AssistantSpending, stopFile } from "./assistantSpending";
import { AttemptsPermit } from "./permit";
import { creditsReport, type CreditsReport } from "./creditsReport";
import { type FlightEnds, Flights, toError } from "./flights";
import type { Ledger } from "./ledger";
import type { Spender } from "./ledgerLine";
import {
  flightName,
  intentOf,
  type PaidCall,
  type PlannedSpending,
  requestOf,
  type SpendingAct,
  SpendingPlan,
} from "./gate";
import { type Agreement, SpendingCheck, type SpendingCheckPorts, type Granted, type Wanted } from "./spendingCheck";
import { ActLocks } from "./locks";
import { orStorageFailure, WalletError } from "../failures";

export interface WalletPorts extends SpendingCheckPorts {
  readonly now: () => Date;
  /** Called when an outcome could not be recorded; the attempt counts as "may have been charged". */
  readonly onLedgerProblem: (error: unknown) => void;
}

/** The only way to a paid endpoint. */
export class Wallet {
  private readonly flights = new Flights();
  private readonly locks: ActLocks;
  private readonly check: SpendingCheck;
  private readonly closing = new AbortController();
  /** Acts that a person agreed to before they began, and the credits that they agreed to from each on. */
  private readonly agreed = new Map<string, number>();
  private readonly watch: FolderWatch;
  /** What assistants spent today, and the way to end it. */
  readonly assistants: AssistantSpending;

  constructor(private readonly ports: WalletPorts) {
    this.check = new SpendingCheck(ports);
    const { ledger, settings } = ports;
    this.locks = new ActLocks(join(ledger.folder, "locks"));
    const concerns = (name: string) => name.endsWith(".ndjson") || name === stopFile;
    this.watch = new FolderWatch(ledger.folder, concerns);
    this.onChanged = this.watch.onChanged;
    this.assistants = new AssistantSpending(ledger, () => settings().assistantAllowance, this.watch.changed);
  }

  /** Fires when today's credits may have changed, in this window or another. */
  readonly onChanged: FolderWatch["onChanged"];

  /**
   * Runs a paid call with a permit to spend. An identical act in flight is joined, or waited for in another process. Once
   * the signals of all its callers are aborted, nothing more is sent, but a request on its way is finished. `call`
   * stores the answer: it is booked as received when `call` has ended.
   * @param now aborts the request on its way as well: it may have been charged
   * @throws {FeatureError} `overBudget`, `declined`, `limitUnreadable`, or `storage` when the ledger cannot be written
   */
  spend<T>(act: SpendingAct, signal: AbortSignal | undefined, call: PaidCall<T>, now?: AbortSignal): Promise<T> {
    return this.run(undefined, act, signal, call, now);
  }

  /** Notes that a person already agreed to this act, or to so many credits from it on, so that they are not asked again. */
  agree(act: SpendingAct, credits = act.credits): void {
    this.agreed.set(flightName(act), credits);
  }

  /** Whether a person already agreed to spend so many credits from this act on. Each agreement counts once. */
  agreedTo(act: SpendingAct, credits: number): boolean {
    const name = flightName(act);
    const agreed = this.agreed.get(name) ?? 0;
    this.agreed.delete(name);
    return credits <= agreed;
  }

  /** Notes that a paid answer could not be stored, so that the next paid act asks first. */
  noteNotStored(error: unknown): void {
    this.check.noteNotStored(error);
  }

  /**
   * Asks once for several requests: the plan gives each its permit, up to the cap. Undefined if the person declines. Call
   * its `end` when nothing more is spent.
   * @param agreed whether a person already did
   * @param by the assistant that spends, also limited by the assistants' allowance
   * @throws {FeatureError} `overBudget` if the total exceeds what is left of the day's budget
   */
  async plan(credits: number, label: string, sample = false, agreed: Agreement = false, by?: Spender) {
    try {
      const granted = await this.pass({ credits, label, sample, agreed, plan: true, ...(by && { by }) });
      return new SpendingPlan(credits, granted.agreed, this.run, by, granted.held);
    } catch (error) {
      if (error instanceof WalletError && error.code === "declined") return undefined;
      throw error;
    }
  }

  /**
   * Refuses what no answer of a person could permit: to be called before a person is asked about it elsewhere.
   * @throws {FeatureError} `assistantsStopped`, `limitUnreadable`, `overBudget` or `storage`
   */
  refuse(wanted: Pick<Wanted, "credits" | "sample" | "by">): Promise<void> {
    return this.check.refuse(wanted);
  }

  /** Notes the limits of a person who has never agreed to any, so that a later change is noticed. */
  async noteLimits(): Promise<void> {
    await this.ports.agreedLimits?.looser(this.ports.settings());
  }

  async today(library?: string): Promise<CreditsToday> {
    const today = await this.ports.ledger.today(library);
    const { dailyBudget: of } = this.ports.settings();
    const left = Math.max(0, of - today.spent - today.maybe - (today.others ?? 0));
    return of > 0 ? { ...today, budget: { of, left } } : today;
  }

  /** What the ledger has for one export, including earlier attempts. @throws {WalletError} `storage` */
  ofExport(id: string): ReturnType<Ledger["ofExport"]> {
    return orStorageFailure(this.ports.ledger.ofExport(id));
  }

  /**
   * When an identical act was last paid for and answered (ISO time), by any process, whatever the archive still has of
   * it. For page 1 of a search, that is any of its snapshots. @throws {WalletError} `storage`
   */
  async paidFor(act: SpendingAct): Promise<{ readonly paidAt: string } | undefined> {
    const paid = await orStorageFailure(this.ports.ledger.lastReceived(requestOf(act)));
    return paid && { paidAt: paid.sent.at };
  }

  /** Everything that was spent, for the credits page. */
  async report(): Promise<CreditsReport> {
    const { ledger, now, settings } = this.ports;
    return creditsReport(await ledger.everything(), now(), settings().dailyBudget);
  }

  /**
   * Sends nothing more, waits up to `waitMs` for outstanding answers and their storage, aborts the rest, and settles
   * when every outcome is written, including those of answers that still wait for the archive.
   */
  async dispose(waitMs = 0): Promise<void> {
    this.watch.dispose();
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
      const forget = () => signal.removeEventListener("abort", giveUp);
      this.check.pass(wanted).then(resolve, reject).finally(forget);
    });
  }

  /** Runs a paid call, as part of a plan or on its own. */
  private readonly run: PlannedSpending<SpendingPlan | undefined> = (plan, act, signal, call, now) => {
    const start = async (ends: FlightEnds) => {
      // A plan that is used up ends as agreed, whatever is left of the day's budget.
      plan?.check(act.credits);
      // A whole plan was already checked against the limits: only what went wrong since is asked about now.
      const agreed = plan !== undefined || this.agreedTo(act, act.credits);
      const granted = await this.pass({ ...act, label: act.words, agreed });
      try {
        ends.canceled.throwIfAborted();
        return await this.pay(act, ends, call, granted, plan);
      } finally {
        granted.settled();
      }
    };
    return this.flights.join(flightName(act), signal, start, now);
  };

  private async pay<T>(
    act: SpendingAct,
    { canceled, aborted }: FlightEnds,
    call: PaidCall<T>,
    { agreed, named, settled }: Granted,
    plan: SpendingPlan | undefined,
  ) {
    const { ledger, settings, onLedgerProblem } = this.ports;
    const { changed } = this.watch;
    const { signal: closing } = this.closing;
    const entry = ledger.begin(intentOf(act, plan ? plan.agreed : agreed, plan?.id));
    named(entry.act);
    const ports = { ledger, settings, onLedgerProblem, settled, plan, closing, changed, export: act.export };
    const permit = new AttemptsPermit(ports, entry, canceled);
    const lock = await this.locks.take(flightName(act), AbortSignal.any([canceled, closing]));
    try {
      return await call(permit, aborted);
    } catch (error) {
      throw permit.told(error);
    } finally {
      await permit.close().finally(() => lock.release());
    }
  }
}
