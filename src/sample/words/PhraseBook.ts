/** The texts of one language. `{b}` stands for the brand, `{p}` for the product, `{n}` for a percentage. */
export interface PhraseBook {
  readonly code: string;
  readonly label: string;
  readonly rightToLeft?: true;
  /** Written without spaces between words: lines may break anywhere. */
  readonly unspaced?: true;
  /** Words in the language's own script that brands put before their Latin name. */
  readonly brandWords?: readonly string[];
  /** Products by vertical, in the order of `verticals`. */
  readonly products: readonly (readonly string[])[];
  readonly headlines: readonly string[];
  /** Headlines of the seasons: winter holidays, sales week in November, new year, summer. */
  readonly seasonal: readonly [string, string, string, string];
  readonly subtitles: readonly string[];
  readonly descriptions: readonly string[];
  /** Labels of the call to action, in the order of `callsToAction`. */
  readonly ctas: readonly string[];
}
