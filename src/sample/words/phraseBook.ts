/** The texts of one language. `{b}` stands for the brand, `{p}` for the product, `{n}` for the discount in percent. */
export interface PhraseBook {
  /** ISO 639-1 code of the language. */
  readonly code: string;
  readonly label: string;
  readonly rightToLeft?: true;
  /** Present if the language is written without spaces between words. */
  readonly unspaced?: true;
  /** Words in the language's own script that some brands put before their Latin name. */
  readonly brandWords?: readonly string[];
  /** The products of each vertical, in the order of `verticals`. */
  readonly products: readonly (readonly string[])[];
  readonly headlines: readonly string[];
  /** Headlines for the winter holidays, the sales in November, the new year, and summer. */
  readonly seasonal: readonly [string, string, string, string];
  readonly subtitles: readonly string[];
  readonly descriptions: readonly string[];
  /** The labels of the calls to action, in the order of `callsToAction`. */
  readonly ctas: readonly string[];
}
