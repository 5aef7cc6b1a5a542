import type { Advertiser } from "../world/advertisers";
import { colorsOf } from "./colors";
import { logo } from "./logo";

/** Draws an advertiser's portrait, its mark in its colors, as an SVG document of 96 by 96 pixels. */
export function avatar({ index, hue }: Advertiser): string {
  const { deep, main, soft, accent } = colorsOf(hue, index % 6);
  const [ground, color] = [
    [main, "#fff"],
    [deep, accent],
    [soft, deep],
  ][index % 3] ?? [main, "#fff"];
  const mark = logo(index, { x: 26, y: 26, size: 44 }, color ?? "#fff", ground ?? main);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground ?? main}"/>${mark}</svg>`;
}
