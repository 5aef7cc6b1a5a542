import type { Digits } from "../../protocol/ads";
import type { SearchAddress } from "./searchAddress";
import { findSnapshot } from "./pages";
import { type DatabaseSession, textOf, whole } from "./session";

// Pinned snapshots, which the size cap removes last. Each is pinned for one or more reasons, which callers name (a
// saved search, "exported").

/** Pins a snapshot; does nothing if it is not owned. */
export function pin(session: DatabaseSession, address: SearchAddress, lastHit: Digits, reason: string): void {
  const snapshot = findSnapshot(session, address, lastHit);
  if (snapshot) session.change(pinned, whole(snapshot.id), reason);
}

/**
 * Pins the newest `most` snapshots of a search, and ends this reason's pins on all others of the same library and
 * version.
 */
export function keepNewest(session: DatabaseSession, address: SearchAddress, reason: string, most: number): void {
  session.transaction(() => {
    session.change(`${dropped} and snapshot in (${ofLibrary})`, reason, address.origin, address.version);
    for (const id of newest(session, address).slice(0, most)) session.change(pinned, id, reason);
  });
}

/** The reasons for which snapshots of one search (or of all) are pinned, each with the time of its newest snapshot. */
export function pinReasons(
  session: DatabaseSession,
  address?: SearchAddress,
): readonly { readonly reason: string; readonly newest: string }[] {
  const { origin, version, platform, body } = address ?? {};
  const where = address ? "where origin = ? and version = ? and platform = ? and body = ?" : "";
  return session
    .all(
      `select reason, max(received_at) as newest from pin join snapshot on snapshot.id = pin.snapshot
       join search on search.id = snapshot.search ${where} group by reason`,
      ...[origin, version, platform, body].flatMap((value) => value ?? []),
    )
    .map((row) => ({ reason: textOf(row.reason), newest: textOf(row.newest) }));
}

/** Removes all pins of a reason. */
export function dropPins(session: DatabaseSession, reason: string): void {
  session.change(dropped, reason);
}

/** Gives the pins of a reason to another one. If the reason ends in a path, those of paths below it follow. */
export function renamePins(session: DatabaseSession, from: string, to: string): void {
  session.change(
    `update or replace pin set reason = ?1 || substr(reason, length(?2) + 1)
     where reason = ?2 or substr(reason, 1, length(?2) + 1) in (?2 || '/', ?2 || '\\')`,
    ...[to, from],
  );
}

const pinned = "insert or ignore into pin (snapshot, reason) values (?, ?)";
const dropped = "delete from pin where reason = ?";
const ofLibrary = `select snapshot.id from snapshot join search on search.id = snapshot.search
  where origin = ? and version = ?`;

/** All snapshots of a search, newest first. */
function newest(session: DatabaseSession, { origin, version, platform, body }: SearchAddress): readonly number[] {
  return session
    .all(
      `select snapshot.id from snapshot join search on search.id = snapshot.search
       left join page as first on first.snapshot = snapshot.id and first.page = 1
       where origin = ? and version = ? and platform = ? and body = ?
       order by coalesce(first.received_at, snapshot.received_at) desc, snapshot.id desc`,
      ...[origin, version, platform, body],
    )
    .map(({ id }) => whole(id));
}
