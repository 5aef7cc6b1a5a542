import { type Session, whole } from "./session";

// `stat_order` holds the numbers of 1024 sightings at a time, in the order of their values: a number that few ads have is
// found by one look into each block, where an index over all numbers would be written in 72 places with every page.

/** Sightings of a block, as a power of two. */
export const blockBits = 10;

/** Orders the numbers of one block whose sightings are all there. Answers whether more is to do. */
export function orderSome(session: Session): boolean {
  if (nextBlock(session) === undefined) return false;
  return session.transaction(() => {
    // Asked again under the write lock: another window may be at the same block.
    const block = nextBlock(session);
    if (block === undefined) return false;
    session.insert("insert into stat_block (block) values (?)", block);
    session.change(
      `insert into stat_order (block, name, value, sighting)
       select ?, name, value, sighting from stat where sighting >= ? and sighting < ? order by name, value, sighting`,
      ...[block, block << blockBits, (block + 1) << blockBits],
    );
    return true;
  });
}

/** The oldest block that can be ordered now, if there is one. */
function nextBlock(session: Session): number | undefined {
  const row = session.get(
    `select coalesce((select max(block) from stat_block) + 1, (select min(id) >> ${blockBits} from sighting)) as block,
       (select max(id) from sighting) as newest`,
  );
  if (typeof row?.block !== "bigint") return undefined;
  const block = whole(row.block);
  return whole(row.newest) + 1 >= (block + 1) << blockBits ? block : undefined;
}

/** Takes the numbers of a page's or detail's sightings out of their blocks, before the sightings go. */
export function unorder(session: Session, of: "page" | "detail", id: number): void {
  session.change(
    `delete from stat_order where (block, name, value, sighting) in (
       select sighting.id >> ${blockBits}, name, value, sighting.id from sighting join stat on stat.sighting = sighting.id
       where sighting.${of} = ?)`,
    id,
  );
}

/** Forgets the blocks before the oldest sighting. */
export function dropOldBlocks(session: Session): void {
  session.change(`delete from stat_block where block < (select min(id) >> ${blockBits} from sighting)`);
}
