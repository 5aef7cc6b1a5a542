import { appendFileSync, closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorCode, syncFolder } from "../disk";
import { chained, type LedgerLine, LineChain } from "./ledgerLine";

const chunkBytes = 1 << 20;
const lineEnd = 0x0a;
/** A month's file, or another one of that month: where folders were merged, both may have lines that the other lacks. */
const fileName = /^\d{4}-\d{2}(\.[0-9a-f]{8})?\.ndjson$/;

/** The name of the file for a month (UTC, `YYYY-MM`). */
export const fileOf = (month: string) => `${month}.ndjson`;

/** Names of the ledger's files from a month on, oldest first. None for a missing folder. */
export function ledgerFiles(folder: string, oldestMonth = ""): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => fileName.test(name) && name >= oldestMonth)
      .sort();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** The result of a reading: the file was read, is gone, or became shorter. */
export type FileReading = "read" | "gone" | "shorter";

/**
 * The ledger's file of one month, to which every process appends. Each reading continues where the last one stopped. A
 * paid act looks at it some ten times, and what takes microseconds is not worth a trip to another thread.
 */
export class LedgerFile {
  readonly chain = new LineChain();
  private offset = 0;
  /** Size at the last reading, including an unfinished last line. */
  private size = 0;
  private isListed = false;

  constructor(private readonly path: string) {}

  /** Passes each line that is new since the last reading to `take`, `undefined` for a corrupt one; one may come twice. */
  read(take: (line: LedgerLine | undefined) => void): Promise<FileReading> {
    return this.readTexts(
      (text) => take(this.chain.take(text)),
      (rest) => {
        const line = this.chain.takeUnfinished(rest);
        if (line) take(line);
      },
    );
  }

  /** The same for the texts of complete lines; `takeRest` gets what follows the last one. */
  async readTexts(take: (text: string) => void, takeRest: (text: string) => void): Promise<FileReading> {
    try {
      const { size } = statSync(this.path);
      if (size < this.offset) return "shorter";
      if (size !== this.size) await this.readOn(size, take, takeRest);
      this.size = size;
      return "read";
    } catch (error) {
      if (errorCode(error) === "ENOENT") return "gone";
      throw error;
    }
  }

  /** Whether the last reading ended within a line: cut short by a crash or a full disk, or still being written. */
  get isCutShort(): boolean {
    return this.size > this.offset;
  }

  /** Ends a line that was cut short. For this and `append`, hold the ledger's lock and read to the end first. */
  endLine(): void {
    this.write("\n");
  }

  /** Appends a line. A killed process does not lose it. Throws if the disk refuses. */
  append(line: LedgerLine): void {
    this.write(chained(line, this.chain.last).text);
  }

  /** Settles once a power cut can no longer lose what was appended. Rejects if the disk refuses. */
  async sync(): Promise<void> {
    const file = await open(this.path, "a");
    await file.datasync().finally(() => file.close());
    if (!this.isListed) await syncFolder(dirname(this.path));
    this.isListed = true;
  }

  private write(text: string): void {
    appendFileSync(this.path, text, { mode: 0o600 });
  }

  private async readOn(size: number, take: (text: string) => void, takeRest: (text: string) => void): Promise<void> {
    const file = openSync(this.path, "r");
    try {
      const buffer = Buffer.alloc(Math.min(chunkBytes, size - this.offset));
      let rest: Buffer = Buffer.alloc(0);
      for (let at = this.offset; at < size;) {
        const bytesRead = readSync(file, buffer, 0, Math.min(buffer.length, size - at), at);
        if (bytesRead === 0) break;
        at += bytesRead;
        rest = this.takeLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), take);
        if (at < size) await nextTurn();
      }
      takeRest(rest.toString());
    } finally {
      closeSync(file);
    }
  }

  private takeLines(bytes: Buffer, take: (text: string) => void): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      const text = bytes.toString("utf8", start, end);
      if (text !== "") take(text);
      start = end + 1;
    }
    this.offset += start;
    return bytes.subarray(start);
  }
}
