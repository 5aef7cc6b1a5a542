import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { CompressionCodec } from "hyparquet";
import { FrameStream } from "./frameStream";

// Electron may be built without Zstandard; every engine reads gzip as well.
const zstd: Pick<Partial<typeof zlib>, "createZstdCompress"> = zlib;
export const codec: CompressionCodec = zstd.createZstdCompress ? "ZSTD" : "GZIP";

// A dataset is written once and read often. Much of an ad is random tokens in URLs: there, matches of fewer than 6 bytes
// cost more than they save.
const params = { [zlib.constants.ZSTD_c_compressionLevel]: 6, [zlib.constants.ZSTD_c_minMatch]: 6 };
const options = { params, flush: zlib.constants.ZSTD_e_end, chunkSize: 128 * 1024 };

/** Compresses pages while the rows of others are made. */
export class Compressor {
  private readonly streams = zstd.createZstdCompress ? [framesOf(), framesOf()] : [];

  async compressed(bytes: Uint8Array): Promise<Uint8Array> {
    const [one, other] = this.streams;
    if (!one || !other) return gzip(bytes);
    return (one.waiting > other.waiting ? other : one).passed(bytes);
  }

  close(): void {
    for (const stream of this.streams) stream.close();
  }
}

const framesOf = () => new FrameStream(zlib.createZstdCompress(options));
const gzip = promisify<Uint8Array, Uint8Array>(zlib.gzip);
