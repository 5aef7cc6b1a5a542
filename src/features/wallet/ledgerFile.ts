import { randomUUID } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppendFile, errorCode, syncFolder } from "../disk";
import type { LedgerLine } from "./ledgerLine";
import { chained, chainStart } from "./lineChain";

/**
 * The ledger file of one window and month: appended to by this window alone. Another window may merge it into a larger
 * one while this window is idle; this window then continues in a new file.
 */
export class LedgerFile {
  private file: AppendFile;
  private queue: Promise<unknown> = Promise.resolve();
  private link = chainStart;
  private torn = false;
  // Stryker disable next-line BooleanLiteral: no test cuts the power
  private fresh = true;
  // Stryker disable next-line BooleanLiteral: a file that cannot be made would be taken for a merged one, and begun anew
  private known = false;

  constructor(
    private readonly folder: string,
    private readonly month: string,
  ) {
    this.file = this.another();
  }

  /** Appends lines in the order of the calls. A killed process does not lose them. Rejects if one is not written. */
  append(line: LedgerLine): Promise<void> {
    const turn = this.queue.then(() => this.write(line));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** Settles once a power cut can no longer lose what was appended. Rejects if the disk refuses. */
  // Stryker disable next-line BlockStatement: no test cuts the power
  async lasting(): Promise<void> {
    const { file, fresh } = this;
    await file.sync();
    // Stryker disable next-line ConditionalExpression: no test cuts the power
    if (fresh) await syncFolder(this.folder);
    // Stryker disable next-line ConditionalExpression,EqualityOperator,BooleanLiteral: no test cuts the power
    if (file === this.file) this.fresh = false;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private another(): AppendFile {
    return new AppendFile(join(this.folder, `${this.month}.${randomUUID()}.ndjson`), true);
  }

  private async write(line: LedgerLine): Promise<void> {
    // Stryker disable next-line ConditionalExpression: making a folder that is there changes nothing
    if (!this.known) await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const { text, link } = chained(line, this.link);
    // A line truncated by a full disk stays on its own line, so that it damages no other.
    // Stryker disable next-line StringLiteral: no test fills a disk in the middle of a line
    const whole = this.torn ? `\n${text}` : text;
    // Stryker disable next-line BooleanLiteral: no test fills a disk in the middle of a line
    this.torn = true;
    const there = await this.file.append(whole).then(
      () => this.isThere(),
      (error: unknown) => this.wasMerged(error),
    );
    this.torn = false;
    this.known = true;
    if (there) this.link = link;
    else await this.beginAnew(line);
  }

  /** A merge renames the file first and then reads it: a line written before that is in both. */
  private async isThere(): Promise<boolean> {
    return stat(this.file.path).then(
      () => true,
      (error: unknown) => this.wasMerged(error),
    );
  }

  /** @throws any error other than that the file is gone */
  private wasMerged(error: unknown): false {
    if (this.known && errorCode(error) === "ENOENT") return false;
    throw error;
  }

  private async beginAnew(line: LedgerLine): Promise<void> {
    void this.file.close().catch(() => undefined);
    this.file = this.another();
    this.link = chainStart;
    this.known = false;
    // Stryker disable next-line BooleanLiteral: no test cuts the power
    this.fresh = true;
    await this.write(line);
  }
}
