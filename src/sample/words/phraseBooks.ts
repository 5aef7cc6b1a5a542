import { ar, he, hi, ja, ko, pl, th, tr, uk, zh } from "./otherLanguages";
import { de, en, nl, sv } from "./germanic";
import { es, fr, it, pt } from "./romance";
import type { PhraseBook } from "./phraseBook";

/** Every language of the library. The order is part of the data: an ad refers to its language by position. */
export const phraseBooks: readonly PhraseBook[] = [
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  tr,
  uk,
  sv,
  ar,
  he,
  hi,
  th,
  ja,
  ko,
  zh,
];
