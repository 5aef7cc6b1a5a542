import { open, stat, type FileHandle } from "node:fs/promises";
import { errorCode } from "../disk";
import type { LedgerLine } from "./ledgerLine";
import { LineChain } from "./lineChain";

const chunkBytes = 1 << 20;
const lineEnd = 0x0a;

/** The result of a reading: the file was read, is gone, or became shorter. */
export type TailReading = "read" | "gone" | "shorter";

/** Reads a growing ledger file: each reading continues where the previous one stopped. */
export class LedgerTail {
  readonly chain = new LineChain();
  private offset = 0;
  /** Size at the last reading, including an unfinished last line. */
  private size = 0;

  constructor(private readonly path: string) {}

  /**
   * Passes each complete line that is new since the last reading to `take`, `undefined` for a corrupt one. A last line
   * without an ending is left for the next reading: it is still being written, or was torn by a crash.
   */
  async read(take: (line: LedgerLine | undefined) => void): Promise<TailReading> {
    try {
      // Most files are closed and cost only a look at their size.
      const { size } = await stat(this.path);
      if (size < this.offset) return "shorter";
      // Stryker disable next-line ConditionalExpression: reading on finds nothing new, and only takes longer
      if (size !== this.size) await this.readOn(size, take);
      this.size = size;
      return "read";
    } catch (error) {
      if (errorCode(error) === "ENOENT") return "gone";
      throw error;
    }
  }

  private async readOn(size: number, take: (line: LedgerLine | undefined) => void): Promise<void> {
    const file = await open(this.path, "r");
    // Stryker disable next-line ArrowFunction: the file would be closed by Node.js, later
    await this.takeRest(file, size, take).finally(() => file.close());
  }

  private async takeRest(file: FileHandle, size: number, take: (line: LedgerLine | undefined) => void): Promise<void> {
    // Stryker disable next-line ArithmeticOperator,MethodExpression: a larger buffer reads the same
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - this.offset));
    let rest: Buffer = Buffer.alloc(0);
    // Stryker disable next-line EqualityOperator: one more reading brings nothing and ends
    for (let at = this.offset; at < size;) {
      // Stryker disable next-line ArithmeticOperator: what another window appends meanwhile would be read now and not the next time
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);
      // Stryker disable next-line ConditionalExpression: no test shortens a file while it is read
      if (bytesRead === 0) break;
      at += bytesRead;
      rest = this.takeLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), take);
    }
    this.chain.takeUnfinished(rest.toString());
  }

  private takeLines(bytes: Buffer, take: (line: LedgerLine | undefined) => void): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      const text = bytes.toString("utf8", start, end);
      if (text !== "") take(this.chain.take(text));
      start = end + 1;
    }
    this.offset += start;
    return bytes.subarray(start);
  }
}
