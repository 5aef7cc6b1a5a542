import type { PhraseBook } from "../words/phraseBook";
import { logo } from "./brand";
import type { Box, Scene } from "./scene";

/** A text broken into lines, with its font size in pixels. */
interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Widths of letters, relative to the font size. The first row that matches a letter counts. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/\p{Mn}|\u200d/u, 0],
  [/\p{Extended_Pictographic}/u, 1.25],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。！？：、（）]/u, 1.02],
  [/[ilj.,:;'’!|()]/u, 0.34],
  [/\s/u, 0.3],
  [/[mwMW%@—]/u, 0.96],
  [/[A-ZÄÖÜ\d]/u, 0.7],
  [/[\p{Script=Arabic}]/u, 0.52],
  [/[\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Thai}]/u, 0.7],
];

/** The estimated width of a text at font size 1. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.6;
  return width;
}

const segmenters = new Map<string, Intl.Segmenter>();

function wordsOf(text: string, book: PhraseBook): string[] {
  if (!book.unspaced) return text.split(/(?<= )/);
  const segmenter = segmenters.get(book.code) ?? new Intl.Segmenter(book.code, { granularity: "word" });
  segmenters.set(book.code, segmenter);
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true || words.length === 0) words.push(segment);
    else words.push(`${words.pop() ?? ""}${segment}`);
  }
  return words;
}

function broken(words: readonly string[], most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && widthOf((line + word).trimEnd()) > most) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  return line === "" ? lines : [...lines, line.trimEnd()];
}

/**
 * Breaks a text into lines that fill a box, with letters as large as possible between the two sizes. If it is too long
 * even in the smaller size, the rest is cut off with an ellipsis.
 */
function fitText(
  text: string,
  book: PhraseBook,
  box: { readonly width: number; readonly height: number },
  sizes: { readonly from: number; readonly to: number; readonly lineHeight: number },
): FittedText {
  const words = wordsOf(text, book);
  const longest = Math.max(...words.map((word) => widthOf(word.trimEnd())));
  for (let size = sizes.to; size > sizes.from; size *= 0.93) {
    const lines = broken(words, box.width / size);
    if (longest * size <= box.width && lines.length * size * sizes.lineHeight <= box.height) return { lines, size };
  }
  const most = Math.max(1, Math.floor(box.height / (sizes.from * sizes.lineHeight)));
  const lines = broken(words, box.width / sizes.from);
  return {
    lines: lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1] ?? ""}…`] : lines,
    size: sizes.from,
  };
}

/** How the words of an ad look. */
export interface TextStyle {
  readonly color: string;
  /** Color of the subtitle. */
  readonly quiet: string;
  readonly buttonColor: string;
  readonly buttonText: string;
  /** Color of the background, which shows through the mark. */
  readonly ground: string;
  readonly centered?: boolean;
  readonly serif?: boolean;
  /** Vertical position of the block in its box: 0 at the top, 1 at the bottom, in the middle if absent. */
  readonly anchor?: number;
}

const sans = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans JP',sans-serif";
const serif = "Georgia,'Times New Roman','Noto Serif',serif";

/**
 * Lines of text from a point downward. `x` is the edge where lines begin in the language, or the middle if centered.
 */
export function textLines(
  { book }: Scene,
  { lines, size }: FittedText,
  at: { readonly x: number; readonly y: number; readonly lineHeight: number },
  look: { readonly color: string; readonly weight: number; readonly centered?: boolean; readonly serif?: boolean },
): string {
  const spans = lines.map((line, i) => {
    const y = at.y + size * (0.8 + i * at.lineHeight);
    return `<tspan x="${at.x.toFixed(1)}" y="${y.toFixed(1)}">${escapeXml(line)}</tspan>`;
  });
  const direction = book.rightToLeft ? ` direction="rtl"` : "";
  const anchor = look.centered ? "middle" : "start";
  return `<text font-family="${look.serif ? serif : sans}" font-size="${size.toFixed(1)}" font-weight="${look.weight}" fill="${look.color}" text-anchor="${anchor}"${direction}>${spans.join("")}</text>`;
}

function brandRow(scene: Scene, box: Box, y: number, height: number, style: TextStyle): string {
  const { unit, brandName, brand, book } = scene;
  const size = Math.min(height * 0.72, (box.width - height * 1.35) / widthOf(brandName));
  const wide = height * 1.35 + widthOf(brandName) * size;
  const end = book.rightToLeft === true;
  const start = style.centered ? box.x + (box.width - wide) / 2 : end ? box.x + box.width - wide : box.x;
  const logoX = end ? start + wide - height : start;
  const textX = end ? logoX - height * 0.35 : start + height * 1.35;
  const text = { lines: [brandName], size };
  const at = { x: textX, y: y + height / 2 - size * 0.44 - unit * 0.1, lineHeight: 1 };
  return (
    logo(brand, { x: logoX, y, size: height }, style.color, style.ground) +
    textLines(scene, text, at, { color: style.color, weight: 700 })
  );
}

function buttonRow({ unit, button, book, dice }: Scene, box: Box, y: number, height: number, style: TextStyle): string {
  const size = Math.min(4.4 * unit, (box.width - height) / widthOf(button));
  const wide = widthOf(button) * size + height * 1.15;
  const x = style.centered ? box.x + (box.width - wide) / 2 : book.rightToLeft ? box.x + box.width - wide : box.x;
  const radius = dice.pick([height / 2, height / 2, height * 0.18]);
  const text = `<text x="${(x + wide / 2).toFixed(1)}" y="${(y + height / 2 + size * 0.35).toFixed(1)}" font-family="${sans}" font-size="${size.toFixed(1)}" font-weight="700" fill="${style.buttonText}" text-anchor="middle">${escapeXml(button)}</text>`;
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${wide.toFixed(1)}" height="${height.toFixed(1)}" rx="${radius.toFixed(1)}" fill="${style.buttonColor}"/>${text}`;
}

/** The brand, headline, subtitle, and button of an ad, as large as the box allows. */
export function textBlock(scene: Scene, box: Box, style: TextStyle): string {
  const { unit, book } = scene;
  const [brandHeight, buttonHeight, gap] = [6.5 * unit, 10 * unit, 3.4 * unit];
  const roomy = box.height > 44 * unit;
  const subtitle = roomy
    ? fitText(
        scene.subtitle,
        book,
        { width: box.width, height: 12 * unit },
        { from: 3, to: 4.2 * unit, lineHeight: 1.3 },
      )
    : { lines: [], size: 0 };
  const subtitleHeight = subtitle.lines.length * subtitle.size * 1.3 + (roomy ? gap * 0.7 : 0);
  const room = box.height - brandHeight - buttonHeight - subtitleHeight - 2.2 * gap;
  const sizes = { from: 3 * unit, to: 14 * unit, lineHeight: 1.16 };
  const headline = fitText(scene.headline, book, { width: box.width, height: room }, sizes);
  const headlineHeight = headline.lines.length * headline.size * 1.16;
  const spare = (room - headlineHeight) * (style.anchor ?? 0.5);
  const x = style.centered ? box.x + box.width / 2 : book.rightToLeft ? box.x + box.width : box.x;
  const top = box.y + spare;
  const headlineY = top + brandHeight + gap;
  const subtitleY = headlineY + headlineHeight + gap * 0.7;
  const look = { centered: style.centered === true, serif: style.serif === true };
  return [
    brandRow(scene, box, top, brandHeight, style),
    textLines(
      scene,
      headline,
      { x, y: headlineY, lineHeight: 1.16 },
      { ...look, color: style.color, weight: style.serif ? 600 : 800 },
    ),
    textLines(
      scene,
      subtitle,
      { x, y: subtitleY, lineHeight: 1.3 },
      { ...look, serif: false, color: style.quiet, weight: 500 },
    ),
    buttonRow(scene, box, headlineY + headlineHeight + subtitleHeight + gap * 1.2, buttonHeight, style),
  ].join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for XML content and attributes. */
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
