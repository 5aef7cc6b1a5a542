import type { Digits } from "../../protocol/ads";
import type { OwnedSearch } from "../../protocol/panel";
import { addressed } from "./pages";
import type { SearchAddress } from "./searchAddress";
import { type DatabaseSession, textOf, whole } from "./session";

/** The snapshots of a search that have page 1, newest first, each with the number of its pages up to the first gap. */
export function ownedSnapshots(session: DatabaseSession, address: SearchAddress): OwnedSearch[] {
  const rows = session.all(
    `select last_hit, first.received_at, (
       select count(*) from (
         select page, row_number() over (order by page) as place from page where page.snapshot = snapshot.id
       ) where page = place
     ) as pages
     from search join snapshot on snapshot.search = search.id
     join page as first on first.snapshot = snapshot.id and first.page = 1
     where origin = ? and version = ? and platform = ? and body = ?
     order by first.received_at desc, first.id desc`,
    ...addressed(address),
  );
  return rows.map((row) => ({
    lastHit: textOf(row.last_hit),
    pages: whole(row.pages),
    fetchedAt: textOf(row.received_at),
  }));
}

/**
 * The newest snapshot of a search whose page 1 was received from `since` until `until` (ISO times), also if the answer was
 * the stored one again: then only the snapshot's time is new, and no later page explains it.
 */
export function firstPageSince(
  session: DatabaseSession,
  address: SearchAddress,
  since: string,
  until: string,
): Digits | undefined {
  const row = session.get(
    `select last_hit, max(first.received_at, iif(exists(
       select 1 from page where page.snapshot = snapshot.id and page.received_at >= snapshot.received_at
     ), '', snapshot.received_at)) as at
     from search join snapshot on snapshot.search = search.id
     join page as first on first.snapshot = snapshot.id and first.page = 1
     where origin = ? and version = ? and platform = ? and body = ? and at between ? and ?
     order by at desc limit 1`,
    ...addressed(address),
    since,
    until,
  );
  return row && textOf(row.last_hit);
}
