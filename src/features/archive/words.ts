import { indexable } from "./adText";

/** What was typed: words that the index knows, and signs (such as emoji) that it does not. */
export interface Typed {
  /** A query of the word index, or undefined where nothing typed is a word. */
  readonly match: string | undefined;
  /** Texts that must occur as they are. */
  readonly literals: readonly Term[];
}

export interface Term {
  readonly text: string;
  readonly quoted: boolean;
}

const term = /"([^"]*)"?|[^\s"]+/g;
const hasWord = /[\p{L}\p{N}\p{Co}]/u;
const endsWithSign =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/** The terms of a typed text; those in quotes whole. */
export function termsOf(text: string): readonly Term[] {
  return [...text.replaceAll(/\p{Cc}/gu, " ").matchAll(term)]
    .map(([all, quoted]) => ({ text: (quoted ?? all).normalize("NFKC").trim(), quoted: quoted !== undefined }))
    .filter((one) => one.text !== "");
}

/** Typed text as a query of the word index, in all columns or in one. Whatever is typed is a word, never an operator. */
export function typed(text: string, column?: string): Typed {
  const terms = termsOf(text);
  const phrases = terms
    .filter((one) => hasWord.test(one.text))
    .map((one) => {
      const phrase = `"${indexable(one.text).replaceAll('"', " ").trim()}"`;
      // A word still being typed should be found; a sign is whole as it stands.
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
