import { divide, place, shadow, type Scene } from "../scene";
import { textBlock } from "../textBlock";
import { glow, gradient, leaves, pattern } from "./backgrounds";

/** The product in front of a disc on a light background. */
export function spotlight(scene: Scene): string {
  const { colors, dice } = scene;
  const { text, art } = divide(scene, dice.chance(0.5));
  const radius = Math.min(art.width, art.height) * 0.5;
  const disc = `<circle cx="${art.x + art.width / 2}" cy="${art.y + art.height / 2}" r="${radius}" fill="${colors.mid}"/>`;
  const inner = { x: art.x, y: art.y + art.height * 0.06, width: art.width, height: art.height * 0.88 };
  return [
    gradient(scene, colors.pale, colors.soft),
    dice.chance(0.5) ? pattern(scene, "#fff") : leaves(scene, art, colors.mid),
    disc,
    shadow(inner, colors.ink),
    place(scene.drawing, inner),
    textBlock(scene, text, {
      color: colors.ink,
      quiet: colors.deep,
      buttonColor: colors.deep,
      buttonText: "#fff",
      ground: colors.soft,
    }),
  ].join("");
}

/** The product alone in a beam of light in the dark. */
export function stage(scene: Scene): string {
  const { colors, dice, width, height, unit } = scene;
  const { text, art } = divide(scene, dice.chance(0.6));
  const [x, floor] = [art.x + art.width / 2, art.y + art.height * 0.92];
  const beam = `<path d="M${x - 8 * unit} 0H${x + 8 * unit}L${x + 46 * unit} ${floor}H${x - 46 * unit}z" fill="${colors.mid}" opacity=".16"/>`;
  const pool = `<ellipse cx="${x}" cy="${floor}" rx="${46 * unit}" ry="${8 * unit}" fill="${colors.mid}" opacity=".35"/>`;
  const inner = { x: art.x, y: art.y + art.height * 0.06, width: art.width, height: art.height * 0.86 };
  return [
    gradient(scene, colors.ink, colors.deep),
    glow(scene, colors.main),
    `<g><clipPath id="all"><rect width="${width}" height="${height}"/></clipPath><g clip-path="url(#all)">${beam}${pool}</g></g>`,
    place(scene.drawing, inner),
    textBlock(scene, text, {
      color: "#fff",
      quiet: colors.soft,
      buttonColor: colors.accent,
      buttonText: colors.onAccent,
      ground: colors.deep,
      serif: dice.chance(0.4),
    }),
  ].join("");
}

/** The product on a plinth in front of an arch. */
export function arch(scene: Scene): string {
  const { colors, dice, height, unit } = scene;
  const { text, art } = divide(scene, true);
  const wide = Math.min(art.width, art.height * 1.1);
  const x = art.x + (art.width - wide) / 2;
  const foot = scene.width / scene.height > 1.25 ? height : art.y + art.height;
  const arc = `<path d="M${x} ${foot}V${art.y + wide / 2}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V${foot}z" fill="${colors.main}"/>`;
  const plinth = `<rect x="${x + wide * 0.16}" y="${foot - 13 * unit}" width="${wide * 0.68}" height="${13 * unit}" rx="${1.5 * unit}" fill="${colors.pale}"/><rect x="${x + wide * 0.16}" y="${foot - 13 * unit}" width="${wide * 0.68}" height="${3 * unit}" rx="${1.5 * unit}" fill="#fff"/>`;
  const inner = {
    x: x + wide * 0.14,
    y: art.y + wide * 0.12,
    width: wide * 0.72,
    height: foot - 13 * unit - art.y - wide * 0.12,
  };
  return [
    `<rect width="${scene.width}" height="${height}" fill="${colors.soft}"/>`,
    dice.chance(0.6) ? leaves(scene, art, colors.main) : "",
    arc,
    plinth,
    place(scene.drawing, inner),
    textBlock(scene, text, {
      color: colors.ink,
      quiet: colors.deep,
      buttonColor: colors.ink,
      buttonText: "#fff",
      ground: colors.soft,
      serif: true,
      centered: scene.width < scene.height * 1.25,
    }),
  ].join("");
}
