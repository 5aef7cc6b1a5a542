import { domainWords, indexable } from "./adText";
import type { ArchiveQuery } from "./archiveQuery";
import { type Condition, like, searchable } from "./conditions";
import { type Row, type Session, text, whole } from "./session";
import { type Term, termsOf } from "./words";

/**
 * Widths of the steps in which the newest sightings are looked through, together what SQLite looks through in a few
 * milliseconds. A word that many ads have is found there before the word index has put its lists together.
 */
const steps = [60, 140, 400, 1000, 2400];
const most = 4000;
/** Fewer say too little about how many others have a word. */
const enoughToJudge = 200;
/** Ads whose words are compared here, each of which takes longer. */
const mostCompared = 600;

type Test = (ad: Row) => boolean;

/**
 * The newest ads that a query asks for, found without the word index: exactly those that it would find. Undefined where
 * too few of the newest are such, or where only the index knows its words.
 */
export function amongNewest(
  session: Session,
  query: ArchiveQuery,
  conditions: readonly Condition[],
  limit: number,
): readonly Row[] | undefined {
  const [inAll, inOwner] = [termsOf(query.text ?? ""), termsOf(query.advertiser ?? "")];
  const terms = [...inAll, ...inOwner];
  const tests = [...testsOf(inAll, anyColumn), ...testsOf(inOwner, ownerColumn)];
  // Whole words have one list each, which the index reads from its newest end.
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
  const found: Row[] = [];
  let [looked, compared] = [0, 0];
  let top = query.after === undefined ? newest(session) : Number(query.after) - 1;
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
    // What few of them have, few ads have: its lists in the word index are short.
    if (looked >= enoughToJudge && found.length * most < limit * looked) return undefined;
  }
  return undefined;
}

const rowsOf = (session: Session, ads: readonly Row[]): readonly Row[] =>
  ads.map(({ id }) => session.get("select * from ad where id = ?", whole(id)) ?? {});

const newest = (session: Session) => whole(session.get("select max(sighting) as newest from ad")?.newest);

const ownerColumn = (ad: Row) => [text(ad.owner)];
const anyColumn = (ad: Row) => [
  text(ad.title),
  text(ad.owner),
  text(ad.domain).includes("xn--") ? domainWords(text(ad.domain)) : text(ad.domain),
  `${text(ad.body)}\n${text(ad.detail_body)}`,
];

/**
 * Conditions on a row of `ad` that hold wherever the terms' tests may: the longest few words are looked for, and letters
 * beyond ASCII left to the tests.
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

/** The words of a term of ASCII. */
const wordsOf = ({ text }: Term) => (ascii.test(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : null);

/** One test for each term; undefined for one whose letters the index folds in its own way. */
function testsOf(terms: readonly Term[], columns: (ad: Row) => readonly string[]): readonly (Test | undefined)[] {
  return terms.map((term) => {
    const words = wordsOf(term);
    if (!words) return undefined;
    const pattern = patternOf(words, term.quoted);
    const hasIt = (column: string) => words.every((word) => column.includes(word)) && pattern.test(column);
    return (ad: Row) => columns(ad).some((column) => hasIt(folded(column)));
  });
}

// What the word index takes for a part of a word.
const letter = String.raw`[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]`;
const ascii = /^[\x20-\x7e]+$/;

/** The words of a term one after the other, the last from its beginning unless the term stands in quotes. */
function patternOf(words: readonly string[], quoted: boolean): RegExp {
  const between = `(?:(?!${letter}).)+`;
  return new RegExp(`(?<!${letter})${words.join(between)}${quoted ? `(?!${letter})` : ""}`, "su");
}

/** A text as the word index folds it, as far as letters of ASCII are concerned. */
function folded(column: string): string {
  if (/^[\t\n\r -~]*$/.test(column)) return column.toLowerCase();
  return indexable(column)
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
