import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { StorageError } from "./storageError";

/** How a stored answer is compressed: one word in a column of its own, so that public tools can undo it. */
export type Coding = "zstd" | "deflate" | "plain";

export interface Payload {
  readonly coding: Coding;
  readonly bytes: Uint8Array;
}

// Nodes before 22.15 have no Zstandard.
const zstd: Pick<Partial<typeof zlib>, "zstdCompress" | "zstdCompressSync" | "zstdDecompressSync"> = zlib;

/** Both packings hold a checksum, so that damage is noticed. */
const checked = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };

/** Compresses an answer's text with the best that this Node has. */
export function pack(text: string): Payload {
  const plain = Buffer.from(text);
  const bytes = zstd.zstdCompressSync?.(plain, checked) ?? zlib.deflateSync(plain);
  if (bytes.length >= plain.length) return { coding: "plain", bytes: plain };
  return { coding: zstd.zstdCompressSync ? "zstd" : "deflate", bytes };
}

/** Shorter texts are packed at once. */
const largeCharacters = 1_000_000;

/** The same without holding anything up: a large text is compressed beside other work. */
export async function packBeside(text: string): Promise<Payload> {
  if (text.length < largeCharacters) return pack(text);
  const plain = Buffer.from(text);
  const coding = zstd.zstdCompress ? "zstd" : "deflate";
  const bytes = await (zstd.zstdCompress ? zstdBeside(zstd.zstdCompress, plain) : promisify(zlib.deflate)(plain));
  return bytes.length >= plain.length ? { coding: "plain", bytes: plain } : { coding, bytes };
}

function zstdBeside(compress: typeof zlib.zstdCompress, plain: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    compress(plain, checked, (error, packed) => (error ? reject(error) : resolve(packed)));
  });
}

/** The exact text that was packed. @throws {StorageError} `damaged`, or `newer` where this Node lacks the coding */
export function unpack(coding: string, bytes: Uint8Array): string {
  try {
    return decoded(coding, bytes).toString();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError("damaged", `A stored answer cannot be decompressed (${coding})`, { cause: error });
  }
}

/** Most answers come out in one piece, which then need not be put together. */
const inOnePiece = { chunkSize: 64 * 1024 };

function decoded(coding: string, bytes: Uint8Array): Buffer {
  if (coding === "plain") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (coding === "deflate") return zlib.inflateSync(bytes, inOnePiece);
  if (coding === "zstd" && zstd.zstdDecompressSync) return zstd.zstdDecompressSync(bytes, inOnePiece);
  throw new StorageError("newer", `This Node cannot read answers stored as ${coding}`);
}
