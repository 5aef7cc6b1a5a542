import type { PhraseBook } from "../words/phraseBook";
import type { Dice } from "../world/random";
import type { Colors } from "./brand";

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

/** A background gradient from one color to another. */
export function gradient({ width, height, dice }: Scene, from: string, to: string): string {
  const [x, y] = dice.pick([
    [1, 1],
    [0, 1],
    [1, 0],
    [1, 0.4],
  ]);
  return `<defs><linearGradient id="ground" x1="0" y1="0" x2="${x}" y2="${y}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/>`;
}

/** A faint pattern of dots, stripes, waves, or crosses over the whole picture. */
export function pattern({ width, height, unit, dice }: Scene, color: string): string {
  const size = 8 * unit;
  const shapes = dice.pick([
    `<circle cx="${size / 2}" cy="${size / 2}" r="${unit * 0.8}" fill="${color}"/>`,
    `<path d="M0 ${size}L${size} 0" stroke="${color}" stroke-width="${unit * 0.9}"/>`,
    `<path d="M0 ${size / 2}q${size / 4} ${-size / 3} ${size / 2} 0t${size / 2} 0" stroke="${color}" stroke-width="${unit * 0.6}" fill="none"/>`,
    `<path d="M${size / 2} ${size * 0.3}v${size * 0.4}M${size * 0.3} ${size / 2}h${size * 0.4}" stroke="${color}" stroke-width="${unit * 0.7}"/>`,
  ]);
  return `<defs><pattern id="pattern" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${shapes}</pattern></defs><rect width="${width}" height="${height}" fill="url(#pattern)" opacity=".5"/>`;
}

/** Three soft discs of light at random places. */
export function glow({ width, height, dice }: Scene, color: string): string {
  const discs = [0, 1, 2].map(() => {
    const radius = (0.2 + dice.next() * 0.4) * Math.max(width, height);
    return `<circle cx="${dice.below(width)}" cy="${dice.below(height)}" r="${radius.toFixed(0)}" fill="url(#glow)"/>`;
  });
  return `<defs><radialGradient id="glow"><stop stop-color="${color}" stop-opacity=".6"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs>${discs.join("")}`;
}

/** Leaves that grow behind the art from its outer lower corner. */
export function leaves({ width, unit, dice }: Scene, art: Box, color: string): string {
  const right = art.x + art.width / 2 > width / 2 || (art.width > width * 0.6 && dice.chance(0.5));
  const grown = [-62, -40, -18, 6, 28].map((turn, i) => {
    const long = (34 + ((i * 37) % 20)) * unit;
    return `<path d="M0 0C${long * 0.35} ${-long * 0.2} ${long * 0.35} ${-long * 0.8} 0 ${-long}C${-long * 0.35} ${-long * 0.8} ${-long * 0.35} ${-long * 0.2} 0 0z" transform="rotate(${turn + (right ? -20 : 20)})" fill="${color}" opacity="${0.35 + i * 0.12}"/>`;
  });
  return `<g transform="translate(${right ? art.x + art.width : art.x} ${art.y + art.height})">${grown.join("")}</g>`;
}
