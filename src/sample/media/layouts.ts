import type { Colors } from "./brand";
import { type Box, divide, glow, gradient, leaves, pattern, place, type Scene, shadow } from "./scene";
import { textBlock, textLines, type TextStyle } from "./textBlock";

/** The colors of a text block on a light ground, and on a dark one. */
const onLight = (colors: Colors, ground: string, buttonColor: string): TextStyle => ({
  color: colors.ink,
  quiet: colors.deep,
  buttonColor,
  buttonText: "#fff",
  ground,
});
const onDark = (colors: Colors, ground: string, quiet: string): TextStyle => ({
  color: "#fff",
  quiet,
  buttonColor: "#fff",
  buttonText: colors.deep,
  ground,
});

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
    textBlock(scene, text, onLight(colors, colors.soft, colors.deep)),
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
      ...onLight(colors, colors.soft, colors.ink),
      serif: true,
      centered: scene.width < scene.height * 1.25,
    }),
  ].join("");
}

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
      ...onDark(colors, colors.main, colors.soft),
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
    textBlock(scene, text, onLight(colors, colors.pale, colors.main)),
  ].join("");
}

function hills({ width, height, dice }: Scene, from: number, color: string, bends: number): string {
  const points = Array.from({ length: bends + 1 }, (_, i) => {
    const x = (i / bends) * width;
    const y = height * (from + (dice.next() - 0.5) * 0.12);
    return [x, y] as const;
  });
  const [start] = points;
  let path = `M0 ${height}V${(start?.[1] ?? 0).toFixed(0)}`;
  for (const [i, [x, y]] of points.entries()) {
    const before = points[i - 1];
    if (!before) continue;
    const middle = (before[0] + x) / 2;
    path += `C${middle.toFixed(0)} ${before[1].toFixed(0)} ${middle.toFixed(0)} ${y.toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)}`;
  }
  return `<path d="${path}V${height}z" fill="${color}"/>`;
}

/** The product outdoors: hills under a low sun. */
export function landscape(scene: Scene): string {
  const { colors, width, height, dice } = scene;
  const { text, art } = divide(scene, false);
  const wide = width / height > 1.25;
  const horizon = wide ? 0.55 : (art.y + art.height * 0.25) / height;
  const sun = `<circle cx="${art.x + art.width * (0.3 + dice.next() * 0.4)}" cy="${height * (horizon - 0.02)}" r="${height * 0.12}" fill="${colors.accent}"/>`;
  const inner = {
    x: art.x + art.width * 0.12,
    y: art.y + art.height * 0.2,
    width: art.width * 0.76,
    height: art.height * 0.78,
  };
  return [
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colors.deep}"/><stop offset=".6" stop-color="${colors.main}"/><stop offset="1" stop-color="${colors.soft}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    sun,
    hills(scene, horizon + 0.06, colors.mid, 4),
    hills(scene, horizon + 0.18, colors.main, 3),
    hills(scene, horizon + 0.32, colors.deep, 3),
    shadow(inner, "#000"),
    place(scene.drawing, inner),
    textBlock(scene, text, { ...onDark(colors, colors.deep, colors.pale), anchor: 0 }),
  ].join("");
}

function stars({ unit }: Scene, x: number, y: number, color: string): string {
  const star = "M50 2l13 33 35 2-27 23 9 35-30-19-30 19 9-35L2 37l35-2z";
  return [0, 1, 2, 3, 4]
    .map(
      (i) =>
        `<path d="${star}" transform="translate(${x + i * 7.5 * unit} ${y}) scale(${unit * 0.065})" fill="${color}"/>`,
    )
    .join("");
}

/** A sheet of paper with a quotation mark and five stars, like the words of a customer. */
export function quote(scene: Scene): string {
  const { colors, width, height, unit } = scene;
  const { text, art } = divide(scene, true);
  const edge = 4 * unit;
  const inner: Box = { x: art.x, y: art.y + art.height * 0.25, width: art.width, height: art.height * 0.72 };
  return [
    gradient(scene, colors.mid, colors.main),
    `<rect x="${edge}" y="${edge}" width="${width - 2 * edge}" height="${height - 2 * edge}" rx="${5 * unit}" fill="${colors.pale}"/>`,
    `<text x="${art.x}" y="${art.y + 34 * unit}" font-family="Georgia,serif" font-size="${46 * unit}" font-weight="800" fill="${colors.soft}">“</text>`,
    stars(scene, art.x + art.width / 2 - 18 * unit, art.y + unit, colors.accent),
    shadow(inner, colors.ink),
    place(scene.drawing, inner),
    textBlock(scene, text, {
      ...onLight(colors, colors.pale, colors.main),
      serif: true,
      centered: width < height * 1.25,
    }),
  ].join("");
}

/** The product on the screen of a phone, for what people use on one. */
export function screen(scene: Scene): string {
  const { colors, dice } = scene;
  const { text, art } = divide(scene, false);
  const high = art.height * 1.25;
  const wide = Math.min(art.width * 0.7, high * 0.52);
  const x = art.x + (art.width - wide) / 2;
  const y = art.y + art.height * 0.02;
  const pad = wide * 0.06;
  const rows = [0.62, 0.74, 0.86].map((at, i) => {
    const color = i === 1 ? colors.accent : colors.soft;
    return `<rect x="${x + pad * 2}" y="${y + high * at}" width="${(wide - 4 * pad) * (1 - i * 0.18)}" height="${high * 0.07}" rx="${high * 0.035}" fill="${color}"/>`;
  });
  const picture = { x: x + pad * 2, y: y + high * 0.1, width: wide - 4 * pad, height: high * 0.46 };
  return [
    gradient(scene, dice.chance(0.5) ? colors.main : colors.deep, colors.mid),
    glow(scene, colors.accent),
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${wide * 0.13}" fill="${colors.ink}"/>`,
    `<rect x="${x + pad}" y="${y + pad}" width="${wide - 2 * pad}" height="${high - 2 * pad}" rx="${wide * 0.09}" fill="${colors.pale}"/>`,
    `<rect x="${x + wide * 0.36}" y="${y + pad * 1.6}" width="${wide * 0.28}" height="${pad * 0.9}" rx="${pad * 0.45}" fill="${colors.ink}"/>`,
    place(scene.drawing, picture),
    rows.join(""),
    textBlock(scene, text, onDark(colors, colors.main, colors.pale)),
  ].join("");
}

/** The product three times, on backgrounds of different colors. */
export function shelf(scene: Scene): string {
  const { colors, dice } = scene;
  const { text, art } = divide(scene, dice.chance(0.5));
  const wide = art.width >= art.height;
  const count = 3;
  const grounds = [colors.mid, colors.accent, colors.main];
  const cells = grounds.map((ground, i) => {
    const width = wide ? art.width / count - 8 : art.width;
    const height = wide ? art.height : art.height / count - 8;
    const box = { x: art.x + (wide ? i * (width + 12) : 0), y: art.y + (wide ? 0 : i * (height + 12)), width, height };
    const inner = { x: box.x + width * 0.12, y: box.y + height * 0.14, width: width * 0.76, height: height * 0.74 };
    const round = Math.min(width, height) * 0.12;
    return `<rect x="${box.x}" y="${box.y}" width="${width}" height="${height}" rx="${round}" fill="${ground}"/>${shadow(inner, colors.ink)}${place(scene.drawing, inner)}`;
  });
  return [
    `<rect width="${scene.width}" height="${scene.height}" fill="${colors.pale}"/>`,
    cells.join(""),
    textBlock(scene, text, onLight(colors, colors.pale, colors.deep)),
  ].join("");
}
