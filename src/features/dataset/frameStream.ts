import type { ZstdCompress, ZstdDecompress } from "node:zlib";

/**
 * Compresses or decompresses one thing after another with the same memory, in libuv's threads. New memory for each one
 * would take more time than all small ones take, and make V8 collect garbage all the time.
 */
export class FrameStream {
  /** Bytes that are still to be passed through. */
  waiting = 0;
  private pieces: Buffer[] = [];
  private readonly refusals = new Set<(error: Error) => void>();

  /** `stream` must end a frame with each write. */
  constructor(private readonly stream: ZstdCompress | ZstdDecompress) {
    stream.on("data", (piece: Buffer) => this.pieces.push(piece));
    // A write that fails is not told so itself.
    stream.on("error", (error) => this.refuse(error));
    stream.on("close", () => this.refuse(new Error("The stream was closed.")));
  }

  /** What the stream makes of the bytes. After an error, the stream is of no further use. */
  passed(bytes: Uint8Array): Promise<Buffer> {
    this.waiting += bytes.length;
    return new Promise((resolve, reject) => {
      this.refusals.add(reject);
      this.stream.write(bytes, (error) => {
        const { pieces } = this;
        this.pieces = [];
        this.waiting -= bytes.length;
        this.refusals.delete(reject);
        if (error) reject(error);
        else resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
      });
    });
  }

  close(): void {
    this.stream.destroy();
  }

  private refuse(error: Error): void {
    for (const reject of this.refusals) reject(error);
    this.refusals.clear();
  }
}
