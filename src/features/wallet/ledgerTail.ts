import { open } from "node:fs/promises";
import { errorCode } from "../folder/errorCode";
import { readLine, type LedgerLine } from "./ledgerLine";

const chunkBytes = 1 << 20;
const lineEnd = 0x0a;

/** Reads a growing ledger file: each reading takes up where the one before stopped. */
export class LedgerTail {
  private offset = 0;

  constructor(private readonly path: string) {}

  /**
   * Hands over each whole line that is new since the last reading, `undefined` for a corrupt one. A last line without an
   * ending is left for the next reading: it is still being written, or was torn by a crash.
   * Answers false when the file became shorter: then it must be read anew from its start. A deleted one says nothing new.
   */
  async read(take: (line: LedgerLine | undefined) => void): Promise<boolean> {
    const file = await open(this.path, "r").catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (!file) return true;
    try {
      const { size } = await file.stat();
      if (size < this.offset) return false;
      const buffer = Buffer.alloc(Math.min(chunkBytes, size - this.offset));
      let rest: Buffer = Buffer.alloc(0);
      for (let at = this.offset; at < size;) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);
        if (bytesRead === 0) break;
        at += bytesRead;
        rest = this.takeLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), take);
      }
      return true;
    } finally {
      await file.close();
    }
  }

  private takeLines(bytes: Buffer, take: (line: LedgerLine | undefined) => void): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      const text = bytes.toString("utf8", start, end);
      if (text !== "") take(readLine(text));
      start = end + 1;
    }
    this.offset += start;
    return bytes.subarray(start);
  }
}
