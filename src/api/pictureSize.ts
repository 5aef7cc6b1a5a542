export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface Picture {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** What a picture's header says, without decoding it; undefined if it cannot be read. */
export function pictureSize({ mimeType, bytes }: Picture): PictureSize | undefined {
  if (mimeType === "image/png") return bytes.length < 24 ? undefined : sizeAt(bytes, 16, 20, "readUInt32BE");
  if (mimeType === "image/gif") return bytes.length < 10 ? undefined : sizeAt(bytes, 6, 8, "readUInt16LE");
  return mimeType === "image/jpeg" ? sizeOfJpeg(bytes) : mimeType === "image/webp" ? sizeOfWebp(bytes) : undefined;
}

type Read = "readUInt32BE" | "readUInt16BE" | "readUInt16LE";

const sizeAt = (bytes: Buffer, x: number, y: number, read: Read): PictureSize => ({
  width: bytes[read](x),
  height: bytes[read](y),
});

/** The frame header follows any number of segments, each with its length. */
function sizeOfJpeg(bytes: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // 0xC4, 0xC8 and 0xCC are tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker % 4 !== 0;
    if (isFrame || marker === 0xc0) return sizeAt(bytes, at + 7, at + 5, "readUInt16BE");
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The first chunk is the canvas, or the one frame in either of two codings; sides have 24 or 14 bits. */
function sizeOfWebp(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return chunk === "VP8 "
    ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    : undefined;
}
