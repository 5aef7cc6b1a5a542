/** The longer side of a picture in an answer: models make larger ones smaller themselves. */
export const mostSide = 1568;

/** A picture with more is not decoded: 4K, or 3,000 × 3,000. */
export const mostPixels = 9_000_000;

/** Bytes of a picture in an answer. */
export const mostPictureBytes = 1_000_000;

/** What the thread is started with. */
export interface ToPictureThread {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}
