import { statSync } from "node:fs";
import { mostFileBytes } from "./rawFile";
import { type DatabaseSession, textOf, whole } from "./session";

/** The tables that say what is owned, each with the index that finds its rows and that index's columns. */
const tables = [
  { table: "search", index: "sqlite_autoindex_search_1", columns: ["origin", "version", "platform", "body"] },
  { table: "snapshot", index: "sqlite_autoindex_snapshot_1", columns: ["search", "last_hit"] },
  { table: "page", index: "sqlite_autoindex_page_1", columns: ["snapshot", "page"] },
  { table: "detail", index: "detail_of", columns: ["origin", "version", "platform", "ad_id", "received_at"] },
] as const;

/**
 * Whether the file claims to be longer than it can be. SQLite believes a damaged page number and goes on from there;
 * the size cap, which goes by the number of pages, would then remove everything.
 */
export function claimsTooMuch(session: DatabaseSession): boolean {
  const pragma = (name: string) => whole(session.get(`pragma ${name}`)?.[name]);
  const file = textOf(session.get("pragma database_list")?.file);
  const stats = ["", "-wal"].map((ending) => statSync(file + ending, { throwIfNoEntry: false }));
  return pragma("page_count") * pragma("page_size") > mostFileBytes(stats);
}

/**
 * Whether each index finds exactly the rows of its table, and the file is not longer than it can be. SQLite does not
 * notice such damage, and an answer that an index misses would count as not owned.
 */
export function isConsistent(session: DatabaseSession): boolean {
  if (claimsTooMuch(session)) return false;
  return tables.every(({ table, index, columns }) => {
    const same = columns.map((column) => `found.${column} = row.${column}`).join(" and ");
    const row = session.get(
      `select exists (select 1 from ${table} as row not indexed where not exists (
         select 1 from ${table} as found indexed by ${index} where ${same} and found.id = row.id)) as lost,
       (select count(*) from ${table} indexed by ${index}) as indexed, (select count(*) from ${table} not indexed) as n`,
    );
    return whole(row?.lost) === 0 && whole(row?.indexed) === whole(row?.n);
  });
}
