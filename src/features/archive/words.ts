import { indexable } from "./adText";

/** What a person typed: words that the index knows, and signs (such as emoji) that it does not. */
export interface Typed {
  /** A query for the word index (FTS5); undefined if nothing typed is a word. */
  readonly match: string | undefined;
  /** Texts that must occur exactly as typed. */
  readonly literals: readonly Term[];
}

/** One word that was typed, or all that stood in one pair of quotes. */
export interface Term {
  readonly text: string;
  readonly quoted: boolean;
}

const term = /"([^"]*)"?|[^\s"]+/g;
const hasWord = /[\p{L}\p{N}\p{Co}]/u;
const endsWithSign =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/** Splits a typed text into its terms. */
export function termsOf(text: string): readonly Term[] {
  return [...text.replaceAll(/\p{Cc}/gu, " ").matchAll(term)]
    .map(([all, quoted]) => ({ text: (quoted ?? all).normalize("NFKC").trim(), quoted: quoted !== undefined }))
    .filter((one) => one.text !== "");
}

/**
 * Makes a query for the word index, for one column or all. Whatever was typed counts as a word, never as an operator.
 */
export function typed(text: string, column?: string): Typed {
  const terms = termsOf(text);
  const phrases = terms
    .filter((one) => hasWord.test(one.text))
    .map((one) => {
      const phrase = `"${indexable(one.text).replaceAll('"', " ").trim()}"`;
      // A word should be found while it is still being typed. A character of an unspaced script is already a whole
      // word.
      return one.quoted || endsWithSign.test(one.text) ? phrase : `${phrase}*`;
    });
  const literals = terms.filter((one) => !hasWord.test(one.text));
  const match = phrases.map((phrase) => (column === undefined ? phrase : `${column}:${phrase}`)).join(" ");
  return { match: match === "" ? undefined : match, literals };
}

/** A pattern for `like … escape '\'` that finds the text anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
