import { divide, place, shadow, type Box, type Scene } from "../scene";
import { textBlock } from "../textBlock";
import { glow, gradient } from "./backgrounds";

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
    textBlock(scene, text, {
      color: "#fff",
      quiet: colors.pale,
      buttonColor: "#fff",
      buttonText: colors.deep,
      ground: colors.deep,
      anchor: 0,
    }),
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
      color: colors.ink,
      quiet: colors.deep,
      buttonColor: colors.main,
      buttonText: "#fff",
      ground: colors.pale,
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
    textBlock(scene, text, {
      color: "#fff",
      quiet: colors.pale,
      buttonColor: "#fff",
      buttonText: colors.deep,
      ground: colors.main,
    }),
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
    textBlock(scene, text, {
      color: colors.ink,
      quiet: colors.deep,
      buttonColor: colors.deep,
      buttonText: "#fff",
      ground: colors.pale,
    }),
  ].join("");
}
