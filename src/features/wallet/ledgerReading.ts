import { join } from "node:path";
import { Attempts, attemptName, type Attempt } from "./attempts";
import { fileOf, LedgerFile, ledgerFiles, type FileReading } from "./ledgerFile";
import { type LedgerLine, markOf, type PlanLine } from "./ledgerLine";

const dayMs = 24 * 60 * 60_000;

/** Evidence that lines of the ledger are missing or altered. */
export interface LedgerDamage {
  /** Each thing noticed, named by its contents; empty if nothing was. */
  readonly marks: readonly string[];
  /** Credits that must have been sent although no line records them. A lower bound. */
  readonly missing: number;
}

interface Followed {
  readonly file: LedgerFile;
  /** The attempts recorded in it. */
  readonly names: Set<string>;
}

/** The attempts since some time before local midnight (and those of plans), followed through all files that may mention them. */
export class LedgerReading {
  private followed = new Map<string, Followed>();
  private attempts = new Attempts(() => false);
  /** Attempts that a file mentioned earlier but no file mentions now. */
  private lost = new Set<string>();
  private day = "";
  private since = 0;
  private queue: Promise<unknown> = Promise.resolve();

  /** `earlierMs`: how long before midnight attempts count as well. */
  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly earlierMs: number,
  ) {}

  /** Those attempts. Once known, an attempt stays known until the day ends, whatever happens to its file. */
  read(): Promise<readonly Attempt[]> {
    return this.inTurn(async () => {
      await this.readOn();
      return [...this.attempts.all()];
    });
  }

  /** Appends a line to a month's file. The caller holds the ledger's lock. */
  append(line: LedgerLine, month: string): Promise<LedgerFile> {
    return this.inTurn(async () => {
      await this.readOne(fileOf(month));
      const { file } = this.follow(fileOf(month));
      if (file.isCutShort) {
        file.endLine();
        await this.readOne(fileOf(month));
      }
      file.append(line);
      return file;
    });
  }

  /** Plans without an end, as of the last reading. */
  get plans(): readonly PlanLine[] {
    return [...this.attempts.plans.values()];
  }

  /** The damage that the last reading found. */
  get damage(): LedgerDamage {
    const chains = [...this.followed.values()].map(({ file }) => file.chain);
    const lost = this.lost.size === 0 ? [] : [markOf([...this.lost].sort().join("\n"))];
    return {
      marks: [...chains.flatMap(({ damage }) => damage), ...lost],
      missing: chains.reduce((sum, { missing }) => sum + missing, 0),
    };
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async readOn(): Promise<void> {
    const now = this.now();
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    if (this.day !== now.toDateString()) this.startOver(now.toDateString(), start - this.earlierMs);
    // An act's lines are all in the file of the month in which it began.
    const oldest = new Date(start - dayMs).toISOString().slice(0, 7);
    for (const name of new Set([...this.followed.keys(), ...ledgerFiles(this.folder, oldest)]))
      if ((await this.readOne(name)) === "gone") this.drop(name);
    if (this.lost.size === 0) return;
    for (const { names } of this.followed.values()) for (const name of names) this.lost.delete(name);
  }

  private async readOne(name: string): Promise<FileReading> {
    const { file, names } = this.follow(name);
    const found = await file.read((line) => this.take(line, names));
    if (found !== "shorter") return found;
    this.drop(name);
    return this.readOne(name);
  }

  private follow(name: string): Followed {
    const known = this.followed.get(name) ?? { file: new LedgerFile(join(this.folder, name)), names: new Set() };
    this.followed.set(name, known);
    return known;
  }

  private take(line: LedgerLine | undefined, names: Set<string>): void {
    if (line?.line === "sent" && Date.parse(line.at) >= this.since) names.add(attemptName(line.act, line.attempt));
    this.attempts.take(line);
  }

  private drop(name: string): void {
    for (const attempt of this.followed.get(name)?.names ?? []) this.lost.add(attempt);
    this.followed.delete(name);
  }

  private startOver(day: string, since: number): void {
    [this.day, this.since] = [day, since];
    this.followed = new Map();
    this.lost = new Set();
    // What a plan has spent counts as long as the plan is open.
    this.attempts = new Attempts(({ at, plan }) => plan !== undefined || Date.parse(at) >= since);
  }
}

const requestOf = /"request":"([0-9a-f]{32})"/;

interface Named {
  readonly file: LedgerFile;
  readonly requests: Set<string>;
}

/**
 * What was ever requested. To look up a request that no file names is cheap, because each file is read once, without
 * parsing its lines, and then only as far as it has grown.
 */
export class PaidRequests {
  private readonly files = new Map<string, Named>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** The last attempt at this request that was answered. */
  lastReceived(request: string): Promise<Attempt | undefined> {
    // One after another: what one call is reading would be missing in the next.
    const found = this.last.then(() => this.find(request));
    this.last = found.catch(() => undefined);
    return found;
  }

  private async find(request: string): Promise<Attempt | undefined> {
    for (const name of [...ledgerFiles(this.folder)].reverse()) {
      if (!(await this.requestsIn(name)).has(request)) continue;
      const attempts = new Attempts((sent) => sent.request === request);
      await new LedgerFile(join(this.folder, name)).read(attempts.take);
      const received = [...attempts.all()].findLast(({ outcome }) => outcome === "received");
      if (received) return received;
    }
    return undefined;
  }

  private async requestsIn(name: string): Promise<ReadonlySet<string>> {
    const known = this.files.get(name) ?? { file: new LedgerFile(join(this.folder, name)), requests: new Set() };
    this.files.set(name, known);
    const take = (text: string) => void known.requests.add(requestOf.exec(text)?.[1] ?? "");
    const found = await known.file.readTexts(take, take);
    if (found !== "shorter") return known.requests;
    this.files.delete(name);
    return this.requestsIn(name);
  }
}
