import type { SQLInputValue } from "node:sqlite";
import type { ArchiveCriteria, CountRange } from "./archiveCriteria";
import { domainOf } from "./adText";
import { stored } from "./sightings";
import { anywhere, termsOf, typed } from "./words";

/** A condition in SQL, with a value for each of its `?`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** The columns of `ad` with words to search. */
export const searchable = ["title", "owner", "domain", "body", "detail_body"].map((column) => `ad.${column}`);
const everything = searchable.join(" || char(10) || ");

/** Criteria in SQL: conditions on a row of `ad`, and an FTS5 query for the word index (undefined if it needs none). */
export interface Conditions {
  readonly conditions: readonly Condition[];
  readonly match: string | undefined;
}

/** Translates criteria to SQL. Without a word index (`fullText` is false), words are looked for with `like`. */
export function conditionsOf(criteria: ArchiveCriteria, fullText: boolean): Conditions {
  const plain = [...exact(criteria), ...ranges(criteria)];
  const [all, owner] = [criteria.text ?? "", criteria.advertiser ?? ""];
  if (!fullText) {
    const likes = [...termsOf(all).map(inAll), ...termsOf(owner).map(inOwner)];
    return { conditions: [...plain, ...likes], match: undefined };
  }
  const text = typed(all);
  const advertiser = typed(owner, "owner");
  // The word index finds all hosts with the same words; a condition of `exact` then compares the host.
  const domain = typed(`"${hostOf(criteria).replaceAll(/[.-]+/g, " ")}"`, "domain");
  const match = [text.match, advertiser.match, domain.match].filter((part) => part !== undefined).join(" ");
  const likes = [...text.literals.map(inAll), ...advertiser.literals.map(inOwner)];
  return { conditions: [...plain, ...likes], match: match === "" ? undefined : match };
}

const inAll = ({ text }: { readonly text: string }) => like(everything, text);
const inOwner = ({ text }: { readonly text: string }) => like("ad.owner", text);

const hostOf = ({ domain }: ArchiveCriteria) => domainOf(domain?.trim());

function exact(criteria: ArchiveCriteria): Condition[] {
  const { ad, origins, platforms, from, before, active, after } = criteria;
  const host = hostOf(criteria);
  return [
    ...(host === ""
      ? []
      : [
          { sql: `(ad.domain = ? or ad.domain like ? escape '\\')`, values: [host, anywhere(`.${host}`).slice(0, -1)] },
        ]),
    ...(ad ? [{ sql: "ad.identity = ?", values: [`${ad.platform}:${ad.id}`] }] : []),
    // Without the plus, SQLite would collect and sort all ads of a library by the index on `origin`. That index is of
    // use only for a single ad.
    ...(origins ? [among(ad ? "ad.origin" : "+ad.origin", origins)] : []),
    ...(platforms ? [among("ad.platform", platforms)] : []),
    ...(from === undefined ? [] : [{ sql: "ad.received_at >= ?", values: [from] }]),
    ...(before === undefined ? [] : [{ sql: "ad.received_at < ?", values: [before] }]),
    ...(active === undefined ? [] : [{ sql: "ad.active = ?", values: [Number(active)] }]),
    ...(after === undefined ? [] : [{ sql: "ad.sighting < ?", values: [Number(after)] }]),
  ];
}

function ranges({ monthlyTraffic, stats = [] }: ArchiveCriteria): Condition[] {
  const ofStats = stats.map(({ name, ...range }) => {
    const { sql, values } = within("value", range);
    return {
      sql: `exists (select 1 from stat where sighting in (ad.sighting, ad.card) and name = ? and ${sql})`,
      values: [name, ...values],
    };
  });
  return monthlyTraffic ? [within("ad.traffic", monthlyTraffic), ...ofStats] : ofStats;
}

/** The condition that a column has a value, and within a range. */
export function within(column: string, { min, max }: CountRange): Condition {
  const ends = [
    ...(min === undefined ? [] : [{ sql: `${column} >= ?`, value: stored(min) }]),
    ...(max === undefined ? [] : [{ sql: `${column} <= ?`, value: stored(max) }]),
  ];
  return {
    sql: [`${column} is not null`, ...ends.map(({ sql }) => sql)].join(" and "),
    values: ends.map(({ value }) => value),
  };
}

function among(column: string, wanted: readonly string[]): Condition {
  return { sql: `${column} in (${wanted.map(() => "?").join()})`, values: wanted };
}

/** The condition that a column contains a text. SQLite ignores case only for ASCII letters. */
export function like(column: string, text: string): Condition {
  return { sql: `${column} like ? escape '\\'`, values: [anywhere(text)] };
}
