import { type Session, whole } from "./session";

// `stat_order` holds the numbers of 1024 sightings at a time, in the order of their values: a number that few ads have is
// found by one look into each block, where an index over all numbers would be written in 72 places with every page.

/** Sightings of a block, as a power of two. */
export const blockBits = 10;

/** The first sighting of a block. */
const firstOf = (block: number) => block * 2 ** blockBits;

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
      ...[block, firstOf(block), firstOf(block + 1)],
    );
    return true;
  });
}

/** The oldest block that can be ordered now, if there is one. Blocks without sightings are passed over. */
function nextBlock(session: Session): number | undefined {
  const row = session.get(
    `select id >> ${blockBits} as block from sighting
     where id >= (select (coalesce(max(block), -1) + 1) << ${blockBits} from stat_block) order by id limit 1`,
  );
  if (!row) return undefined;
  const block = whole(row.block);
  const newest = whole(session.get("select max(id) as newest from sighting")?.newest);
  return newest + 1 >= firstOf(block + 1) ? block : undefined;
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
