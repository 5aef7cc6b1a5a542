import { randomUUID } from "node:crypto";
import { FolderLock } from "../disk";
import type { CreditsToday } from "../../protocol/credits";
import { AcceptedDamage } from "./acceptedDamage";
import { AssistantStop } from "./assistantStop";
import { attemptName, chargeOf, spendingOf, type Attempt, type Attempts, type Spending } from "./attempts";
import { counts, creditsOf, exceeded, type DayLimits, type Exceeded } from "./dayLimits";
import { FeatureError } from "../failures";
import { LedgerFile } from "./ledgerFile";
import { LedgerMerge } from "./ledgerMerge";
import { LedgerReading, type LedgerDamage } from "./ledgerReading";
import type { AttemptOutcome, Intent, PlannedLine, SentLine } from "./ledgerLine";
import { wholeLedger } from "./wholeLedger";

/** How long spending without a question counts against the limit above which a person is asked. */
const recentMs = 10 * 60_000;

/** The limit that refused, or `sent` when the attempt is booked and may leave. */
export type Booking = "sent" | Exceeded;

/** An act with its ledger file: all its lines go to the file it began in, also past the end of a month. */
export interface LedgerEntry {
  readonly planned: PlannedLine;
  readonly file: LedgerFile;
}

/** The state of the limits, in credits, without those of the sample library. */
export interface LedgerState {
  /** Today's: spent, possibly charged, and on their way in any window. */
  readonly committed: number;
  /** Those of the last ten minutes since a person was last asked. */
  readonly recent: number;
  /** Not yet agreed to. */
  readonly damage?: LedgerDamage;
}

/**
 * What was spent, over all windows: a folder of append-only files, one per window and month (UTC); files no longer
 * written are merged. Nothing is sent before its `sent` line is written, so that a killed process cannot lose it. The
 * line is synced while the request is on its way: a power cut loses at most the last moment's lines, as it loses that
 * moment's answers.
 */
export class Ledger {
  private readonly lock: FolderLock;
  private readonly onItsWay = new Set<string>();
  private readonly files = new Map<string, LedgerFile>();
  private readonly reading: LedgerReading;
  private readonly accepted: AcceptedDamage;
  private readonly merging: LedgerMerge;
  /** Whether a person stopped all assistants. */
  readonly stop: AssistantStop;

  constructor(
    readonly folder: string,
    private readonly now: () => Date,
    /** Called when written lines could not be synced, or files could not be merged. */
    private readonly onNotLasting: (error: unknown) => void,
  ) {
    this.lock = new FolderLock(folder);
    this.reading = new LedgerReading(folder, now, recentMs);
    this.accepted = new AcceptedDamage(folder);
    this.stop = new AssistantStop(folder, now);
    this.merging = new LedgerMerge(folder, this.lock, now);
  }

  /** Records what is intended. Rejects if the disk refuses. */
  async plan(act: Intent): Promise<LedgerEntry> {
    const planned: PlannedLine = { line: "planned", act: randomUUID(), at: this.now().toISOString(), ...act };
    const file = this.fileOf(planned.at.slice(0, 7));
    await file.append(planned);
    return { planned, file };
  }

  /** Books an attempt unless a limit of the day is exceeded. @throws {FeatureError} `assistantsStopped` */
  async send(entry: LedgerEntry, attempt: number, limits: DayLimits): Promise<Booking> {
    const { by, sample } = entry.planned;
    if (!by && (sample || limits.dailyBudget <= 0)) {
      await this.append(entry, attempt, "sent");
      return "sent";
    }
    return this.lock.run(() => this.sendWithin(entry, attempt, limits));
  }

  /** Books how an attempt ended. Rejects when the disk refuses; then it counts as "may have been charged". */
  end(entry: LedgerEntry, attempt: number, outcome: AttemptOutcome): Promise<void> {
    return this.append(entry, attempt, outcome);
  }

  /** Since local midnight, at one library or at all. This window's requests in flight are left out until answered. */
  async today(library?: string): Promise<CreditsToday> {
    const sum = { spent: 0, maybe: 0, sample: 0 };
    let others = 0;
    for (const attempt of await this.ofToday()) {
      const { act, attempt: number, credits, sample, origin } = attempt.sent;
      const charge = chargeOf(attempt);
      // Stryker disable next-line ConditionalExpression: what has an outcome is not on its way
      if (attempt.outcome === undefined && this.onItsWay.has(attemptName(act, number))) continue;
      if (charge === "none") continue;
      if (!sample && library !== undefined && origin !== library) others += credits;
      else sum[sample ? "sample" : charge] += credits;
    }
    return { ...sum, ...(others > 0 && { others }) };
  }

  /** The state of the limits, and whether the ledger behind it can be trusted. `recent` leaves out the acts that the caller counts. */
  // Stryker disable next-line ArrowFunction: undefined is no yes either
  async state(isCounted: (act: string) => boolean = () => false): Promise<LedgerState> {
    let attempts = await this.reading.read();
    // Another window may have been merging files; while we hold the lock, none is.
    if (this.reading.damage.marks.length > 0) attempts = await this.lock.run(() => this.reading.read());
    const { damage } = this.reading;
    const counted = attempts.filter((attempt) => !attempt.sent.sample && counts(attempt));
    const now = this.now().getTime();
    const recent = counted.filter(({ sent }) => Date.parse(sent.at) >= now - recentMs);
    const agreed = recent.filter(({ sent }) => sent.agreed).map(({ sent }) => Date.parse(sent.at));
    const asked = Math.max(0, ...agreed.filter((at) => at <= now));
    const unasked = recent.filter(({ sent }) => !sent.agreed && Date.parse(sent.at) >= asked && !isCounted(sent.act));
    // Stryker disable next-line ConditionalExpression: of no marks, all are accepted: looking only takes longer
    const known = damage.marks.length === 0 || (await this.accepted.has(damage.marks));
    const committed = creditsOf(this.sinceMidnight(counted));
    return { committed, recent: creditsOf(unasked), ...(!known && { damage }) };
  }

  /** Records for all windows that a person agreed to continue despite this damage. */
  acceptDamage({ marks }: LedgerDamage): Promise<void> {
    return this.accepted.add(marks);
  }

  /** Everything ever booked, read from the files. */
  everything(): Promise<Attempts> {
    return wholeLedger(this.folder, () => true);
  }

  /** What one export spent and may have spent, across all its attempts and windows. */
  async ofExport(id: string): Promise<Spending> {
    return spendingOf((await wholeLedger(this.folder, (sent) => sent.export === id)).all());
  }

  /** Merges files that are no longer written, a few at a time, so that other windows can spend in between. */
  async merge(): Promise<void> {
    await this.merging.run().catch(this.onNotLasting);
  }

  /** The same, at most once an hour and in the background. */
  mergeNowAndThen(): void {
    if (this.merging.isDue()) void this.merge();
  }

  /** Closes its files; the next line opens one again. */
  async close(): Promise<void> {
    await this.merging.end();
    await Promise.allSettled([...this.files.values()].map((file) => file.close()));
  }

  private async sendWithin(entry: LedgerEntry, attempt: number, limits: DayLimits): Promise<Booking> {
    const { planned } = entry;
    if (planned.by && (await this.stop.revokes(planned.by))) throw new FeatureError("assistantsStopped");
    const before = exceeded(await this.ofToday(), planned, planned.credits, limits);
    if (before) return before;
    await this.append(entry, attempt, "sent");
    // The last to book sees all others, so the limits hold even if the lock was wrongly taken as stale.
    if (!exceeded(await this.ofToday(), planned, 0, limits)) return "sent";
    await this.append(entry, attempt, "notSent");
    return exceeded(await this.ofToday(), planned, planned.credits, limits) ?? { limit: "day", left: 0 };
  }

  private async append(entry: LedgerEntry, attempt: number, line: "sent" | AttemptOutcome): Promise<void> {
    const { planned, file } = entry;
    const name = attemptName(planned.act, attempt);
    const at = this.now().toISOString();
    // Stryker disable next-line ConditionalExpression: the line of an outcome would repeat what was sent, and is read alike
    if (line === "sent") {
      const sent: SentLine = { ...planned, line, at, attempt };
      this.onItsWay.add(name);
      await file.append(sent).catch((error: unknown) => {
        this.onItsWay.delete(name);
        throw error;
      });
      file.lasting().catch(this.onNotLasting);
      return;
    }
    await file.append({ line, act: planned.act, at, attempt }).finally(() => this.onItsWay.delete(name));
  }

  private fileOf(month: string): LedgerFile {
    const known = this.files.get(month) ?? new LedgerFile(this.folder, month);
    this.files.set(month, known);
    return known;
  }

  /** Attempts since local midnight, of all windows. */
  async ofToday(): Promise<readonly Attempt[]> {
    return this.sinceMidnight(await this.reading.read());
  }

  private sinceMidnight(attempts: readonly Attempt[]): readonly Attempt[] {
    const start = new Date(this.now()).setHours(0, 0, 0, 0);
    return attempts.filter(({ sent }) => Date.parse(sent.at) >= start);
  }
}
