import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../folder/errorCode";
import { FolderLock } from "../folder/folderLock";
import type { CreditsToday } from "../../protocol/credits";
import { Attempts, attemptName, chargeOf, type Attempt } from "./attempts";
import { LedgerFile } from "./ledgerFile";
import { LedgerTail } from "./ledgerTail";
import type { AttemptOutcome, PlannedLine, SentLine } from "./ledgerLine";

const fileName = /^(\d{4}-\d{2})\.[0-9a-f-]+\.ndjson$/;
const dayMs = 24 * 60 * 60_000;

/** What is left of the day's budget, or `sent` when the attempt is booked and may leave. */
export type Booking = "sent" | { readonly left: number };

/** Credits: surely spent, and possibly charged because no answer says. */
export interface Spending {
  readonly spent: number;
  readonly maybe: number;
}

/** An act with its ledger file: all its lines go to the file it began in, also past the end of a month. */
export interface LedgerEntry {
  readonly planned: PlannedLine;
  readonly file: LedgerFile;
}

/**
 * What was spent, over all windows: a folder of append-only files, one per window and month (UTC).
 * Nothing leaves before its `sent` line is written, so that a killed process cannot lose it. The disk takes the line while
 * the request is on its way: a power cut loses lines of the last moment at most, as it loses the answers of that moment.
 */
export class Ledger {
  private readonly window = randomUUID();
  private readonly lock: FolderLock;
  private readonly onItsWay = new Set<string>();
  private readonly files = new Map<string, LedgerFile>();
  private tails = new Map<string, LedgerTail>();
  private attempts = new Attempts(() => false);
  private day = "";
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    readonly folder: string,
    private readonly now: () => Date,
    /** Told when the disk did not take lines that were written. */
    private readonly onNotLasting: (error: unknown) => void,
  ) {
    this.lock = new FolderLock(folder);
  }

  /** Writes down what is intended. Rejects when the disk refuses. */
  async plan(act: Omit<PlannedLine, "line" | "act" | "at">): Promise<LedgerEntry> {
    const planned: PlannedLine = { line: "planned", act: randomUUID(), at: this.now().toISOString(), ...act };
    const file = this.fileOf(planned.at.slice(0, 7));
    await file.append(planned);
    return { planned, file };
  }

  /** Books an attempt unless the day's budget (0: none) is exceeded; sample credits have no budget. */
  async send(entry: LedgerEntry, attempt: number, dailyBudget: number): Promise<Booking> {
    if (dailyBudget <= 0 || entry.planned.sample) {
      await this.append(entry, attempt, "sent");
      return "sent";
    }
    return this.lock.run(() => this.sendWithin(entry, attempt, dailyBudget));
  }

  /** Books how an attempt ended. Rejects when the disk refuses; then it counts as "may have been charged". */
  async end(entry: LedgerEntry, attempt: number, outcome: AttemptOutcome): Promise<void> {
    await this.append(entry, attempt, outcome);
  }

  /** Since local midnight. What this window has on its way is left out until it is answered. */
  async today(): Promise<CreditsToday> {
    const sum = { spent: 0, maybe: 0, sample: 0 };
    for (const attempt of await this.ofToday()) {
      const { act, attempt: number, credits, sample } = attempt.sent;
      if (attempt.outcome === undefined && this.onItsWay.has(attemptName(act, number))) continue;
      const charge = chargeOf(attempt);
      if (charge !== "none") sum[sample ? "sample" : charge] += credits;
    }
    return sum;
  }

  /** Credits of today that count against the budget: spent, maybe, and on their way in any window. */
  async committedToday(): Promise<number> {
    const counted = (await this.ofToday()).filter((each) => !each.sent.sample && chargeOf(each) !== "none");
    return counted.reduce((sum, { sent }) => sum + sent.credits, 0);
  }

  /** Everything ever booked, read from the files. */
  everything(): Promise<Attempts> {
    return this.read(() => true);
  }

  /** What one export spent and may have spent, in all its attempts and windows. */
  async ofExport(id: string): Promise<Spending> {
    const sum = { spent: 0, maybe: 0 };
    for (const attempt of (await this.read((sent) => sent.export === id)).all()) {
      const charge = chargeOf(attempt);
      if (charge !== "none") sum[charge] += attempt.sent.credits;
    }
    return sum;
  }

  private async read(concerns: (sent: SentLine) => boolean): Promise<Attempts> {
    const attempts = new Attempts(concerns);
    for (const name of await this.fileNames("")) await new LedgerTail(join(this.folder, name)).read(attempts.take);
    return attempts;
  }

  /** Closes its files; the next line opens one again. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.files.values()].map((file) => file.close()));
  }

  private async sendWithin(entry: LedgerEntry, attempt: number, dailyBudget: number): Promise<Booking> {
    const { credits } = entry.planned;
    const before = await this.committedToday();
    if (before + credits > dailyBudget) return { left: Math.max(0, dailyBudget - before) };
    await this.append(entry, attempt, "sent");
    // Whoever booked last sees all others: the budget holds even if the lock was taken away as a stale one.
    const after = await this.committedToday();
    if (after <= dailyBudget) return "sent";
    await this.append(entry, attempt, "notSent");
    return { left: Math.max(0, dailyBudget - (after - credits)) };
  }

  private async append(entry: LedgerEntry, attempt: number, line: "sent" | AttemptOutcome): Promise<void> {
    const { planned, file } = entry;
    const name = attemptName(planned.act, attempt);
    const at = this.now().toISOString();
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
    const known = this.files.get(month) ?? new LedgerFile(this.folder, `${month}.${this.window}.ndjson`);
    this.files.set(month, known);
    return known;
  }

  private ofToday(): Promise<Attempt[]> {
    const turn = this.reading.then(() => this.readOn());
    this.reading = turn.catch(() => undefined);
    return turn;
  }

  /** Reads what is new in the files that can hold lines of today, and drops what is of another day. */
  private async readOn(): Promise<Attempt[]> {
    const now = this.now();
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    if (this.day !== now.toDateString()) this.startOver(now.toDateString(), start);
    const oldest = new Date(start - dayMs).toISOString().slice(0, 7);
    for (const name of await this.fileNames(oldest)) {
      const tail = this.tails.get(name) ?? new LedgerTail(join(this.folder, name));
      this.tails.set(name, tail);
      if (await tail.read(this.attempts.take)) continue;
      this.startOver(this.day, start);
      return this.readOn();
    }
    return [...this.attempts.all()];
  }

  private startOver(day: string, start: number): void {
    this.day = day;
    this.tails = new Map();
    this.attempts = new Attempts(({ at }) => Date.parse(at) >= start);
  }

  private async fileNames(oldestMonth: string): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    return names.filter((name) => (fileName.exec(name)?.[1] ?? "") >= oldestMonth && fileName.test(name)).sort();
  }
}
