import type { SQLInputValue } from "node:sqlite";
import type { ArchiveQuery, CountRange } from "./archiveQuery";
import { domainOf } from "./adText";
import { stored } from "./sightings";
import { anywhere, termsOf, typed } from "./words";

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** The columns of `ad` that hold words. */
export const searchable = ["title", "owner", "domain", "body", "detail_body"].map((column) => `ad.${column}`);
const everything = searchable.join(" || char(10) || ");

/** What a query asks of a row of `ad`, and what it asks of the word index. */
export interface Conditions {
  readonly conditions: readonly Condition[];
  readonly match: string | undefined;
}

/** A query in SQL; without a word index, words are looked for by `like`. */
export function conditionsOf(query: ArchiveQuery, fullText: boolean): Conditions {
  const plain = [...exact(query), ...ranges(query)];
  const [all, owner] = [query.text ?? "", query.advertiser ?? ""];
  if (!fullText) {
    const likes = [...termsOf(all).map(inAll), ...termsOf(owner).map(inOwner)];
    return { conditions: [...plain, ...likes], match: undefined };
  }
  const text = typed(all);
  const advertiser = typed(owner, "owner");
  // Narrows down to hosts with the same words; the exact condition is held besides.
  const domain = typed(`"${hostOf(query).replaceAll(/[.-]+/g, " ")}"`, "domain");
  const match = [text.match, advertiser.match, domain.match].filter((part) => part !== undefined).join(" ");
  const likes = [...text.literals.map(inAll), ...advertiser.literals.map(inOwner)];
  return { conditions: [...plain, ...likes], match: match === "" ? undefined : match };
}

const inAll = ({ text }: { readonly text: string }) => like(everything, text);
const inOwner = ({ text }: { readonly text: string }) => like("ad.owner", text);

const hostOf = ({ domain }: ArchiveQuery) => domainOf(domain?.trim());

function exact(query: ArchiveQuery): Condition[] {
  const { ad, origins, platforms, from, before, active, after } = query;
  const host = hostOf(query);
  return [
    ...(host === ""
      ? []
      : [
          { sql: `(ad.domain = ? or ad.domain like ? escape '\\')`, values: [host, anywhere(`.${host}`).slice(0, -1)] },
        ]),
    ...(ad ? [{ sql: "ad.identity = ?", values: [`${ad.platform}:${ad.id}`] }] : []),
    // The plus keeps SQLite from collecting and sorting all ads of an origin: only one ad is looked up by it.
    ...(origins ? [among(ad ? "ad.origin" : "+ad.origin", origins)] : []),
    ...(platforms ? [among("ad.platform", platforms)] : []),
    ...(from === undefined ? [] : [{ sql: "ad.received_at >= ?", values: [from] }]),
    ...(before === undefined ? [] : [{ sql: "ad.received_at < ?", values: [before] }]),
    ...(active === undefined ? [] : [{ sql: "ad.active = ?", values: [Number(active)] }]),
    ...(after === undefined ? [] : [{ sql: "ad.sighting < ?", values: [Number(after)] }]),
  ];
}

function ranges({ monthlyTraffic, stats = [] }: ArchiveQuery): Condition[] {
  const ofStats = stats.map(({ name, ...range }) => {
    const { sql, values } = within("value", range);
    return {
      sql: `exists (select 1 from stat where sighting in (ad.sighting, ad.card) and name = ? and ${sql})`,
      values: [name, ...values],
    };
  });
  return monthlyTraffic ? [within("ad.traffic", monthlyTraffic), ...ofStats] : ofStats;
}

/** What a range asks of a column. */
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

/** Only letters of ASCII are found in either case. */
export function like(column: string, text: string): Condition {
  return { sql: `${column} like ? escape '\\'`, values: [anywhere(text)] };
}
