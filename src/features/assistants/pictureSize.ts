import type { LoadedPicture } from "../../api";

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a picture's header says, without decoding it; undefined if it cannot be read. */
export function pictureSize({ mimeType, bytes }: LoadedPicture): PictureSize | undefined {
  if (mimeType === "image/png") return bytes.length < 24 ? undefined : sizeAt(bytes, 16, 20, "readUInt32BE");
  if (mimeType === "image/gif") return bytes.length < 10 ? undefined : sizeAt(bytes, 6, 8, "readUInt16LE");
  return mimeType === "image/jpeg" ? sizeOfJpeg(bytes) : undefined;
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
