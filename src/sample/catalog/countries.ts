/** A country that ads run in. `language` is the position of its language in `phraseBooks`. */
export interface Country {
  readonly code: string;
  readonly label: string;
  readonly language: number;
  /** How many advertisers have their home here, relative to the others. */
  readonly weight: number;
}

const country = (code: string, label: string, language: number, weight: number): Country => ({
  code,
  label,
  language,
  weight,
});

/** At most 32, because the countries of an ad are a mask of 32 bits. */
export const countries: readonly Country[] = [
  country("us", "United States", 0, 30),
  country("gb", "United Kingdom", 0, 12),
  country("ca", "Canada", 0, 7),
  country("au", "Australia", 0, 6),
  country("ie", "Ireland", 0, 2),
  country("de", "Germany", 1, 10),
  country("at", "Austria", 1, 2),
  country("ch", "Switzerland", 1, 2),
  country("fr", "France", 2, 9),
  country("be", "Belgium", 2, 2),
  country("es", "Spain", 3, 6),
  country("mx", "Mexico", 3, 5),
  country("ar", "Argentina", 3, 3),
  country("br", "Brazil", 4, 8),
  country("pt", "Portugal", 4, 2),
  country("it", "Italy", 5, 6),
  country("nl", "Netherlands", 6, 4),
  country("pl", "Poland", 7, 4),
  country("tr", "Türkiye", 8, 4),
  country("ua", "Ukraine", 9, 2),
  country("se", "Sweden", 10, 3),
  country("sa", "Saudi Arabia", 11, 3),
  country("ae", "United Arab Emirates", 11, 3),
  country("eg", "Egypt", 11, 2),
  country("il", "Israel", 12, 3),
  country("in", "India", 13, 7),
  country("th", "Thailand", 14, 4),
  country("jp", "Japan", 15, 8),
  country("kr", "South Korea", 16, 6),
  country("tw", "Taiwan", 17, 4),
  country("sg", "Singapore", 0, 2),
  country("za", "South Africa", 0, 3),
];
