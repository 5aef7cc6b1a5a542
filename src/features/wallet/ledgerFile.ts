import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AppendFile } from "../folder/appendFile";
import { syncFolder } from "../folder/writeWhole";
import { writeLine, type LedgerLine } from "./ledgerLine";

/** The ledger file of one window and month: appended to by this window alone. */
export class LedgerFile {
  private readonly file: AppendFile;
  private queue: Promise<unknown> = Promise.resolve();
  private torn = false;
  private fresh = true;

  constructor(
    private readonly folder: string,
    name: string,
  ) {
    this.file = new AppendFile(join(folder, name));
  }

  /** Appends a line in order of the calls. A killed process does not lose it. Rejects when it is not written. */
  append(line: LedgerLine): Promise<void> {
    const turn = this.queue.then(() => this.write(writeLine(line)));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** Settles when a power cut does not lose what was appended. Rejects when the disk refuses. */
  async lasting(): Promise<void> {
    await this.file.sync();
    if (this.fresh) await syncFolder(this.folder);
    this.fresh = false;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async write(text: string): Promise<void> {
    if (this.fresh) await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // A line cut short by a full disk stays a line of its own, so that it spoils no other.
    const whole = this.torn ? `\n${text}` : text;
    this.torn = true;
    await this.file.append(whole);
    this.torn = false;
  }
}
