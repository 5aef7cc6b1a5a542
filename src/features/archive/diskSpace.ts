import { statSync } from "node:fs";
import { claimsTooMuch } from "./consistent";
import { forget } from "./sightings";
import { type DatabaseSession, whole } from "./session";
import { dropOldBlocks } from "./statOrder";

/** SQLITE_CORRUPT */
const corrupt = 11;

/** What the archive holds and how much space it takes on the disk. */
export interface ArchiveSize {
  /** Size of the file and its log. */
  readonly bytes: number;
  readonly snapshots: number;
  readonly pages: number;
  readonly details: number;
  readonly ads: number;
  /** Answers that the size cap has removed since the archive was begun or cleared. */
  readonly removed: number;
}

export function archiveSize(session: DatabaseSession, file: string): ArchiveSize {
  const count = (table: string) => whole(session.get(`select count(*) as n from ${table}`)?.n);
  const onDisk = ["", "-wal"].map((ending) => statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0);
  return {
    bytes: onDisk.reduce((sum, size) => sum + size, 0),
    snapshots: count("snapshot"),
    pages: count("page"),
    details: count("detail"),
    ads: count("ad"),
    removed: whole(session.get("select sum(answers) as n from removal")?.n),
  };
}

/** Bytes of the file's pages that are in use. @throws an error with SQLite's code if the file is damaged */
export function usedBytes(session: DatabaseSession): number {
  if (claimsTooMuch(session)) throw Object.assign(new Error("It claims more pages than it has."), { errcode: corrupt });
  const pragma = (name: string) => whole(session.get(`pragma ${name}`)?.[name]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}

/**
 * What the size cap removes, in this order: snapshots without a pin, details with a newer fetch, other details, other
 * snapshots. Each query finds the ID of the oldest one; none finds what was stored last.
 */
const victims: readonly { readonly of: "snapshot" | "detail"; readonly sql: string }[] = [
  {
    of: "snapshot",
    sql: `select id from snapshot where id not in (select snapshot from pin)
          and id <> (select snapshot from page order by id desc limit 1) order by received_at, id limit 1`,
  },
  {
    of: "detail",
    sql: `select old.id from detail as old where exists (
            select 1 from detail as new where new.origin = old.origin and new.version = old.version
            and new.platform = old.platform and new.ad_id = old.ad_id and new.received_at > old.received_at
          ) and old.id <> (select max(id) from detail) order by old.received_at limit 1`,
  },
  {
    of: "detail",
    sql: "select id from detail where id <> (select max(id) from detail) order by received_at, id limit 1",
  },
  {
    of: "snapshot",
    sql: `select id from snapshot where id <> (select snapshot from page order by id desc limit 1)
          order by received_at, id limit 1`,
  },
];

/** How many stored pages one transaction removes: few enough that a search hardly waits. */
const bite = 10;

/**
 * Makes one small step toward the size cap: removes a detail, or the last pages of a snapshot (`victims` has the
 * order). Returns false once nothing is to be removed, or nothing else may be.
 */
export function freeSpace(session: DatabaseSession, maxBytes: number, onRemoved: (answers: number) => void): boolean {
  if (usedBytes(session) <= maxBytes) return false;
  let removed = 0;
  const done = session.transaction(() => {
    for (const { of, sql } of victims) {
      const id = whole(session.get(sql)?.id);
      if (id === 0) continue;
      removed = of === "snapshot" ? dropLastPages(session, id) : dropDetail(session, id);
      session.change(
        `insert into removal (day, answers) values (?, ?) on conflict do update set answers = answers + excluded.answers`,
        ...[new Date().toISOString().slice(0, 10), removed],
      );
      return true;
    }
    return false;
  });
  onRemoved(removed);
  session.db.exec("pragma incremental_vacuum(500)");
  return done;
}

/** Returns how many pages were removed. */
function dropLastPages(session: DatabaseSession, snapshot: number): number {
  const pages = session.all("select id from page where snapshot = ? order by page desc limit ?", snapshot, bite);
  for (const { id } of pages) {
    forget(session, "page", whole(id));
    session.change("delete from page where id = ?", whole(id));
  }
  session.change(
    "delete from snapshot where id = ? and not exists (select 1 from page where snapshot = ?)",
    snapshot,
    snapshot,
  );
  session.change("delete from search where id not in (select search from snapshot)");
  dropOldBlocks(session);
  return pages.length;
}

function dropDetail(session: DatabaseSession, id: number): number {
  forget(session, "detail", id);
  session.change("delete from detail where id = ?", id);
  return 1;
}

/** Whether the archive has neither a page nor a detail. */
export function hasNoAnswer(session: DatabaseSession): boolean {
  return session.get("select 1 from page union all select 1 from detail limit 1") === undefined;
}

/** Empties the archive with its word index, and returns the space to the disk. */
export function clearAll(session: DatabaseSession): void {
  session.transaction(() => {
    if (session.fullText) session.change("insert into ad_text (ad_text) values ('delete-all')");
    for (const table of [
      "stat_order",
      "stat_block",
      "stat",
      "sighting",
      "ad",
      "pending",
      "detail",
      "page",
      "pin",
      "snapshot",
      "search",
      "loss",
      "removal",
    ]) {
      session.change(`delete from ${table}`);
    }
  });
  session.db.exec("vacuum; pragma wal_checkpoint(truncate)");
}
