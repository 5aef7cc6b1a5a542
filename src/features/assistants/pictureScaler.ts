import { Worker } from "node:worker_threads";
import { type LoadedPicture, pictureSize, type PictureSize } from "../../api";
import { ThreadLink } from "../threads";
import type { PictureTasks } from "./pictureThread";
import { mostPixels, mostSide } from "./pngPixels";

/** The most bytes of a picture in an answer. */
export const mostPictureBytes = 1_000_000;

/** Why a picture cannot be made small enough. */
export type NotShown = "notSmall" | "tooManyPixels" | "unreadable";

export interface SmallPicture extends LoadedPicture {
  /** The size before it was scaled down; absent if it was not scaled. */
  readonly from?: PictureSize;
}

/** A picture takes a second to decode; one that takes this long was built to be slow. */
const toDecodeMs = 10_000;
const heapMegabytes = 256;

/** Scales pictures down, one at a time: a decoded picture takes up to 300 MB. */
export class PictureScaler {
  private last: Promise<unknown> = Promise.resolve();

  /**
   * A picture fit for an answer: unchanged if it is small, else scaled down in a thread with a time limit. The header
   * is read first. GIF and WebP have no decoder here.
   */
  readonly small = async (
    picture: LoadedPicture,
    signal: AbortSignal,
    ms = toDecodeMs,
  ): Promise<SmallPicture | NotShown> => {
    const from = pictureSize(picture);
    const isLight = picture.bytes.length <= mostPictureBytes;
    if (picture.mimeType !== "image/png" && picture.mimeType !== "image/jpeg") return isLight ? picture : "notSmall";
    if (!from) return "unreadable";
    if (isLight && Math.max(from.width, from.height) <= mostSide) return picture;
    if (from.width * from.height > mostPixels) return "tooManyPixels";
    const scaled = this.last.then(() => decoded(picture, AbortSignal.any([signal, AbortSignal.timeout(ms)])));
    this.last = scaled;
    const bytes = await scaled;
    signal.throwIfAborted();
    if (!bytes) return "unreadable";
    return bytes.length <= mostPictureBytes ? { mimeType: "image/jpeg", bytes: Buffer.from(bytes), from } : "notSmall";
  };
}

/** undefined if the thread fails or is ended. Never rejects. */
async function decoded({ mimeType, bytes }: LoadedPicture, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const thread = new ThreadLink<PictureTasks>({
    start: () => new Worker(require.resolve("./pictureThread"), { resourceLimits, stderr: true }),
  });
  try {
    return await thread.ask("smaller", [mimeType, bytes], signal);
  } catch {
    return undefined;
  } finally {
    await thread.end();
  }
}
