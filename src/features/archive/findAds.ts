import type { SQLInputValue } from "node:sqlite";
import { type AdCard, adKey, type AdRef, type Count, type Digits } from "../../protocol/ads";
import type { AdCriteria, FoundAds, Grouping } from "../../protocol/bought";
import type { PlatformToken } from "../../protocol/platforms";
import { domainOf } from "../../protocol/adFields";
import { indexable } from "./adText";
import { type IndexDatabase, type Row, textOf, whole } from "./indexDatabase";
import { idsFrom, msOf, stored } from "./indexRows";

/** A range of counts. Both ends are inclusive; an absent end is open. */
export interface CountRange {
  readonly min?: Count;
  readonly max?: Count;
}

/** What to find in the archive. An ad must meet all conditions that are given. */
export interface ArchiveCriteria extends Omit<AdCriteria, "owner" | "from" | "to" | "stat"> {
  /** Any of these advertisers: each by its ID, else by its exact name if its ads have no ID. */
  readonly owners?: readonly { readonly platform?: PlatformToken; readonly id?: Digits; readonly name: string }[];
  /** Only this ad. */
  readonly ad?: AdRef;
  /** Only ads of these libraries, each named by its base URL. */
  readonly origins?: readonly string[];
  /** ISO time: the newest fetch was then or later. */
  readonly from?: string;
  /** ISO time: the newest fetch was before it. */
  readonly before?: string;
  /** Numbers by their names (`statNames`), as the ad's newest card or its newest detail shows them. */
  readonly stats?: readonly ({ readonly name: string } & CountRange)[];
  /** Maximum number of ads in the answer; 18 if absent. */
  readonly limit?: number;
  /** The order; without it, the newest fetch comes first. */
  readonly sort?: AdOrder;
  /** `next` of the previous answer. */
  readonly after?: string;
}

export interface AdOrder {
  /** When the ad was last fetched, or one of its numbers by its name. Ads without this number come last. */
  readonly by: "fetched" | { readonly stat: string };
  readonly ascending?: boolean;
}

/** Bought ads, counted by what they have in common. */
export interface AdGroups extends Pick<FoundAds, "indexed"> {
  /** The largest first, and weeks newest first: the Monday (UTC) of the week in which an ad was last fetched. */
  readonly groups: readonly { readonly value: string; readonly ads: number }[];
  /** How many groups there are in all. */
  readonly of: number;
  /** How many ads meet the criteria, and how many of them have a value to be grouped by. */
  readonly total: number;
  readonly known: number;
}

/** One bought ad as it was last seen. */
export interface ArchiveHit {
  readonly card: AdCard;
  /** Whether the card is made from its detail, because only that is bought. */
  readonly from: Sighting["from"];
  readonly origin: string;
  /** ISO time of the fetch that the card comes from. */
  readonly receivedAt: string;
  /** ISO time of the first fetch that showed the ad. */
  readonly firstReceivedAt: string;
  /** The answer's key and the position in it, which is all that tells an ad without an ID from others. */
  readonly place: string;
}

/** Some of the ads found, newest fetch first. */
export interface ArchiveHits extends Pick<FoundAds, "indexed"> {
  readonly hits: readonly ArchiveHit[];
  /** If asked for: how many ads match in all, and how many of them have the number that they are sorted by. */
  readonly total?: number;
  readonly known?: number;
  /** What to pass as `after` for the next ads; absent at the end. */
  readonly next?: string;
}

/** The numbers of one ad at one fetch. */
export interface Sighting {
  readonly receivedAt: string;
  readonly from: "card" | "detail";
  readonly stats: readonly { readonly name: string; readonly value: Count }[];
}

/** A sighting, and the path of its answer. */
export interface PlacedSighting extends Sighting {
  readonly path: string;
}

/** What the archive holds and how much space its answers take on the disk. */
export interface ArchiveSize {
  /** Bytes of one's own answers. */
  readonly bytes: number;
  readonly pages: number;
  readonly details: number;
  readonly ads: number;
  /** Answers that the size cap has removed since the archive was begun or cleared. */
  readonly removed: number;
}

/** A condition in SQL, with a value for each of its `?`. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Rows of the ads that match, newest sighting first unless the criteria say otherwise. */
export function matching(db: IndexDatabase, criteria: ArchiveCriteria, limit: number): readonly Row[] {
  const { sort, after } = criteria;
  const { sql, values, isOfWords } = found(criteria, sort ? undefined : after);
  if (!sort)
    // The word index walks from the newest sighting and stops as soon as there are enough.
    return db.all(
      `select ad.* ${sql} order by ${isOfWords ? "ad_text.rowid" : "ad.sighting"} desc limit ?`,
      ...[...values, limit],
    );
  const [key, name] =
    sort.by === "fetched"
      ? ["ad.sighting", []]
      : ["(select max(value) from stat where sighting in (ad.card, ad.detail) and name = ?)", [sort.by.stat]];
  return db.all(
    `select ad.* ${sql} order by ${key} ${sort.ascending ? "asc" : "desc"} nulls last, ad.sighting desc
     limit ? offset ?`,
    ...[...values, ...name, limit, Number(after ?? 0)],
  );
}

/** How many ads match, and how many of them have the number that they are sorted by. */
export function countOf(db: IndexDatabase, criteria: ArchiveCriteria) {
  const { sql, values } = found(criteria);
  const by = criteria.sort?.by ?? "fetched";
  const row =
    by === "fetched"
      ? db.get(`select count(*) as total ${sql}`, ...values)
      : db.get(
          `select count(*) as total, count(*) filter (where exists (
             select 1 from stat where sighting in (ad.card, ad.detail) and name = ?)) as known ${sql}`,
          ...[by.stat, ...values],
        );
  return { total: whole(row?.total), known: whole(row?.known ?? row?.total) };
}

export const ownerName = "iif(ad.owner <> '', ad.owner, ad.detail_owner)";
export const ownerId = "coalesce(ad.owner_id, ad.detail_owner_id)";

const landingHost = "iif(ad.domain <> '', ad.domain, ad.detail_domain)";

const groupValues: Readonly<Record<Grouping, string>> = {
  advertiser: ownerName,
  // As `siteOf` does.
  domain: `iif(${landingHost} like 'www.%', substr(${landingHost}, 5), ${landingHost})`,
  platform: "coalesce(ad.platform, ad.platform_name)",
  week: `date(${msOf("ad.sighting")} / 1000, 'unixepoch', '-6 days', 'weekday 1')`,
};

/** Counts the ads that match by what they have in common. */
export function groupsOf(
  db: IndexDatabase,
  criteria: ArchiveCriteria,
  by: Grouping,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Omit<AdGroups, "indexed"> {
  const { sql, values } = found(criteria);
  const ads = `with one as materialized (select nullif(${groupValues[by]}, '') as value ${sql})`;
  const sums = db.get(
    `${ads} select count(*) as total, count(value) as known, count(distinct value) as groups from one`,
    ...values,
  );
  const rows = db.all(
    `${ads} select value, count(*) as ads from one where value is not null group by value
     order by ${by === "week" ? "value desc" : "ads desc, value"} limit ? offset ?`,
    ...[...values, limit, skip],
  );
  return {
    groups: rows.map(({ value, ads: count }) => ({ value: textOf(value), ads: whole(count) })),
    ...{ of: whole(sums?.groups), total: whole(sums?.total), known: whole(sums?.known) },
  };
}

/** The ads that match, as the end of a query that begins with `select`; only those older than a sighting, if given. */
export function found(criteria: ArchiveCriteria, after?: string): Condition & { readonly isOfWords: boolean } {
  const { match, signs } = matchOf(criteria);
  const conditions = [...exact(criteria, after), ...(criteria.stats ?? []).map(ofStat), ...signs];
  const where = ["true", ...conditions.map(({ sql }) => sql)].join(" and ");
  const values = conditions.flatMap((condition) => condition.values);
  if (match === "") return { sql: `from ad where ${where}`, values, isOfWords: false };
  // The word index leads: `cross join` keeps this order.
  return {
    sql: `from ad_text cross join ad on ad.sighting = ad_text.rowid where ad_text match ? and ${where}`,
    ...{ values: [match, ...values], isOfWords: true },
  };
}

/** The query for the word index, and conditions for what was typed and is no word, such as an emoji. */
function matchOf({ text = "", advertiser = "", domain = "" }: ArchiveCriteria) {
  const [all, owner] = [typed(text), typed(advertiser, "owner")];
  // The word index finds all hosts with the same words; a condition of `exact` then compares the host.
  const host = typed(`"${hostOf(domain).replaceAll(/[.-]+/g, " ")}"`, "domain");
  return {
    match: [all.match, owner.match, host.match].filter(Boolean).join(" "),
    signs: [
      ...all.signs.map((sign) => like(everything, sign)),
      ...owner.signs.map((sign) => like("ad.owner || char(10) || ad.detail_owner", sign)),
    ],
  };
}

const everything = ["title", "owner", "domain", "body"]
  .flatMap((name) => [`ad.${name}`, `ad.detail_${name}`])
  .join(" || char(10) || ");

const hostOf = (domain: string) => domainOf(domain.trim());

/** A text as a phrase of the word index. */
export const phraseOf = (text: string) => `"${text.replaceAll('"', " ")}"`;

function exact(
  { domain = "", owners, ad, origins, platforms, from, before }: ArchiveCriteria,
  after?: string,
): Condition[] {
  const host = hostOf(domain);
  const below = anywhere(`.${host}`).slice(0, -1);
  const ofHost = (column: string) => `${column} = ? or ${column} like ? escape '\\'`;
  return [
    ...(host === ""
      ? []
      : [
          {
            sql: `(${ofHost("ad.domain")} or ${ofHost("ad.detail_domain")})`,
            values: [host, below, host, below],
          },
        ]),
    ...(owners ? [ofOwners(owners)] : []),
    ...(ad ? [{ sql: "ad.identity = ?", values: [adKey(ad)] }] : []),
    // Without the plus, SQLite would collect and sort all ads of a library by the index on `origin`. That index is of
    // use only for a single ad.
    ...(origins ? [among(ad ? "ad.origin" : "+ad.origin", origins)] : []),
    ...(platforms ? [among("ad.platform", platforms)] : []),
    ...(from === undefined ? [] : [{ sql: "ad.sighting >= ?", values: [idsFrom(from)] }]),
    ...(before === undefined ? [] : [{ sql: "ad.sighting < ?", values: [idsFrom(before)] }]),
    ...(after === undefined ? [] : [{ sql: "ad.sighting < ?", values: [BigInt(after)] }]),
  ];
}

type Owners = NonNullable<ArchiveCriteria["owners"]>;

function ofOwners(owners: Owners): Condition {
  const all = owners.map(ofOwner);
  return { sql: `(${all.map(({ sql }) => sql).join(" or ")})`, values: all.flatMap(({ values }) => values) };
}

function ofOwner({ platform, id, name }: Owners[number]): Condition {
  const there = platform === undefined ? [] : [{ sql: "ad.platform = ?", value: platform }];
  // The word index finds a name much faster than its column does, if the name has words.
  const { match } = typed(phraseOf(name), "owner");
  const who =
    id === undefined
      ? [
          ...(match === "" ? [] : [{ sql: "ad.sighting in (select rowid from ad_text(?))", value: match }]),
          { sql: `${ownerId} is null and ${ownerName} = ?`, value: name },
        ]
      : [{ sql: `${ownerId} = ?`, value: id }];
  const all = [...there, ...who];
  return { sql: `(${all.map(({ sql }) => sql).join(" and ")})`, values: all.map(({ value }) => value) };
}

function ofStat({ name, min, max }: { readonly name: string } & CountRange): Condition {
  const ends = [
    ...(min === undefined ? [] : [{ sql: "and value >= ?", value: stored(min) }]),
    ...(max === undefined ? [] : [{ sql: "and value <= ?", value: stored(max) }]),
  ];
  const found = `select sighting from stat where name = ? ${ends.map(({ sql }) => sql).join(" ")}`;
  const values = [name, ...ends.map(({ value }) => value)];
  return { sql: `(ad.card in (${found}) or ad.detail in (${found}))`, values: [...values, ...values] };
}

function among(column: string, wanted: readonly string[]): Condition {
  return { sql: `${column} in (${wanted.map(() => "?").join()})`, values: wanted };
}

/** The condition that a column contains a text. SQLite ignores case only for ASCII letters. */
function like(column: string, text: string): Condition {
  return { sql: `${column} like ? escape '\\'`, values: [anywhere(text)] };
}

/** A pattern for `like … escape '\'` that finds the text anywhere. */
function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

const term = /"([^"]*)"?|[^\s"]+/g;
const hasWord = /[\p{L}\p{N}\p{Co}]/u;
const endsWithSign =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/**
 * Makes an FTS5 query for one column or all, and lists what is no word. Whatever was typed counts as a word, never as
 * an operator.
 */
function typed(text: string, column?: string): { readonly match: string; readonly signs: readonly string[] } {
  const terms = [...text.replaceAll(/\p{Cc}/gu, " ").matchAll(term)]
    .map(([all, quoted]) => ({ text: (quoted ?? all).normalize("NFKC").trim(), quoted: quoted !== undefined }))
    .filter((one) => one.text !== "");
  const phrases = terms
    .filter((one) => hasWord.test(one.text))
    .map((one) => {
      const phrase = `"${indexable(one.text).trim()}"`;
      // A word should be found while it is still being typed. A character of a script without spaces is a whole word.
      return one.quoted || endsWithSign.test(one.text) ? phrase : `${phrase}*`;
    });
  return {
    match: phrases.map((phrase) => (column === undefined ? phrase : `${column}:${phrase}`)).join(" "),
    signs: terms.filter((one) => !hasWord.test(one.text)).map((one) => one.text),
  };
}

/** All fetches in which an ad was seen, oldest first, with the numbers that each showed. */
export function historyOf(db: IndexDatabase, origin: string, ad: AdRef): readonly PlacedSighting[] {
  const rows = db.all(
    `select sighting.id, path, received_at, kind, name, value, exact
     from ad join sighting on sighting.ad = ad.id join file on file.id = sighting.file
     left join stat on stat.sighting = sighting.id
     where ad.origin = ? and identity = ? order by sighting.id, name`,
    ...[origin, adKey(ad)],
  );
  const sightings = new Map<unknown, PlacedSighting & { readonly stats: { name: string; value: Count }[] }>();
  for (const row of rows) {
    const from = textOf(row.kind) === "pages" ? "card" : "detail";
    const [path, receivedAt] = [textOf(row.path), textOf(row.received_at)];
    const sighting = sightings.get(row.id) ?? { path, receivedAt, from, stats: [] };
    sightings.set(row.id, sighting);
    if (row.name !== null) sighting.stats.push({ name: textOf(row.name), value: statOf(row) });
  }
  return [...sightings.values()];
}

/** A stored count as a number, or as its digits if a number cannot hold it exactly. */
function statOf({ value, exact }: Row): Count {
  if (typeof exact === "string") return exact;
  if (typeof value !== "bigint") return Number(value);
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** The names of all numbers that cards and details have shown, for a form that filters by them. */
export function statNames(db: IndexDatabase): readonly string[] {
  return db.all("select distinct name from stat order by name").map(({ name }) => textOf(name));
}

/** What is indexed of a library, or of all. */
export function sizeOf(db: IndexDatabase, origin?: string): Omit<ArchiveSize, "removed"> {
  const [where, values] = origin === undefined ? ["", []] : ["where origin = ?", [origin]];
  const files = db.get(
    `select total(iif(own, bytes, 0)) as bytes, count(*) filter (where kind = 'pages') as pages,
       count(*) filter (where kind = 'details') as details
     from file ${where}`,
    ...values,
  );
  return {
    bytes: Number(files?.bytes ?? 0),
    pages: whole(files?.pages),
    details: whole(files?.details),
    ads: whole(db.get(`select count(*) as n from ad ${where}`, ...values)?.n),
  };
}
