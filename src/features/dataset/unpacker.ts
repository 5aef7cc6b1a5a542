import * as zlib from "node:zlib";
import { type PackedAnswer, unpack } from "../archive";
import { StorageError } from "../disk";
import { FrameStream } from "./frameStream";

// Electron may be built without Zstandard.
const zstd: Pick<Partial<typeof zlib>, "createZstdDecompress"> = zlib;

/** Unpacks one answer after another. */
export class Unpacker {
  private frames: FrameStream | undefined;

  /** The exact text of an answer. @throws {StorageError} as `unpack` does */
  async text({ coding, bytes }: PackedAnswer): Promise<string> {
    const size =
      coding === "zstd" && zstd.createZstdDecompress
        ? sizeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
        : undefined;
    if (size === undefined) return unpack(coding, bytes);
    const passed = await this.passed(bytes, size);
    if (passed !== undefined) return passed;
    const text = unpack(coding, bytes);
    // Node.js 22 does not notice the missing end of a frame.
    if (Buffer.byteLength(text) !== size) throw new StorageError("damaged", "A stored answer is incomplete");
    return text;
  }

  /** Undefined if this is not a whole frame: then `unpack` says what is wrong with it. */
  private async passed(bytes: Uint8Array, size: number): Promise<string | undefined> {
    const frames = (this.frames ??= new FrameStream(zlib.createZstdDecompress({ chunkSize: 256 * 1024 })));
    const text = await frames.passed(bytes).catch(() => undefined);
    if (text?.length === size) return text.toString();
    frames.close();
    if (this.frames === frames) this.frames = undefined;
    return undefined;
  }
}

/** The uncompressed size that a Zstandard frame begins with (RFC 8878, 3.1.1.1); undefined if it names none. */
function sizeOf(frame: Buffer): number | undefined {
  if (frame.length < 16) return undefined;
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
