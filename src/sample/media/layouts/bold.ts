import { divide, place, shadow, type Scene } from "../scene";
import { textBlock, textLines } from "../textBlock";
import { gradient, pattern } from "./backgrounds";

/** Two fields of color: the words on one, the product on the other. */
export function split(scene: Scene): string {
  const { colors, dice, width, height, unit } = scene;
  const dark = dice.chance(0.5);
  const { text, art } = divide(scene, dice.chance(0.5));
  const wide = width / height > 1.25;
  const edge = 7 * unit;
  const [x, y] = [wide && art.x > text.x ? width / 2 : 0, !wide && art.y > text.y ? art.y - edge / 2 : 0];
  const field = { x, y, width: wide ? width / 2 : width, height: wide ? height : art.height + 1.5 * edge };
  return [
    `<rect width="${width}" height="${height}" fill="${dark ? colors.deep : colors.pale}"/>`,
    `<rect x="${field.x}" y="${field.y}" width="${field.width}" height="${field.height}" fill="${dark ? colors.soft : colors.mid}"/>`,
    `<svg x="${field.x}" y="${field.y}" width="${field.width}" height="${field.height}">${pattern(scene, dark ? colors.mid : colors.soft)}</svg>`,
    shadow(art, colors.ink),
    place(scene.drawing, art),
    textBlock(scene, text, {
      color: dark ? "#fff" : colors.ink,
      quiet: dark ? colors.soft : colors.deep,
      buttonColor: colors.accent,
      buttonText: colors.onAccent,
      ground: dark ? colors.deep : colors.pale,
    }),
  ].join("");
}

function rays({ width, height }: Scene, x: number, y: number, color: string): string {
  const far = Math.hypot(width, height);
  const wedges = Array.from({ length: 12 }, (_, i) => {
    const [a, b] = [(i * Math.PI) / 6, (i * Math.PI) / 6 + Math.PI / 12];
    const point = (angle: number) =>
      `${(x + far * Math.cos(angle)).toFixed(0)} ${(y + far * Math.sin(angle)).toFixed(0)}`;
    return `M${x.toFixed(0)} ${y.toFixed(0)}L${point(a)}L${point(b)}z`;
  });
  return `<path d="${wedges.join("")}" fill="${color}" opacity=".5"/>`;
}

function badge(scene: Scene, x: number, y: number, radius: number): string {
  const { colors, percent } = scene;
  const teeth = Array.from({ length: 32 }, (_, i) => {
    const r = i % 2 === 0 ? radius : radius * 0.9;
    const angle = (i * Math.PI) / 16;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  });
  const number = { lines: [`\u200e−${percent}%`], size: radius * 0.62 };
  return `<polygon points="${teeth.join(" ")}" fill="${colors.accent}"/><circle cx="${x}" cy="${y}" r="${radius * 0.78}" fill="none" stroke="${colors.onAccent}" stroke-width="${radius * 0.03}" stroke-dasharray="${radius * 0.06}"/><g transform="rotate(-8 ${x} ${y})">${textLines(scene, number, { x, y: y - radius * 0.29, lineHeight: 1 }, { color: colors.onAccent, weight: 900, centered: true })}</g>`;
}

/** A sale: rays behind the product, and the discount on a badge. */
export function sale(scene: Scene): string {
  const { colors, unit } = scene;
  const { text, art } = divide(scene, true);
  const [x, y] = [art.x + art.width / 2, art.y + art.height / 2];
  const inner = { x: art.x, y: art.y + art.height * 0.06, width: art.width, height: art.height * 0.88 };
  const side = Math.min(art.width, art.height);
  return [
    gradient(scene, colors.main, colors.deep),
    rays(scene, x, y, colors.main),
    `<circle cx="${x}" cy="${y}" r="${side * 0.47}" fill="${colors.soft}"/>`,
    shadow(inner, colors.ink),
    place(scene.drawing, { ...inner, y: inner.y + side * 0.08, height: inner.height - side * 0.16 }),
    badge(scene, x + side * 0.4, y - side * 0.28, Math.max(13 * unit, side * 0.2)),
    textBlock(scene, text, {
      color: "#fff",
      quiet: colors.soft,
      buttonColor: "#fff",
      buttonText: colors.deep,
      ground: colors.main,
      centered: scene.width < scene.height * 1.25,
    }),
  ].join("");
}

const tiles: readonly ((size: number, a: string, b: string) => string)[] = [
  (s, a) => `<path d="M0 0h${s}a${s} ${s} 0 0 1 -${s} ${s}z" fill="${a}"/>`,
  (s, a, b) =>
    `<rect width="${s}" height="${s}" fill="${b}"/><circle cx="${s / 2}" cy="${s / 2}" r="${s / 2}" fill="${a}"/>`,
  (s, a) => `<path d="M0 ${s}L${s} 0V${s}z" fill="${a}"/>`,
  (s, a, b) =>
    `<rect width="${s}" height="${s}" fill="${a}"/><path d="M0 0a${s} ${s} 0 0 0 ${s} ${s}V0z" fill="${b}"/>`,
  (s, a, b) =>
    `<rect width="${s}" height="${s / 2}" fill="${a}"/><rect y="${s / 2}" width="${s}" height="${s / 2}" fill="${b}"/>`,
  (s, a) =>
    `<circle cx="${s / 2}" cy="${s / 2}" r="${s * 0.36}" fill="none" stroke="${a}" stroke-width="${s * 0.22}"/>`,
];

/** Rows of colored shapes around the product, as on a poster. */
export function poster(scene: Scene): string {
  const { colors, dice, width, height } = scene;
  const { text, art } = divide(scene, dice.chance(0.5));
  const columns = 4;
  const size = Math.max(art.width / columns, art.height / 4);
  const tones = [colors.main, colors.mid, colors.accent, colors.deep, colors.soft];
  const cells: string[] = [];
  for (let row = 0; row * size < art.height; row++) {
    for (let column = 0; column * size < art.width; column++) {
      const drawn = dice.pick(tiles)(size, dice.pick(tones), dice.pick(tones));
      cells.push(`<g transform="translate(${(column * size).toFixed(1)} ${(row * size).toFixed(1)})">${drawn}</g>`);
    }
  }
  const side = Math.min(art.width, art.height) * 0.66;
  const card = { x: art.x + (art.width - side) / 2, y: art.y + (art.height - side) / 2, width: side, height: side };
  return [
    `<rect width="${width}" height="${height}" fill="${colors.pale}"/>`,
    `<svg x="${art.x}" y="${art.y}" width="${art.width}" height="${art.height}">${cells.join("")}</svg>`,
    `<rect x="${card.x}" y="${card.y}" width="${side}" height="${side}" fill="${colors.pale}"/>`,
    place(scene.drawing, { x: card.x + side * 0.1, y: card.y + side * 0.1, width: side * 0.8, height: side * 0.8 }),
    textBlock(scene, text, {
      color: colors.ink,
      quiet: colors.deep,
      buttonColor: colors.main,
      buttonText: "#fff",
      ground: colors.pale,
    }),
  ].join("");
}
