import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../folder/writeWhole";
import { writeLine, type LedgerLine } from "./ledgerLine";

/** The ledger file of one window and month: appended to by this window alone. */
export class LedgerFile {
  private queue: Promise<unknown> = Promise.resolve();
  private torn = false;
  private fresh = true;

  constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  /** Appends a line in order of the calls; `durable` waits until the disk has it. Rejects when it is not written. */
  append(line: LedgerLine, durable: boolean): Promise<void> {
    const turn = this.queue.then(() => this.write(writeLine(line), durable));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async write(text: string, durable: boolean): Promise<void> {
    if (this.fresh) await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = await open(join(this.folder, this.name), "a", 0o600);
    try {
      // A line cut short by a full disk stays a line of its own, so that it spoils no other.
      const whole = this.torn ? `\n${text}` : text;
      this.torn = true;
      await file.appendFile(whole);
      this.torn = false;
      if (durable) await file.datasync();
    } finally {
      await file.close();
    }
    if (this.fresh && durable) await syncFolder(this.folder);
    this.fresh = false;
  }
}
