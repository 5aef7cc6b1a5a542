import type { PhraseBook } from "../words/phraseBook";

/** A text broken into lines, with its font size in pixels. */
export interface FittedText {
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
export function widthOf(text: string): number {
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
export function fitText(
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
