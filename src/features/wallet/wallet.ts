import type { SpendingLeave } from "../../api/adLibrary";
import type { CreditsToday } from "../../protocol/credits";
import type { PlatformToken } from "../../protocol/platforms";
import { FolderWatch } from "../folder/folderWatch";
import { Listeners } from "../folder/listeners";
import { AttemptsLeave, type LeavePorts } from "./attemptsLeave";
import { creditsReport, type CreditsReport } from "./creditsReport";
import { Flights } from "./flights";
import type { Ledger, Spending } from "./ledger";
import { labelText } from "../labelText";
import { SpendingPlan } from "./spendingPlan";
import { WalletError } from "./walletError";

/** A paid act that a person asked for. */
export interface SpendingAct {
  readonly what: "search" | "adDetail";
  /** Identity of the request: identical acts in flight are joined and pay once. */
  readonly identity: string;
  /** Credits of one attempt. */
  readonly credits: number;
  readonly origin: string;
  readonly sample: boolean;
  readonly platform: PlatformToken;
  /** Short description of the search or ad for the credits page, without secrets. */
  readonly label: string;
  /** ID of the export that pays, for its own figures. */
  readonly export?: string;
}

export interface WalletPorts {
  readonly ledger: Ledger;
  /** Read anew for each act. Credits; `dailyBudget` 0 means none. */
  readonly settings: () => { readonly confirmAbove: number; readonly dailyBudget: number };
  /** Asks the person. `sample`: these credits are not charged. */
  readonly confirm: (credits: number, label: string, sample: boolean) => Promise<boolean>;
  readonly now: () => Date;
  /** Told when an outcome could not be written down; the attempt counts as "may have been charged". */
  readonly onLedgerProblem: (error: unknown) => void;
}

type Run<T> = (leave: SpendingLeave, signal: AbortSignal) => Promise<T>;

/** The only way to a paid endpoint. */
export class Wallet {
  private readonly flights = new Flights();
  private readonly listeners = new Listeners();
  private readonly watch: FolderWatch;

  constructor(private readonly ports: WalletPorts) {
    this.watch = new FolderWatch(
      ports.ledger.folder,
      (name) => name.endsWith(".ndjson"),
      () => this.listeners.fire(),
    );
  }

  /** Told when today's credits may have changed, by this window or another one. */
  readonly onChanged = this.listeners.on;

  /**
   * Runs a paid call with leave to spend. An identical act in flight is joined: it pays once, and its call is aborted
   * only when all its callers have left.
   * @throws {WalletError} `overBudget`, `declined`, or `storage` when the ledger cannot be written
   */
  spend<T>(act: SpendingAct, signal: AbortSignal | undefined, run: Run<T>): Promise<T> {
    return this.flights.join(flightName(act), signal, async (shared) => {
      await this.check(act.credits, act);
      shared.throwIfAborted();
      return this.pay(act, shared, run);
    });
  }

  /**
   * Asks once for several requests and gives leave for each up to the cap; undefined when the person declines.
   * @throws {WalletError} `overBudget` when the whole does not fit into what is left of the day's budget
   */
  async plan(credits: number, label: string, sample = false): Promise<SpendingPlan | undefined> {
    try {
      await this.check(credits, { label, sample });
    } catch (error) {
      if (error instanceof WalletError && error.code === "declined") return undefined;
      throw error;
    }
    return new SpendingPlan(credits, (plan, act, signal, run) =>
      this.flights.join(flightName(act), signal, (shared) => this.pay(act, shared, run, plan)),
    );
  }

  today(): Promise<CreditsToday> {
    return this.ports.ledger.today();
  }

  /** What the ledger has of one export, its earlier attempts included. */
  ofExport(id: string): Promise<Spending> {
    return guarded(this.ports.ledger.ofExport(id));
  }

  /** Everything that was spent, for the credits page. */
  async report(): Promise<CreditsReport> {
    return creditsReport(await this.ports.ledger.everything(), this.ports.now());
  }

  /** Aborts what is on its way and waits until its outcome is written. */
  async dispose(): Promise<void> {
    this.watch.dispose();
    this.listeners.dispose();
    await this.flights.end(new DOMException("The window is closing.", "AbortError"));
    await this.ports.ledger.close();
  }

  private async check(credits: number, act: Pick<SpendingAct, "label" | "sample">): Promise<void> {
    const { confirmAbove, dailyBudget } = this.ports.settings();
    if (dailyBudget > 0 && !act.sample) {
      const left = Math.max(0, dailyBudget - (await guarded(this.ports.ledger.committedToday())));
      if (credits > left) throw new WalletError("overBudget", { limit: "day", credits, left });
    }
    if (credits <= confirmAbove) return;
    if (!(await this.ports.confirm(credits, labelText(act.label), act.sample))) throw new WalletError("declined");
  }

  private async pay<T>(act: SpendingAct, shared: AbortSignal, run: Run<T>, plan?: SpendingPlan): Promise<T> {
    const { what, credits, origin, sample, platform } = act;
    const label = labelText(act.label);
    const intent = { what, credits, origin, sample, platform, label, ...(act.export && { export: act.export }) };
    const entry = await guarded(this.ports.ledger.plan(intent));
    const leave = new AttemptsLeave(this.leavePorts(plan), entry, shared);
    return this.settle(leave, run(leave, shared));
  }

  private async settle<T>(leave: AttemptsLeave, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw leave.told(error);
    } finally {
      await leave.close();
    }
  }

  private leavePorts(plan: SpendingPlan | undefined): LeavePorts {
    return {
      ledger: this.ports.ledger,
      dailyBudget: () => this.ports.settings().dailyBudget,
      take: plan?.take ?? (() => undefined),
      giveBack: plan?.giveBack ?? (() => undefined),
      changed: () => this.listeners.fire(),
      onLedgerProblem: this.ports.onLedgerProblem,
    };
  }
}

function flightName({ what, origin, platform, identity }: SpendingAct): string {
  return [what, origin, platform, identity].join("\n");
}

async function guarded<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new WalletError("storage", undefined, error);
  });
}
