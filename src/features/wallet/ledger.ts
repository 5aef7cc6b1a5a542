import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { FolderLock } from "../disk";
import type { CreditsToday } from "../../protocol/credits";
import { AcceptedDamage } from "./agreements";
import { AssistantStop } from "./assistantSpending";
import {
  type Attempt,
  attemptName,
  Attempts,
  chargeOf,
  counts,
  creditsOf,
  type DayLimits,
  type Exceeded,
  exceeded,
  type Spending,
  spendingOf,
} from "./attempts";
import { FeatureError } from "../failures";
import { LedgerFile, ledgerFiles } from "./ledgerFile";
import { type LedgerDamage, LedgerReading, PaidRequests } from "./ledgerReading";
import type { AttemptOutcome, Intent, LedgerLine, SentLine } from "./ledgerLine";
import { PlanHolders } from "./locks";

/** How long spending without a question counts against the limit above which a person is asked. */
const recentMs = 10 * 60_000;

/** The limit that refused, or `sent` when the attempt is booked and may leave. */
export type Booking = "sent" | Exceeded;

/** An act with the month in which it began: all its lines go to that month's file. */
export interface LedgerEntry extends Intent {
  readonly act: string;
  readonly month: string;
}

/** An open plan that nobody was asked about. */
export interface HeldPlan {
  readonly id: string;
  readonly end: () => Promise<void>;
}

/** A request of an export: for a page or an ad's detail. */
export interface ExportRequest extends Pick<SentLine, "platform" | "page" | "ad" | "credits"> {
  /** `maybe`: no answer was booked. A request that was certainly not sent is left out. */
  readonly charge: "spent" | "maybe";
  /** The act that it belongs to, if the service refused it. */
  readonly refused?: string;
}

/** What counts toward the limit above which a person is asked, in credits, without those of the sample library. */
export interface LedgerState {
  /** Those of the last ten minutes since a person was last asked. */
  readonly recent: number;
  /** What open plans may still spend, in any process, if nobody was asked about them. */
  readonly open: number;
  /** Not yet agreed to. */
  readonly damage?: LedgerDamage;
}

/**
 * What was spent, over all processes: an append-only file per month (UTC), written to under a lock. Nothing is sent
 * before its `sent` line is written, so that a killed process cannot lose it. The line is synced while the request is on
 * its way: a power cut loses at most the last moment's lines, as it loses that moment's answers.
 */
export class Ledger {
  private readonly lock: FolderLock;
  private readonly onItsWay = new Set<string>();
  private readonly reading: LedgerReading;
  private readonly accepted: AcceptedDamage;
  private readonly requests: PaidRequests;
  private readonly syncing = new Set<Promise<void>>();
  /** Whether a person stopped all assistants. */
  readonly stop: AssistantStop;
  private readonly holders: PlanHolders;

  constructor(
    readonly folder: string,
    private readonly now: () => Date,
    /** Called when written lines could not be synced. */
    private readonly onNotSynced: (error: unknown) => void,
  ) {
    this.lock = new FolderLock(folder);
    this.reading = new LedgerReading(folder, now, recentMs);
    this.accepted = new AcceptedDamage(folder);
    this.requests = new PaidRequests(folder);
    this.stop = new AssistantStop(folder);
    this.holders = new PlanHolders(join(folder, "plans"));
  }

  /** Names an act, before any of its attempts is booked. */
  begin(intent: Intent): LedgerEntry {
    return { ...intent, act: randomUUID(), month: this.now().toISOString().slice(0, 7) };
  }

  /** Books an attempt unless a limit of the day is exceeded. @throws {FeatureError} `assistantsStopped` */
  send({ month, ...act }: LedgerEntry, attempt: number, limits: DayLimits): Promise<Booking> {
    return this.lock.run(async () => {
      if (act.by && (await this.stop.revokes(act.by))) throw new FeatureError("assistantsStopped");
      const refused = exceeded(await this.ofToday(), act, act.credits, limits);
      if (refused) return refused;
      const name = attemptName(act.act, attempt);
      this.onItsWay.add(name);
      try {
        const sent: SentLine = { line: "sent", at: this.now().toISOString(), attempt, ...act };
        this.sync(await this.reading.append(sent, month));
      } catch (error) {
        this.onItsWay.delete(name);
        throw error;
      }
      return "sent";
    });
  }

  /** Books how an attempt ended. Rejects when the disk refuses; then it counts as "may have been charged". */
  async end({ act, month }: LedgerEntry, attempt: number, outcome: AttemptOutcome): Promise<void> {
    const line: LedgerLine = { line: outcome, act, at: this.now().toISOString(), attempt };
    const written = this.lock.run(() => this.reading.append(line, month));
    await written.finally(() => this.onItsWay.delete(attemptName(act, attempt)));
  }

  /** Since local midnight, at one library or at all. This window's requests in flight are left out until answered. */
  async today(library?: string): Promise<CreditsToday> {
    const sum = { spent: 0, maybe: 0, sample: 0 };
    let others = 0;
    for (const attempt of await this.ofToday()) {
      const { act, attempt: number, credits, sample, origin } = attempt.sent;
      const charge = chargeOf(attempt);
      if (attempt.outcome === undefined && this.onItsWay.has(attemptName(act, number))) continue;
      if (charge === "none") continue;
      if (!sample && library !== undefined && origin !== library) others += credits;
      else sum[sample ? "sample" : charge] += credits;
    }
    return { ...sum, ...(others > 0 && { others }) };
  }

  /** The state of the limits, and whether the ledger behind it can be trusted. `recent` leaves out the acts that the caller counts. */
  async state(isCounted: (act: string) => boolean = () => false): Promise<LedgerState> {
    const attempts = await this.reading.read();
    const { damage } = this.reading;
    const counted = attempts.filter((attempt) => !attempt.sent.sample && counts(attempt));
    const now = this.now();
    const since = new Date(now.getTime() - recentMs).toISOString();
    const recent = counted.map(({ sent }) => sent).filter(({ at }) => at >= since);
    const answers = recent.flatMap(({ agreed = "" }) => (agreed <= now.toISOString() ? agreed : []));
    const asked = answers.reduce((last, at) => (at > last ? at : last), "");
    const unasked = recent.filter(({ agreed, at, act }) => agreed === undefined && at >= asked && !isCounted(act));
    const known = damage.marks.length === 0 || (await this.accepted.has(damage.marks));
    const spent = unasked.reduce((sum, { credits }) => sum + credits, 0);
    return { recent: spent, open: await this.openCredits(attempts), ...(!known && { damage }) };
  }

  /**
   * Opens a plan that nobody is asked about, unless `fits` refuses when no other process can open one. Undefined if so.
   * @returns the plan's ID, and how to end it
   */
  hold(
    credits: number,
    fits: (state: LedgerState) => boolean,
    isCounted: (act: string) => boolean,
  ): Promise<HeldPlan | undefined> {
    return this.lock.run(async () => {
      if (!fits(await this.state(isCounted))) return undefined;
      const [plan, holder, at] = [randomUUID(), this.holders.name(), this.now().toISOString()];
      const month = at.slice(0, 7);
      await this.reading.append({ line: "plan", plan, at, credits, holder }, month);
      const end = () =>
        this.lock.run(async () => {
          await this.reading.append({ line: "planEnd", plan, at: this.now().toISOString() }, month);
        });
      return { id: plan, end };
    });
  }

  /** Records for all windows that a person agreed to continue despite this damage. */
  acceptDamage({ marks }: LedgerDamage): Promise<void> {
    return this.accepted.add(marks);
  }

  /** Everything ever booked, read from the files; `concerns` selects the attempts to keep. */
  async everything(concerns: (sent: SentLine) => boolean = () => true): Promise<Attempts> {
    const attempts = new Attempts(concerns);
    for (const name of ledgerFiles(this.folder)) {
      const file = new LedgerFile(join(this.folder, name));
      await file.read(attempts.take);
      const { damage, missing } = file.chain;
      if (damage.length > 0) attempts.damaged.push({ file: name, missing });
    }
    return attempts;
  }

  /** What one export requested, spent, and may have spent, in all its tries and windows. */
  async ofExport(id: string): Promise<Spending & { readonly requests: readonly ExportRequest[] }> {
    const attempts = [...(await this.everything((sent) => sent.export === id)).all()];
    const requests = attempts.flatMap((attempt) => {
      const { platform, page, ad, credits, act } = attempt.sent;
      const charge = chargeOf(attempt);
      if (charge === "none") return [];
      return {
        ...{ platform, credits, charge, ...(page !== undefined && { page }), ...(ad !== undefined && { ad }) },
        ...(attempt.outcome === "rejected" && { refused: act }),
      };
    });
    return { ...spendingOf(attempts), requests };
  }

  /** The last attempt at a request that was answered, if there ever was one. */
  lastReceived(request: string): Promise<Attempt | undefined> {
    return this.requests.lastReceived(request);
  }

  /** Ends its plans, and settles when its lines are synced, or could not be. */
  async close(): Promise<void> {
    await this.holders.close();
    await Promise.all(this.syncing);
  }

  private async openCredits(attempts: readonly Attempt[]): Promise<number> {
    let sum = 0;
    for (const { plan, holder, credits } of this.reading.plans) {
      if (!(await this.holders.isRunning(holder))) continue;
      const used = creditsOf(attempts.filter((each) => each.sent.plan === plan && counts(each)));
      sum += Math.max(0, credits - used);
    }
    return sum;
  }

  private sync(file: LedgerFile): void {
    const syncing = file.sync().catch(this.onNotSynced);
    this.syncing.add(syncing);
    void syncing.finally(() => this.syncing.delete(syncing));
  }

  /** Attempts since local midnight, of all windows. */
  async ofToday(): Promise<readonly Attempt[]> {
    return this.sinceMidnight(await this.reading.read());
  }

  private sinceMidnight(attempts: readonly Attempt[]): readonly Attempt[] {
    const start = new Date(new Date(this.now()).setHours(0, 0, 0, 0)).toISOString();
    return attempts.filter(({ sent }) => sent.at >= start);
  }
}
