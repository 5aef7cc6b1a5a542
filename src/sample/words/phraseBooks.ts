import { ar } from "./ar";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { he } from "./he";
import { hi } from "./hi";
import { it } from "./it";
import { ja } from "./ja";
import { ko } from "./ko";
import { nl } from "./nl";
import { pl } from "./pl";
import { pt } from "./pt";
import { sv } from "./sv";
import { th } from "./th";
import { tr } from "./tr";
import { uk } from "./uk";
import { zh } from "./zh";
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
