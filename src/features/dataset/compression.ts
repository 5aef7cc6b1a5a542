import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { CompressionCodec } from "hyparquet";

// Electron may be built without Zstandard; every engine reads gzip as well.
const zstd: Pick<Partial<typeof zlib>, "createZstdCompress"> = zlib;
export const codec: CompressionCodec = zstd.createZstdCompress ? "ZSTD" : "GZIP";

// A dataset is written once and read often. Much of an ad is random tokens in URLs: there, matches of fewer than 6 bytes
// cost more than they save.
const params = { [zlib.constants.ZSTD_c_compressionLevel]: 6, [zlib.constants.ZSTD_c_minMatch]: 6 };

/** Compresses pages in libuv's threads, while the rows of others are made. */
export class Compressor {
  private readonly streams = zstd.createZstdCompress ? [new PageStream(), new PageStream()] : [];

  async compressed(bytes: Uint8Array): Promise<Uint8Array> {
    const [one, other] = this.streams;
    if (!one || !other) return gzip(bytes);
    return (one.waiting > other.waiting ? other : one).compressed(bytes);
  }

  close(): void {
    for (const stream of this.streams) stream.close();
  }
}

const gzip = promisify<Uint8Array, Uint8Array>(zlib.gzip);

/**
 * Compresses one page after another with the same memory. New memory for each page would take more time than all small
 * pages take, and make V8 collect garbage all the time.
 */
class PageStream {
  /** Bytes that are still to be compressed. */
  waiting = 0;
  // Each page becomes a frame of its own.
  private readonly stream = zlib.createZstdCompress({
    ...{ params, flush: zlib.constants.ZSTD_e_end, chunkSize: 128 * 1024 },
  });
  private pieces: Uint8Array[] = [];

  constructor() {
    this.stream.on("data", (piece: Uint8Array) => this.pieces.push(piece));
  }

  compressed(bytes: Uint8Array): Promise<Uint8Array> {
    this.waiting += bytes.length;
    return new Promise((resolve, reject) => {
      this.stream.write(bytes, (error) => {
        this.waiting -= bytes.length;
        const pieces = this.pieces;
        this.pieces = [];
        if (error) reject(error);
        else resolve(Buffer.concat(pieces));
      });
    });
  }

  close(): void {
    this.stream.destroy();
  }
}
