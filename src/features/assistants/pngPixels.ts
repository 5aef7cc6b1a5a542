import { inflateSync } from "node:zlib";

/** The most pixels on the longer side of a picture in an answer: models would shrink larger ones anyway. */
export const mostSide = 1568;

/** The most pixels of a picture that is decoded: 4K, or 3,000 × 3,000. */
export const mostPixels = 9_000_000;

/** Pixels as red, green, blue and alpha, one byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Values of a pixel, by color type: gray, color, palette, gray with alpha, color with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Decodes a PNG. Its inflated size is bounded by the size in its header, which is bounded by `mostPixels`.
 * @throws {Error} if it is damaged, too large, or interlaced
 */
export function pngPixels(bytes: Buffer): Pixels {
  const { header, palette, alpha, packed } = partsOf(bytes);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const channels = channelsOf[colorType];
  const isSized = width > 0 && height > 0 && width * height <= mostPixels;
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlaced !== 0 || !isSized)
    throw new Error("A PNG of a kind that is not read here.");
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const rows = inflateSync(packed, { maxOutputLength: (rowBytes + 1) * height });
  if (rows.length !== (rowBytes + 1) * height) throw new Error("A PNG with too few rows.");
  unfilter(rows, rowBytes, Math.ceil((channels * depth) / 8));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const samples = samplesOf(rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1)), depth, colorType !== 3);
    const row = data.subarray(y * width * 4, (y + 1) * width * 4);
    if (colorType === 3) paintIndexed(row, samples, palette, alpha);
    else paintDirect(row, samples, channels);
  }
  return { width, height, data };
}

/** The chunks that pixels are made of; texts, profiles and everything else are skipped. */
function partsOf(bytes: Buffer) {
  const none: Buffer = Buffer.alloc(0);
  let [header, palette, alpha] = [none, none, none];
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const content = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "IHDR") header = content;
    else if (name === "PLTE") palette = content;
    else if (name === "tRNS") alpha = content;
    else if (name === "IDAT") packed.push(content);
  }
  return { header, palette, alpha, packed: Buffer.concat(packed) };
}

/** Undoes each row's filter in place: values are stored as differences from their neighbors on the left and above. */
function unfilter(rows: Buffer, rowBytes: number, step: number): void {
  for (let start = 0; start < rows.length; start += rowBytes + 1) {
    const kind = rows[start];
    for (let at = start + 1; at <= start + rowBytes; at += 1) {
      const inRow = at - start > step;
      const left = inRow ? rows[at - step]! : 0;
      const up = start === 0 ? 0 : rows[at - rowBytes - 1]!;
      if (kind === 1) rows[at]! += left;
      else if (kind === 2) rows[at]! += up;
      else if (kind === 3) rows[at]! += (left + up) >> 1;
      else if (kind === 4) rows[at]! += paeth(left, up, inRow && start > 0 ? rows[at - rowBytes - 1 - step]! : 0);
    }
  }
}

/** Of the three neighbors, the one nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** A row's values as bytes: the upper eight of 16 bits; fewer than eight are scaled up if they are shades. */
function samplesOf(row: Buffer, depth: number, areShades: boolean): Uint8Array {
  if (depth === 8) return row;
  if (depth === 16) return row.filter((_, at) => at % 2 === 0);
  const perByte = 8 / depth;
  const most = 2 ** depth - 1;
  return Uint8Array.from({ length: row.length * perByte }, (_, at) => {
    const value = (row[Math.floor(at / perByte)]! >> (8 - depth * ((at % perByte) + 1))) & most;
    return areShades ? (value * 255) / most : value;
  });
}

function paintIndexed(row: Uint8Array, samples: Uint8Array, palette: Buffer, alpha: Buffer): void {
  for (let at = 0; at < row.length; at += 4) {
    const index = samples[at / 4]!;
    for (let channel = 0; channel < 3; channel += 1) row[at + channel] = palette[index * 3 + channel] ?? 0;
    row[at + 3] = alpha[index] ?? 255;
  }
}

function paintDirect(row: Uint8Array, samples: Uint8Array, channels: number): void {
  const colors = channels < 3 ? 1 : 3;
  for (let at = 0, from = 0; at < row.length; at += 4, from += channels) {
    for (let channel = 0; channel < 3; channel += 1) row[at + channel] = samples[from + (channel % colors)]!;
    row[at + 3] = channels > colors ? samples[from + colors]! : 255;
  }
}
