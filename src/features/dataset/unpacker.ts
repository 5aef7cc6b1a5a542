import * as zlib from "node:zlib";
import { type PackedAnswer, sizeInFrame, unpack } from "../archive";
import { FrameStream } from "./frameStream";

// Electron may be built without Zstandard.
const zstd: Pick<Partial<typeof zlib>, "createZstdDecompress"> = zlib;

/** Unpacks one answer after another. */
export class Unpacker {
  private frames: FrameStream | undefined;

  /** The exact text of an answer. @throws {StorageError} as `unpack` does */
  async text({ coding, bytes }: PackedAnswer): Promise<string> {
    const size = coding === "zstd" && zstd.createZstdDecompress ? sizeInFrame(bytes) : undefined;
    if (size === undefined) return unpack(coding, bytes);
    return (await this.passed(bytes, size)) ?? unpack(coding, bytes);
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
