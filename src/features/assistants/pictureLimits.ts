/** The most pixels on the longer side of a picture in an answer: models would shrink larger ones anyway. */
export const mostSide = 1568;

/** The most pixels of a picture that is decoded: 4K, or 3,000 × 3,000. */
export const mostPixels = 9_000_000;

/** The most bytes of a picture in an answer. */
export const mostPictureBytes = 1_000_000;

/** What the thread is started with. */
export interface ToPictureThread {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}
