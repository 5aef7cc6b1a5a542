import * as zlib from "node:zlib";
import { StorageError } from "../disk";

/** How a stored answer is compressed: a word in a column of its own, so that public tools can decompress the answer. */
export type Coding = "zstd" | "deflate" | "plain";

export interface Payload {
  readonly coding: Coding;
  readonly bytes: Uint8Array;
}

// Node.js before 22.15 has no Zstandard.
const zstd: Pick<Partial<typeof zlib>, "zstdCompressSync" | "zstdDecompressSync"> = zlib;

/** Adds a checksum, which deflate has by itself, so that damage is noticed. */
const checked = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };

/** Compresses an answer's text with the best coding that this Node.js has. */
export function pack(text: string): Payload {
  const plain = Buffer.from(text);
  const bytes = zstd.zstdCompressSync?.(plain, checked) ?? zlib.deflateSync(plain);
  if (bytes.length >= plain.length) return { coding: "plain", bytes: plain };
  return { coding: zstd.zstdCompressSync ? "zstd" : "deflate", bytes };
}

/** The exact text that was packed. @throws {StorageError} `damaged`, or `newer` if this Node.js lacks the coding */
export function unpack(coding: string, bytes: Uint8Array): string {
  try {
    return decoded(coding, bytes).toString();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError("damaged", `A stored answer cannot be decompressed (${coding})`, { cause: error });
  }
}

/** A buffer that most answers fit, so that no pieces need to be joined. */
const inOnePiece = { chunkSize: 64 * 1024 };

function decoded(coding: string, bytes: Uint8Array): Buffer {
  if (coding === "plain") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (coding === "deflate") return zlib.inflateSync(bytes, inOnePiece);
  if (coding === "zstd" && zstd.zstdDecompressSync) {
    const plain = zstd.zstdDecompressSync(bytes, inOnePiece);
    // Node.js 22 does not notice the missing end of a frame.
    if (bytes.length < smallestFrame || plain.length !== (sizeInFrame(bytes) ?? plain.length))
      throw new Error("The end is missing.");
    return plain;
  }
  throw new StorageError("newer", `This Node cannot read answers stored as ${coding}`);
}

/** Bytes of a frame with a checksum and one empty block. */
const smallestFrame = 13;

/** The uncompressed size that a Zstandard frame begins with (RFC 8878, 3.1.1.1); undefined if it names none. */
export function sizeInFrame(bytes: Uint8Array): number | undefined {
  if (bytes.length < smallestFrame) return undefined;
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const about = frame.readUInt8(4);
  const isShort = (about & 0x20) !== 0;
  const at = isShort ? 5 : 6;
  // Frames with a dictionary have its number in between.
  if ((about & 3) !== 0) return undefined;
  switch (about >> 6) {
    case 0:
      return isShort ? frame.readUInt8(at) : undefined;
    case 1:
      return frame.readUInt16LE(at) + 256;
    case 2:
      return frame.readUInt32LE(at);
    default:
      return undefined;
  }
}
