import { randomUUID } from "node:crypto";
import { readFile, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, type FolderLock, writeWhole } from "../disk";
import { readLine, type LedgerLine } from "./ledgerLine";
import { ledgerNames, monthOfFile } from "./ledgerNames";
import { chained, chainStart, LineChain } from "./lineChain";

/** A file not written for this long counts as closed; a window that wakes up later begins another one. */
const closedMs = 60 * 60_000;
/** Fewer closed files of a month than this are not worth a merge. */
const worthIt = 8;
/** Each step holds the ledger's lock: the most files, and the most bytes, per step. */
const mostFiles = 100;
const mostBytes = 4 << 20;

/**
 * Merges ledger files of one month that are no longer written into one, so that every line is always in some file: the
 * new file is in its place before the others are removed, and a line in both counts once. A damaged file is left alone.
 */
export class LedgerMerge {
  private running: Promise<void> | undefined;
  private ended = false;
  private begunAt = -Infinity;

  constructor(
    private readonly folder: string,
    private readonly lock: FolderLock,
    private readonly now: () => Date,
  ) {}

  /** Whether this window has not looked for closed files for an hour. */
  isDue(): boolean {
    return this.now().getTime() - this.begunAt >= closedMs;
  }

  /** Merges until nothing is left to merge. Rejects when the disk refuses. */
  run(): Promise<void> {
    if (this.ended) return Promise.resolve();
    this.begunAt = this.now().getTime();
    this.running ??= this.allMonths().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Stops merging between two steps. */
  async end(): Promise<void> {
    this.ended = true;
    await this.running?.catch(() => undefined);
  }

  private async allMonths(): Promise<void> {
    const closed = await this.closed();
    for (const month of new Set(closed.map(monthOfFile))) {
      let left = closed.filter((name) => monthOfFile(name) === month);
      while (left.length >= worthIt && !this.ended) {
        const batch = left.slice(0, mostFiles);
        left = left.slice(mostFiles);
        // Stryker disable next-line StringLiteral: each of these names has a month, which TypeScript cannot see
        const merged = await this.lock.run(() => this.mergeSome(month ?? "", batch));
        if (merged !== undefined) left.push(merged);
      }
    }
  }

  private async closed(): Promise<readonly string[]> {
    const names = await ledgerNames(this.folder);
    // Stryker disable next-line ArrayDeclaration: a name of no month is no file to merge
    const found: string[] = [];
    for (const name of names) if (await this.isClosed(name)) found.push(name);
    return found;
  }

  private async isClosed(name: string): Promise<boolean> {
    const found = await stat(join(this.folder, name)).catch(() => undefined);
    return found !== undefined && this.now().getTime() - found.mtimeMs > closedMs && found.size < mostBytes;
  }

  /** The name of the new file, or undefined if none was needed. */
  private async mergeSome(month: string, names: readonly string[]): Promise<string | undefined> {
    const taken: string[] = [];
    const lines: LedgerLine[] = [];
    let bytes = 0;
    for (const name of names) {
      if (bytes > mostBytes) break;
      const text = await this.take(name, month);
      if (!text) continue;
      bytes += text.text.length;
      taken.push(text.name);
      lines.push(...text.lines);
    }
    if (taken.length < 2) return undefined;
    const merged = `${month}.${randomUUID()}.ndjson`;
    await writeWhole(join(this.folder, merged), rechained(lines));
    for (const name of taken) await unlink(join(this.folder, name)).catch(unlessGone);
    return merged;
  }

  /**
   * Renames a file so that a window that wakes up can't write to it; it is still read under its new name. Its lines are
   * read only then. Undefined if it cannot be taken or is damaged.
   */
  private async take(name: string, month: string) {
    const taken = `${month}.${randomUUID()}.ndjson`;
    if (!(await this.isClosed(name)) || !(await this.renamed(name, taken))) return undefined;
    const text = await readFile(join(this.folder, taken), "utf8");
    const lines = wholeLines(text);
    return lines && { name: taken, text, lines };
  }

  private async renamed(name: string, taken: string): Promise<boolean> {
    // Another window was faster, or (on Windows) the file is open: it is left for another time.
    return rename(join(this.folder, name), join(this.folder, taken)).then(
      () => true,
      // Stryker disable next-line ArrowFunction: undefined is no yes either
      () => false,
    );
  }
}

/** The lines of a file, or undefined if it is damaged. A last part without an ending was never a line, or is one. */
function wholeLines(text: string): readonly LedgerLine[] | undefined {
  const chain = new LineChain();
  const texts = text.split("\n");
  // Stryker disable next-line StringLiteral: there is always a last part, which TypeScript cannot see
  const last = texts.pop() ?? "";
  const lines = texts.flatMap((each) => (each === "" ? [] : (chain.take(each) ?? [])));
  chain.takeUnfinished(last);
  if (chain.damage.length > 0) return undefined;
  const rest = readLine(last);
  return rest ? [...lines, rest] : lines;
}

function rechained(lines: readonly LedgerLine[]): string {
  let link = chainStart;
  return lines
    .map((line) => {
      const next = chained(line, link);
      link = next.link;
      return next.text;
    })
    .join("");
}

function unlessGone(error: unknown): void {
  if (errorCode(error) !== "ENOENT") throw error;
}
