import { type DatabaseSession, whole } from "./session";

// `stat_order` holds the numbers in blocks of 1024 sightings, each block in the order of values. A number that few ads
// have is found by looking once into each block. One index over all numbers would be written in 72 places for each
// page.

/** Sightings of a block, as a power of two. */
export const blockBits = 10;

/** The first sighting of a block. */
const firstOf = (block: number) => block * 2 ** blockBits;

/** Puts the numbers of one complete block in order. Returns whether there was one. */
export function orderSome(session: DatabaseSession): boolean {
  if (nextBlock(session) === undefined) return false;
  return session.transaction(() => {
    // Ask again under the write lock: another window may be at the same block.
    const block = nextBlock(session);
    if (block === undefined) return false;
    session.insert("insert into stat_block (block) values (?)", block);
    session.change(
      `insert into stat_order (block, name, value, sighting)
       select ?, name, value, sighting from stat where sighting >= ? and sighting < ? order by name, value, sighting`,
      ...[block, firstOf(block), firstOf(block + 1)],
    );
    return true;
  });
}

/** The oldest complete block that is not yet in order, if any. Blocks without sightings are skipped. */
function nextBlock(session: DatabaseSession): number | undefined {
  const row = session.get(
    `select id >> ${blockBits} as block from sighting
     where id >= (select (coalesce(max(block), -1) + 1) << ${blockBits} from stat_block) order by id limit 1`,
  );
  if (!row) return undefined;
  const block = whole(row.block);
  const newest = whole(session.get("select max(id) as newest from sighting")?.newest);
  return newest + 1 >= firstOf(block + 1) ? block : undefined;
}

/**
 * Removes the numbers of a page's or detail's sightings from their blocks. Call it before the sightings are deleted.
 */
export function unorder(session: DatabaseSession, of: "page" | "detail", id: number): void {
  session.change(
    `delete from stat_order where (block, name, value, sighting) in (
       select sighting.id >> ${blockBits}, name, value, sighting.id from sighting join stat on stat.sighting = sighting.id
       where sighting.${of} = ?)`,
    id,
  );
}

/** Deletes the blocks before the oldest sighting. */
export function dropOldBlocks(session: DatabaseSession): void {
  session.change(`delete from stat_block where block < (select min(id) >> ${blockBits} from sighting)`);
}
