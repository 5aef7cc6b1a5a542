import type { PhraseBook } from "../words/phraseBook";
import type { Dice } from "../world/random";
import type { Colors } from "./colors";

/** A rectangle in the picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything that a layout needs for a picture. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** A hundredth of the picture's shorter side, of which sizes are multiples. */
  readonly unit: number;
  readonly colors: Colors;
  readonly book: PhraseBook;
  /** Index of the advertiser, which chooses the brand's mark. */
  readonly brand: number;
  readonly brandName: string;
  readonly headline: string;
  readonly subtitle: string;
  readonly button: string;
  /** The discount of the offer, in percent. */
  readonly percent: number;
  /** The product as an SVG fragment, 200 by 200. */
  readonly drawing: string;
  readonly dice: Dice;
}

/** Places a drawing of 200 by 200 in a box: as large as possible, centered, standing on the lower edge. */
export function place(drawing: string, box: Box): string {
  const scale = Math.min(box.width, box.height) / 200;
  const x = box.x + (box.width - 200 * scale) / 2;
  const y = box.y + box.height - 200 * scale;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${drawing}</g>`;
}

/** The shadow on the ground of something that stands in a box. */
export function shadow({ x, y, width, height }: Box, color: string): string {
  const across = Math.min(width, height) * 0.46;
  return `<ellipse cx="${x + width / 2}" cy="${y + height - across * 0.04}" rx="${across}" ry="${across * 0.13}" fill="${color}" opacity=".22"/>`;
}

/**
 * Divides a picture into a part for the text and one for the art: side by side if it is wide, else one above the other.
 */
export function divide(
  { width, height, unit, book }: Scene,
  artFirst: boolean,
): { readonly text: Box; readonly art: Box } {
  const edge = 7 * unit;
  if (width / height > 1.25) {
    const half = width / 2 - 1.5 * edge;
    const artLeft = artFirst !== (book.rightToLeft === true);
    const [left, right] = [edge, width / 2 + edge / 2];
    const tall = height - 2 * edge;
    return {
      text: { x: artLeft ? right : left, y: edge, width: half, height: tall },
      art: { x: artLeft ? left : right, y: edge, width: half, height: tall },
    };
  }
  const wide = width - 2 * edge;
  const share = height > width * 1.5 ? 0.42 : 0.46;
  const textHeight = (height - 3 * edge) * share;
  const artHeight = height - 3 * edge - textHeight;
  return {
    text: { x: edge, y: artFirst ? artHeight + 2 * edge : edge, width: wide, height: textHeight },
    art: { x: edge, y: artFirst ? edge : textHeight + 2 * edge, width: wide, height: artHeight },
  };
}
