import type { Colors } from "../colors";
import {
  beauty,
  fashion,
  finance,
  fitness,
  food,
  games,
  home,
  learning,
  mobility,
  pets,
  tech,
  travel,
} from "./products";

/**
 * Drawings of four products for each vertical, in the order of `verticals` and of the English phrase book. Each is an
 * SVG fragment of 200 by 200 that stands on the lower edge. `@` with a letter is a color: d deep, m main, i mid, s
 * soft, p pale, a accent, k ink, w white.
 */
const drawings: readonly (readonly string[])[] = [
  beauty,
  fashion,
  home,
  food,
  fitness,
  travel,
  finance,
  learning,
  games,
  pets,
  tech,
  mobility,
];

/** For each vertical, which of the four drawings belong to the products of a phrase book that has three. */
const threeOfFour: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 1, 2],
  [0, 1, 2],
  [1, 2, 3],
  [0, 1, 3],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 2],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 3],
  [0, 2, 3],
];

/** The drawing of the product at `position` in a phrase book that has `count` products of the vertical. */
export function drawingOf(vertical: number, position: number, count: number, colors: Colors): string {
  const four = count === 3 ? (threeOfFour[vertical]?.[position % 3] ?? 0) : position % 4;
  const { deep, main, mid, soft, pale, accent, ink } = colors;
  const tones: Readonly<Record<string, string>> = {
    d: deep,
    m: main,
    i: mid,
    s: soft,
    p: pale,
    a: accent,
    k: ink,
    w: "#fff",
  };
  return (drawings[vertical]?.[four] ?? "").replace(/@([a-z])/g, (_, letter: string) => tones[letter] ?? main);
}
