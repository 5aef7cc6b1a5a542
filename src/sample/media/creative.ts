import { adTexts, percentOf } from "../world/adTexts";
import type { Facts } from "../world/facts";
import type { SampleWorld } from "../world/sampleWorld";
import { aspectRatios } from "../world/platformProfiles";
import { Dice, mix } from "../world/random";
import { colorsOf } from "./brand";
import { drawingOf } from "./drawings";
import { arch, landscape, poster, quote, sale, screen, shelf, split, spotlight, stage } from "./layouts";
import type { Scene } from "./scene";

type Layout = (scene: Scene) => string;

const anyLayout: readonly Layout[] = [spotlight, stage, arch, split, sale, poster, landscape, quote, shelf];

/** Layouts for verticals that not every layout suits, by position in `verticals`. The other verticals take any. */
const suited: Readonly<Record<number, readonly Layout[]>> = {
  5: [landscape, landscape, split, poster, spotlight, sale],
  6: [screen, split, stage, spotlight, quote],
  7: [screen, poster, split, quote, spotlight],
  8: [landscape, screen, stage, poster, sale],
  11: [landscape, stage, split, sale, poster],
};

function sceneOf(library: SampleWorld, facts: Facts, piece: number, dice: Dice): Scene {
  const [width, height] = aspectRatios[facts.ratio] ?? [1080, 1080];
  const { hue, name, index } = library.advertiser(facts);
  const book = library.book(facts);
  const { title, subtitle, callToAction } = adTexts(library, facts);
  const colors = colorsOf(hue + ((facts.campaign % 5) - 2) * 9 + piece * 24, facts.campaign % 6);
  const count = book.products[facts.vertical]?.length ?? 1;
  return {
    width,
    height,
    unit: Math.min(width, height) / 100,
    colors,
    book,
    brand: index,
    brandName: name,
    headline:
      piece === 0 ? (title ?? name) : (book.products[facts.vertical]?.[(facts.product + piece) % count] ?? name),
    subtitle,
    button: callToAction,
    percent: percentOf(facts),
    drawing: drawingOf(facts.vertical, (facts.product + piece) % count, count, colors),
    dice,
  };
}

/** Shortens coordinates to two decimals: more would be invisible and only add bytes. */
const short = (drawn: string): string => drawn.replace(/(\d\.\d\d)\d{3,}/g, "$1");

/** Draws a picture of an ad as an SVG document. `piece` counts the pictures of a carousel from 0. */
export function creative(library: SampleWorld, facts: Facts, piece: number): string {
  const dice = new Dice(mix(facts.index, facts.campaign + piece));
  const scene = sceneOf(library, facts, piece, dice);
  const { width, height } = scene;
  const drawn = dice.pick(suited[facts.vertical] ?? anyLayout)(scene);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${short(drawn)}</svg>`;
}
