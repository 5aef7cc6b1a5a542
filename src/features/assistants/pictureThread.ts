// Decodes a foreign picture and scales it down, in a separate thread that `PictureScaler` ends if it takes too long.
import { parentPort } from "node:worker_threads";
import { decode, encode } from "jpeg-js";
import { serve } from "../threads";
import { mostPixels, mostSide, type Pixels, pngPixels } from "./pngPixels";

/** Memory limit of a decoder, in megabytes: a picture of `mostPixels` in full color needs 200. */
const decoderMegabytes = 300;

const tasks = {
  /** Always a JPEG, whatever it was. An Exif block is kept, because it holds the orientation. */
  smaller(mimeType: string, bytes: Uint8Array): Uint8Array {
    const pixels = mimeType === "image/png" ? pngPixels(Buffer.from(bytes)) : jpegPixels(bytes);
    const exif: unknown = Reflect.get(pixels, "exifBuffer");
    const { data } = encode({ ...scaled(pixels), ...(exif !== undefined && { exifBuffer: exif }) }, 80);
    return new Uint8Array(data);
  },
};
export type PictureTasks = typeof tasks;

if (parentPort) serve(parentPort, "a picture", () => tasks);

function jpegPixels(bytes: Uint8Array): Pixels {
  return decode(bytes, {
    useTArray: true,
    tolerantDecoding: true,
    maxResolutionInMP: mostPixels / 1_000_000,
    maxMemoryUsageInMB: decoderMegabytes,
  });
}

/** Each new pixel is the mean of those it covers, on white; the picture never gets larger. */
function scaled({ width, height, data }: Pixels): Pixels {
  const factor = Math.min(1, mostSide / Math.max(width, height));
  const [across, down] = [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))];
  const smaller = new Uint8Array(across * down * 4);
  const edge = (at: number, of: number, all: number) => Math.floor((at * all) / of);
  for (let y = 0; y < down; y += 1) {
    const rows = [edge(y, down, height), edge(y + 1, down, height)] as const;
    for (let x = 0; x < across; x += 1) {
      const columns = [edge(x, across, width), edge(x + 1, across, width)] as const;
      smaller.set(mean(data, width, columns, rows), (y * across + x) * 4);
    }
  }
  return { width: across, height: down, data: smaller };
}

type Range = readonly [from: number, to: number];

function mean(data: Uint8Array, width: number, columns: Range, rows: Range): readonly [number, number, number, 255] {
  let [red, green, blue] = [0, 0, 0];
  for (let y = rows[0]; y < rows[1]; y += 1)
    for (let x = columns[0]; x < columns[1]; x += 1) {
      const at = (y * width + x) * 4;
      const alpha = data[at + 3]!;
      const white = (255 - alpha) * 255;
      red += data[at]! * alpha + white;
      green += data[at + 1]! * alpha + white;
      blue += data[at + 2]! * alpha + white;
    }
  const whole = (columns[1] - columns[0]) * (rows[1] - rows[0]) * 255;
  return [red / whole, green / whole, blue / whole, 255];
}
