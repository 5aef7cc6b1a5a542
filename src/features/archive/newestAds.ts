import { domainWords, indexable } from "./adText";
import type { ArchiveCriteria } from "./archiveCriteria";
import { type Condition, like, searchable } from "./conditions";
import { type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";
import { type Term, termsOf } from "./words";

/**
 * How many of the newest sightings each step looks through. SQLite does all steps in a few milliseconds, so a word that
 * many ads have is found here before the word index has merged its lists.
 */
const steps = [60, 140, 400, 1000, 2400];
/** The sum of `steps`. */
const most = 4000;
/** After fewer sightings, the share of those that match says too little about the others. */
const enoughToJudge = 200;
/** How many ads may have their texts compared here, which takes longer than SQLite's conditions. */
const mostCompared = 600;

type Test = (ad: DatabaseRow) => boolean;

/**
 * Finds the newest ads that match criteria without the word index. The result is exactly what the index would find.
 * Undefined if the index has to be asked: if too few of the newest ads match, if all terms are quoted, or if only the
 * index knows how it compares the letters of a term.
 */
export function amongNewest(
  session: DatabaseSession,
  criteria: ArchiveCriteria,
  conditions: readonly Condition[],
  limit: number,
): readonly DatabaseRow[] | undefined {
  const [inAll, inOwner] = [termsOf(criteria.text ?? ""), termsOf(criteria.advertiser ?? "")];
  const terms = [...inAll, ...inOwner];
  const tests = [...testsOf(inAll, anyColumn), ...testsOf(inOwner, ownerColumn)];
  // The index has one list for each whole word and reads it from its newest end, so it is as quick for quoted terms.
  if (terms.every(({ quoted }) => quoted) || tests.includes(undefined)) return undefined;
  const all = [
    { sql: "sighting > ? and sighting <= ?", values: [] },
    ...conditions,
    ...mayHave(inAll, searchable),
    ...mayHave(inOwner, ["ad.owner"]),
  ];
  const where = all.map((condition) => condition.sql).join(" and ");
  const sql = `select id, title, owner, domain, body, detail_body from ad where ${where} order by sighting desc limit ?`;
  const values = all.flatMap((condition) => condition.values);
  const found: DatabaseRow[] = [];
  let [looked, compared] = [0, 0];
  let top = criteria.after === undefined ? newest(session) : Number(criteria.after) - 1;
  for (const width of steps) {
    const ads = session.all(sql, top - width, top, ...values, mostCompared + 1 - compared);
    for (const ad of ads) {
      if (tests.every((test) => test?.(ad))) found.push(ad);
      if (found.length === limit) return rowsOf(session, found);
    }
    compared += ads.length;
    if (compared > mostCompared) return undefined;
    top -= width;
    if (top <= 0) return rowsOf(session, found);
    looked += width;
    // If few of these ads match, few of all do. The index's lists for the words are then short.
    if (looked >= enoughToJudge && found.length * most < limit * looked) return undefined;
  }
  return undefined;
}

const rowsOf = (session: DatabaseSession, ads: readonly DatabaseRow[]): readonly DatabaseRow[] =>
  ads.map(({ id }) => session.get("select * from ad where id = ?", whole(id)) ?? {});

const newest = (session: DatabaseSession) => whole(session.get("select max(sighting) as newest from ad")?.newest);

const ownerColumn = (ad: DatabaseRow) => [textOf(ad.owner)];
const anyColumn = (ad: DatabaseRow) => [
  textOf(ad.title),
  textOf(ad.owner),
  textOf(ad.domain).includes("xn--") ? domainWords(textOf(ad.domain)) : textOf(ad.domain),
  `${textOf(ad.body)}\n${textOf(ad.detail_body)}`,
];

/**
 * Conditions that let SQLite sort out most rows before `testsOf` looks at them, and never one that would pass: the
 * longest few words must occur somewhere, except in rows with letters beyond ASCII, which only the tests compare.
 */
function mayHave(terms: readonly Term[], columns: readonly string[]): readonly Condition[] {
  const words = terms.flatMap((term) => wordsOf(term) ?? []).sort((one, other) => other.length - one.length);
  const isOther = columns.map((column) => `length(cast(${column} as blob)) <> length(${column})`).join(" or ");
  return words.slice(0, 4).map((word) => {
    const likes = columns.map((column) => like(column, word.slice(0, 100)));
    return {
      sql: `(${likes.map(({ sql }) => sql).join(" or ")} or ${isOther} or ad.domain like '%xn--%')`,
      values: likes.flatMap(({ values }) => values),
    };
  });
}

/** The words of a term, in lower case; null if the term has characters beyond printable ASCII. */
const wordsOf = ({ text }: Term) => (ascii.test(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : null);

/** One test for each term; undefined for a term with letters that the index folds in its own way. */
function testsOf(
  terms: readonly Term[],
  columns: (ad: DatabaseRow) => readonly string[],
): readonly (Test | undefined)[] {
  return terms.map((term) => {
    const words = wordsOf(term);
    if (!words) return undefined;
    const pattern = patternOf(words, term.quoted);
    const hasIt = (column: string) => words.every((word) => column.includes(word)) && pattern.test(column);
    return (ad: DatabaseRow) => columns(ad).some((column) => hasIt(folded(column)));
  });
}

// The characters that the word index takes for part of a word (its `categories`).
const letter = String.raw`[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]`;
const ascii = /^[\x20-\x7e]+$/;

/** Finds the words of a term one after the other. Unless the term is quoted, the last one may begin a longer word. */
function patternOf(words: readonly string[], quoted: boolean): RegExp {
  const between = `(?:(?!${letter}).)+`;
  return new RegExp(`(?<!${letter})${words.join(between)}${quoted ? `(?!${letter})` : ""}`, "su");
}

/** Folds a text as the word index does, as far as ASCII letters are concerned. */
function folded(column: string): string {
  if (/^[\t\n\r -~]*$/.test(column)) return column.toLowerCase();
  return indexable(column)
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
