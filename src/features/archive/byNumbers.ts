import type { ArchiveCriteria } from "./archiveCriteria";
import { type Condition, within } from "./conditions";
import { type DatabaseRow, type DatabaseSession, whole } from "./session";
import { blockBits } from "./statOrder";

type Stat = NonNullable<ArchiveCriteria["stats"]>[number];

/**
 * Finds the newest ads for which all conditions hold, without the word index. `stats` asks for at least one number: the
 * rarest of them is looked up in `stat_order`. Returns at most `limit` rows of `ad`, newest first.
 */
export function byNumbers(
  session: DatabaseSession,
  { stats = [], after }: ArchiveCriteria,
  conditions: readonly Condition[],
  limit: number,
): readonly DatabaseRow[] {
  const where = ["true", ...conditions.map(({ sql }) => sql)].join(" and ");
  const values = conditions.flatMap((condition) => condition.values);
  const ordered = whole(session.get("select max(block) + 1 as blocks from stat_block")?.blocks) * 2 ** blockBits - 1;
  const fresh = session.all(
    `select id, sighting from ad where sighting > ? and ${where} order by sighting desc limit ?`,
    ...[ordered, ...values, limit],
  );
  if (fresh.length === limit) return rowsOf(session, fresh);
  const top = Math.min(ordered, after === undefined ? ordered : Number(after));
  const { sql: isWithin, values: range } = rarest(session, stats);
  const inBlocks = session.all(
    `select ad.id, ad.sighting from stat_block cross join stat_order on stat_order.block = stat_block.block
     cross join ad on ad.sighting = stat_order.sighting
     where stat_block.block <= ? and ${isWithin} and ${where}
     order by stat_block.block desc, ad.sighting desc limit ?`,
    ...[Math.floor(top / 2 ** blockBits), ...range, ...values, limit],
  );
  // An ad whose newest sighting is a detail also has the numbers of its newest card. They are in an older block, which
  // the query above does not join with the ad.
  const apart = session.all(
    `select id, sighting from ad where card <> sighting and ${where} order by sighting desc limit ?`,
    ...[...values, limit],
  );
  const found = new Map([...fresh, ...inBlocks, ...apart].map((row) => [whole(row.id), row]));
  const newestFirst = [...found.values()].sort((one, other) => whole(other.sighting) - whole(one.sighting));
  return rowsOf(session, newestFirst.slice(0, limit));
}

const rowsOf = (session: DatabaseSession, ads: readonly DatabaseRow[]): readonly DatabaseRow[] =>
  ads.map(({ id }) => session.get("select * from ad where id = ?", whole(id)) ?? {});

/** The condition, on rows of `stat_order`, for the one of the wanted numbers that the fewest sightings have. */
function rarest(session: DatabaseSession, stats: readonly Stat[]): Condition {
  const conditions = stats.map(({ name, ...range }) => {
    const { sql, values } = within("stat_order.value", range);
    return { sql: `stat_order.name = ? and ${sql}`, values: [name, ...values] };
  });
  const counted = conditions.map((condition) => ({ condition, count: count(session, condition) }));
  const [least] = counted.sort((one, other) => one.count - other.count);
  return least?.condition ?? { sql: "true", values: [] };
}

/** How many sightings meet the condition. Counts only up to 1000: beyond that, the difference does not matter. */
function count(session: DatabaseSession, { sql, values }: Condition): number {
  const row = session.get(
    `select count(*) as n from (
       select 1 from stat_block cross join stat_order on stat_order.block = stat_block.block where ${sql} limit 1000)`,
    ...values,
  );
  return whole(row?.n);
}
