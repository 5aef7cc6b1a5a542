import { createHash } from "node:crypto";
import { readLine, type LedgerLine } from "./ledgerLine";

/** The state of a ledger file after a line: how many lines, how many credits were sent, and a check over all lines. */
export interface ChainLink {
  readonly n: number;
  /** Credits of all `sent` lines so far. */
  readonly sum: number;
  /** 16 hex digits over this line and, through the line before it, over every earlier line of the file. */
  readonly check: string;
}

export const chainStart: ChainLink = { n: 0, sum: 0, check: "" };

const ending = /,"n":(\d{1,15}),"sum":(\d{1,15}),"check":"([0-9a-f]{16})"\}$/;

/** The text of a line, with its ending, and the state of the file after it. */
export function chained(line: LedgerLine, before: ChainLink): { readonly text: string; readonly link: ChainLink } {
  const n = before.n + 1;
  const sum = before.sum + creditsSent(line);
  const text = JSON.stringify({ ...line, n, sum }).slice(0, -1);
  const check = checkOf(before, text);
  return { text: `${text},"check":"${check}"}\n`, link: { n, sum, check } };
}

/**
 * Follows the lines of one file and notices missing or altered ones. Lines written before checks were introduced are
 * trusted. Missing lines at the end of a file cannot be noticed, because no line follows them.
 */
export class LineChain {
  private at = chainStart;
  private before: ChainLink | undefined;
  private readonly marks: string[] = [];
  /**
   * Texts that hold no line, since the last line that fits: torn by a full disk, unless the next one shows otherwise.
   */
  private torn: string[] = [];
  /** What follows the last complete line, unless a line may begin like this. */
  private stray: string[] = [];
  /** Credits that were sent according to the sums, although no line records them. */
  missing = 0;

  /** What was noticed, named by its contents; empty if nothing was. */
  get damage(): readonly string[] {
    return [...this.marks, ...this.torn, ...this.stray];
  }

  /** Takes the next complete line of the file. Undefined if the text holds none. */
  take(text: string): LedgerLine | undefined {
    const line = readLine(text);
    if (!line) this.torn.push(markOf(text));
    else this.follow(line, text);
    return line;
  }

  /** Takes what follows the last complete line: nothing, or a line that is being written or was torn by a crash. */
  takeUnfinished(text: string): void {
    const isBeginning = text === "" || (text.startsWith("{") && !text.includes("\0"));
    this.stray = isBeginning ? [] : [markOf(text)];
  }

  private follow(line: LedgerLine, text: string): void {
    const found = ending.exec(text);
    if (!found) {
      // A file has checks from its first line on, or none at all.
      if (this.at.n > 0) this.marks.push(markOf(text));
      return;
    }
    const link = { n: Number(found[1]), sum: Number(found[2]), check: found[3] ?? "" };
    const content = text.slice(0, text.lastIndexOf(',"check"'));
    const next = this.follows(this.at, link, content);
    // A line that the disk stored although it reported an error was written a second time.
    const again = !next && this.before !== undefined && this.follows(this.before, link, content);
    if (next) this.torn = [];
    else if (!again) this.broken(line, link, text);
    if (!again) this.before = this.at;
    this.at = link;
  }

  private follows(before: ChainLink, link: ChainLink, content: string): boolean {
    return link.n === before.n + 1 && link.check === checkOf(before, content);
  }

  private broken(line: LedgerLine, link: ChainLink, text: string): void {
    this.marks.push(...this.torn, markOf(text));
    this.torn = [];
    this.missing += Math.max(0, link.sum - creditsSent(line) - this.at.sum);
  }
}

const creditsSent = (line: LedgerLine) => (line.line === "sent" ? line.credits : 0);

function checkOf(before: ChainLink, content: string): string {
  return markOf(`${before.check}\n${content}`);
}

function markOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
