import { createHash } from "node:crypto";
import { join } from "node:path";
import { Attempts, attemptName, type Attempt } from "./attempts";
import { LedgerTail, type TailReading } from "./ledgerTail";
import type { LedgerLine } from "./ledgerLine";
import { ledgerNames } from "./ledgerNames";

// Stryker disable next-line ArithmeticOperator: only an act that takes hours, west of Greenwich, began in a file that old
const dayMs = 24 * 60 * 60_000;
/** Vanished files were merged into others; if files keep vanishing in every reading, something else is wrong. */
export const mostReadings = 4;

/** Evidence that lines of the ledger are missing or altered. */
export interface LedgerDamage {
  /** Each thing noticed, named by its contents; empty if nothing was. */
  readonly marks: readonly string[];
  /** Credits that must have been sent although no line records them. A lower bound. */
  readonly missing: number;
}

interface Followed {
  readonly tail: LedgerTail;
  /** The attempts recorded in it. */
  readonly names: Set<string>;
}

/** The attempts since some time before local midnight, followed through all files that may mention them. */
export class LedgerReading {
  private tails = new Map<string, Followed>();
  // Stryker disable next-line ArrowFunction,BooleanLiteral: it is replaced before the first line is read
  private attempts = new Attempts(() => false);
  /** Attempts that a file mentioned earlier but no file mentions now. */
  private lost = new Set<string>();
  // Stryker disable next-line StringLiteral: no day is named so
  private day = "";
  private since = 0;
  private turns: Promise<unknown> = Promise.resolve();

  /** `earlierMs`: how long before midnight attempts count as well. */
  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly earlierMs: number,
  ) {}

  /** All attempts since then. Once known, an attempt stays known until the day ends, whatever happens to its file. */
  read(): Promise<readonly Attempt[]> {
    const turn = this.turns.then(() => this.readOn());
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /** The damage that the last reading found. */
  get damage(): LedgerDamage {
    const chains = [...this.tails.values()].map(({ tail }) => tail.chain);
    // Stryker disable next-line StringLiteral: names of attempts differ as well if they run together
    const lost = this.lost.size === 0 ? [] : [markOf([...this.lost].sort().join("\n"))];
    return {
      marks: [...chains.flatMap(({ damage }) => damage), ...lost],
      missing: chains.reduce((sum, { missing }) => sum + missing, 0),
    };
  }

  private async readOn(): Promise<readonly Attempt[]> {
    const now = this.now();
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    if (this.day !== now.toDateString()) this.startOver(now.toDateString(), start - this.earlierMs);
    const oldest = new Date(start - dayMs).toISOString().slice(0, 7);
    // Stryker disable next-line EqualityOperator: one more reading finds the same
    for (let readings = 0; readings < mostReadings; readings++) if (await this.readAll(oldest)) break;
    for (const { names } of this.tails.values()) for (const name of names) this.lost.delete(name);
    return [...this.attempts.all()];
  }

  /** Reads all files; false if one vanished meanwhile. */
  private async readAll(oldest: string): Promise<boolean> {
    const names = await ledgerNames(this.folder, oldest);
    const gone = [...this.tails.keys()].filter((name) => !names.includes(name));
    for (const name of names) if ((await this.readOne(name)) === "gone") gone.push(name);
    for (const name of gone) this.drop(name);
    // Stryker disable next-line ConditionalExpression,EqualityOperator: files vanish during a reading only in the tests of several processes
    return gone.length === 0;
  }

  private async readOne(name: string): Promise<TailReading> {
    const followed = this.tails.get(name) ?? { tail: new LedgerTail(join(this.folder, name)), names: new Set() };
    this.tails.set(name, followed);
    const found = await followed.tail.read((line) => this.take(line, followed.names));
    if (found !== "shorter") return found;
    this.drop(name);
    return this.readOne(name);
  }

  private take(line: LedgerLine | undefined, names: Set<string>): void {
    if (line?.line === "sent" && Date.parse(line.at) >= this.since) names.add(attemptName(line.act, line.attempt));
    this.attempts.take(line);
  }

  private drop(name: string): void {
    // Stryker disable next-line OptionalChaining,ArrayDeclaration: what is dropped was followed, which TypeScript cannot see
    for (const attempt of this.tails.get(name)?.names ?? []) this.lost.add(attempt);
    this.tails.delete(name);
  }

  private startOver(day: string, since: number): void {
    [this.day, this.since] = [day, since];
    this.tails = new Map();
    this.lost = new Set();
    this.attempts = new Attempts(({ at }) => Date.parse(at) >= since);
  }
}

function markOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
