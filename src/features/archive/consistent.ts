import { setImmediate as nextTurn } from "node:timers/promises";
import { type Session, whole } from "./session";

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** The tables that tell what is owned, each with the index that finds its rows and that index's columns. */
const tables = [
  { table: "search", index: "sqlite_autoindex_search_1", columns: ["origin", "version", "platform", "body"] },
  { table: "snapshot", index: "sqlite_autoindex_snapshot_1", columns: ["search", "last_hit"] },
  { table: "page", index: "sqlite_autoindex_page_1", columns: ["snapshot", "page"] },
  { table: "detail", index: "detail_of", columns: ["origin", "version", "platform", "ad_id", "received_at"] },
] as const;

/** Rows that are compared at once: few enough that nobody notices. */
const atOnce = 2000;

/**
 * Whether each index finds all rows of its table and no others. SQLite notices no damage there: what an index does not
 * find would pass for not owned.
 */
export async function isConsistent(run: Run): Promise<boolean> {
  for (const { table, index, columns } of tables) {
    const same = columns.map((column) => `found.${column} = row.${column}`).join(" and ");
    const lost = `
      select max(id) as last, count(*) as n, sum(not exists (
        select 1 from ${table} as found indexed by ${index} where ${same} and found.id = row.id)) as lost
      from (select id, ${columns.join()} from ${table} not indexed where id > ? order by id limit ${atOnce}) as row`;
    let [last, rows] = [0, atOnce];
    while (rows === atOnce) {
      const found = await run((session) => session.get(lost, last));
      if (whole(found?.lost) > 0) return false;
      rows = whole(found?.n);
      last = whole(found?.last);
      await nextTurn();
    }
    const counted = await run((session) =>
      session.get(
        `select (select count(*) from ${table} indexed by ${index}) as indexed, (select count(*) from ${table} not indexed) as n`,
      ),
    );
    if (whole(counted?.n) !== whole(counted?.indexed)) return false;
  }
  return true;
}
