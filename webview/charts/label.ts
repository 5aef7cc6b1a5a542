import { lazy } from "./locale";

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
// Line and bidi controls would move a label's neighbors; C0 and C1 have no glyphs.
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
/** Marks of direction, which texts in Arabic and Hebrew often begin with, and the byte order mark: none is visible. */
const marks = /[\u061C\u200E\u200F\uFEFF]/g;

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** The first `max` characters as people count them, with an ellipsis if something was left out. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  // One character can be many code units; beyond this window, the rest is always cut.
  const window = text.slice(0, max * 16);
  let count = 0;
  for (const { index } of segmenter().segment(window)) {
    if (count === max) return `${window.slice(0, index).trimEnd()}…`;
    count++;
  }
  return window.length < text.length ? `${window}…` : window;
}

/** Foreign text as one short line: controls made visible, marks left out, white space folded, clipped to `max` characters. */
export function plainLabel(text: string, max = 60): string {
  const line = text
    .slice(0, max * 16 + 1)
    .replace(controls, "\uFFFD")
    .replace(marks, "")
    .replace(/\s+/gu, " ")
    .trim();
  return clipText(line, max);
}

/** A label ready to stand inside one of our sentences, whatever its direction of writing. */
export function labelInSentence(text: string): string {
  const label = plainLabel(text, 40);
  return rightToLeft.test(label) ? `\u2068${label}\u2069` : label;
}
