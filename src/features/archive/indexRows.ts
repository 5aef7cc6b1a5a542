import { createHash } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import type { Count } from "../../protocol/ads";
import type { AnswerName } from "./address";
import { type AdFacts, domainWords, indexable } from "./adText";
import { type IndexDatabase, type Row, textOf, whole } from "./indexDatabase";

// What the index has of each answer. The same files give the same rows, in whatever order they are met: a sighting's ID
// is made from the time and the name of its file and the ad's place in it, so "newer" never depends on row numbers. Only
// files of one millisecond whose names have the same 10-bit hash count in the order in which they are met. A time in the
// future is that of a wrong clock: the IDs of such answers are negative, below all others, until that time has come.

/** Bits of a sighting's ID for the file among those of the same millisecond, and for the ad's place in it. */
const [nameBits, positionBits] = [10n, 11n];
/** How much lower the ID of a sighting is whose time is in the future. */
const future = 2n ** 63n;
/** The time of a sighting in ms, as SQL, from the SQL of its ID. */
export const msOf = (id: string) => `((${id} & ${future - 1n}) >> ${nameBits + positionBits})`;
/** How many ads of one answer are indexed; the service's answers have 18. */
export const mostAds = 2 ** Number(positionBits);
/** Times are those of 1970 to 2109: 42 bits. */
const lastMs = 2 ** 42 - 1;

/** The lowest ID of sightings received at a time; those before it are older. */
export function idsFrom(receivedAt: string): bigint {
  const ms = Math.min(Math.max(Date.parse(receivedAt), 0), lastMs);
  return BigInt(ms) << (nameBits + positionBits);
}

/** The ID of the sighting of an ad in an answer. The first ad of a page is its newest, so a page keeps its own order. */
function sightingId({ path, receivedAt }: AnswerName, position: number, ahead: boolean): bigint {
  const name = createHash("sha256").update(path).digest().readUInt16BE() & (2 ** Number(nameBits) - 1);
  const id = idsFrom(receivedAt) | (BigInt(name) << positionBits) | BigInt(mostAds - 1 - position);
  return ahead ? id - future : id;
}

/** The paths of answers whose time was in the future when they were noted and no longer is, or the other way round. */
export function overtaken(db: IndexDatabase): readonly string[] {
  const rows = db.all("select path from file where (received_at > ?) <> ahead", new Date().toISOString());
  return rows.map(({ path }) => textOf(path));
}

/** Records an answer and its ads. `facts` has what the answer says of each of its ads, in its order. */
export function note(
  db: IndexDatabase,
  answer: AnswerName,
  about: { readonly origin: string; readonly bytes: number; readonly own: boolean },
  facts: readonly AdFacts[],
): void {
  const { path, kind, platform, version, search, page, receivedAt } = answer;
  const ahead = receivedAt > new Date().toISOString();
  db.run("delete from file where path = ?", path);
  const file = db.run(
    `insert into file (path, origin, kind, platform, version, search, page, received_at, ahead, bytes, own)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[path, about.origin, kind, platform, version, search, page, receivedAt, Number(ahead)],
    ...[about.bytes, Number(about.own)],
  );
  for (const [position, ad] of facts.slice(0, mostAds).entries())
    noteAd(db, about.origin, { id: sightingId(answer, position, ahead), file, kind, position }, ad);
}

interface Sighted {
  readonly id: bigint;
  readonly file: number;
  readonly kind: AnswerName["kind"];
  readonly position: number;
}

function noteAd(db: IndexDatabase, origin: string, { id, file, kind, position }: Sighted, facts: AdFacts): void {
  const known = db.get("select id from ad where origin = ? and identity = ?", origin, facts.identity)?.id;
  const ad =
    known === undefined
      ? db.run(
          "insert into ad (origin, identity, platform, platform_name, sighting) values (?, ?, ?, ?, 0)",
          ...[origin, facts.identity, facts.platform, facts.platformName],
        )
      : whole(known);
  // Two files of one millisecond have the same ID once in 1,024 cases.
  for (; db.get("select 1 from sighting where id = ?", id); id += 1n << positionBits);
  db.run("insert into sighting (id, ad, file, position) values (?, ?, ?, ?)", id, ad, file, position);
  for (const [name, value] of facts.stats)
    db.run(
      "insert into stat (sighting, name, value, exact) values (?, ?, ?, ?)",
      ...[id, name, stored(value), beyondInt64(value)],
    );
  const [own, prefix] = kind === "pages" ? ["card", ""] : ["detail", "detail_"];
  const newest = db.get(`select sighting, ${own} as own from ad where id = ?`, ad);
  const isNewest = typeof newest?.own !== "bigint" || newest.own <= id;
  if (!isNewest) return;
  db.run(
    `update ad set ${own} = ?, platform = ?, platform_name = ?,
       ${prefix}title = ?, ${prefix}owner = ?, ${prefix}owner_id = ?, ${prefix}domain = ?, ${prefix}body = ? where id = ?`,
    ...[id, facts.platform, facts.platformName, facts.title, facts.owner, facts.ownerId, facts.domain, facts.body, ad],
  );
  indexWords(db, ad);
}

/** Puts an ad's words into the word index, in the row of its newest sighting: newest first is that table's own order. */
function indexWords(db: IndexDatabase, id: number): void {
  const ad = db.get("select * from ad where id = ?", id);
  if (!ad) return;
  const newest = newestOf(ad);
  db.run("delete from ad_text where rowid = ?", ad.sighting ?? null);
  db.run("update ad set sighting = ? where id = ?", newest, id);
  const both = (name: string) => [...new Set([textOf(ad[name]), textOf(ad[`detail_${name}`])])].join("\n");
  const domains = [...new Set([textOf(ad.domain), textOf(ad.detail_domain)])].map(domainWords).join("\n");
  db.run(
    "insert into ad_text (rowid, title, owner, domain, body) values (?, ?, ?, ?, ?)",
    ...[newest, indexable(both("title")), indexable(both("owner")), indexable(domains), indexable(both("body"))],
  );
}

function newestOf({ card, detail }: Row): bigint {
  const [one = 0n, other = one] = [card, detail].filter((id) => typeof id === "bigint");
  return one > other ? one : other;
}

/**
 * Removes an answer that is gone. An ad goes with its last sighting. Where another answer is now an ad's newest, its
 * path is returned: it has to be read again, unless it is forgotten next.
 */
export function forget(db: IndexDatabase, path: string): readonly string[] {
  const file = db.get("select id, kind from file where path = ?", path);
  if (!file) return [];
  const ads = db.all("select ad, id from sighting where file = ?", file.id ?? null);
  db.run("delete from file where id = ?", file.id ?? null);
  return [...new Set(ads.flatMap(({ ad, id }) => withoutSighting(db, whole(ad), textOf(file.kind), id ?? null)))];
}

function withoutSighting(db: IndexDatabase, id: number, kind: string, gone: SQLInputValue): readonly string[] {
  const [own, prefix] = kind === "pages" ? ["card", ""] : ["detail", "detail_"];
  const ad = db.get("select * from ad where id = ?", id);
  // Null: what was to be read again is gone, too.
  if (!ad || (ad[own] !== gone && ad[own] !== null)) return [];
  db.run(
    `update ad set ${own} = null, ${prefix}title = '', ${prefix}owner = '', ${prefix}owner_id = null,
       ${prefix}domain = '', ${prefix}body = '' where id = ?`,
    id,
  );
  const next = db.get(
    `select path from sighting join file on file.id = sighting.file where ad = ? and kind = ?
     order by sighting.id desc limit 1`,
    ...[id, kind],
  );
  const left = db.get("select card, detail from ad where id = ?", id);
  if (next || left?.card != null || left?.detail != null) indexWords(db, id);
  else {
    db.run("delete from ad_text where rowid = ?", ad.sighting ?? null);
    db.run("delete from ad where id = ?", id);
  }
  return next ? [textOf(next.path)] : [];
}

/** A count as SQLite compares it: an integer of 64 bits exactly, anything else as a double. */
export function stored(count: Count): SQLInputValue {
  if (typeof count === "number") return Number.isSafeInteger(count) ? BigInt(count) : count;
  return beyondInt64(count) === null ? BigInt(count) : Number(count);
}

/** The digits of an integer beyond 64 bits; null for any other count. */
function beyondInt64(count: Count): string | null {
  if (typeof count === "number") return null;
  return BigInt.asIntN(64, BigInt(count)) === BigInt(count) ? null : count;
}
