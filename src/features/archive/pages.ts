import type { AdCard, Digits } from "../../protocol/ads";
import type { SearchAddress } from "./searchAddress";
import { factsOfCard } from "./adText";
import type { Payload } from "./payload";
import { bytes, type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";
import { isPending, postpone } from "./pending";
import { forget, remember } from "./sightings";

/** An answer as the file has it, still packed. */
export interface PackedAnswer {
  /** Number of the page; 0 for a detail. */
  readonly page: number;
  readonly receivedAt: string;
  readonly coding: string;
  readonly bytes: Uint8Array;
}

const ofSnapshot = `
  from page join snapshot on snapshot.id = page.snapshot join search on search.id = snapshot.search
  where search.origin = ? and search.version = ? and search.platform = ? and search.body = ? and snapshot.last_hit = ?`;

/** A search's address as its row has it, not yet checked. */
type RawAddress = Readonly<Record<keyof SearchAddress, string>>;

export const addressed = (address: RawAddress) =>
  [address.origin, address.version, address.platform, address.body] as const;

/**
 * Stores one page and records its ads, in one transaction. Storing the same answer again changes nothing. A different
 * answer replaces the stored one, unless the service named no snapshot: then each answer gets a snapshot of its own.
 */
export function storePage(
  session: DatabaseSession,
  address: SearchAddress,
  lastHit: Digits,
  page: number,
  answer: { readonly packed: Payload; readonly receivedAt: string },
  ads: readonly AdCard[],
): void {
  const { packed, receivedAt } = answer;
  session.transaction(() => {
    const [name, known] = freePlace(session, address, lastHit, page, packed);
    const snapshot = snapshotId(session, address, name, receivedAt);
    if (known) {
      if (isSame(known, packed)) return;
      forget(session, "page", whole(known.id));
      session.change("delete from page where id = ?", whole(known.id));
    }
    const id = session.insert(
      "insert into page (snapshot, page, received_at, coding, payload) values (?, ?, ?, ?, ?)",
      ...[snapshot, page, receivedAt, packed.coding, packed.bytes],
    );
    if (isPending(session)) postpone(session, "page", id, receivedAt);
    else noteAds(session, address.origin, id, receivedAt, ads);
  });
}

type Packed = Pick<PackedAnswer, "coding" | "bytes">;
const isSame = (row: DatabaseRow, packed: Packed) =>
  row.coding === packed.coding && Buffer.compare(bytes(row.payload), packed.bytes) === 0;

/**
 * Finds the place of a page: the name of its snapshot, and the row that already has this place. The name is `lastHit`.
 * If the service named no snapshot, it is that of the snapshot with the same answer, or else the first of "", "~2",
 * "~3" and so on in which the place is free.
 */
export function freePlace(
  session: DatabaseSession,
  address: RawAddress,
  lastHit: Digits,
  page: number,
  packed: Packed,
): readonly [name: string, known: DatabaseRow | undefined] {
  const sql = `select page.id, coding, payload ${ofSnapshot} and page.page = ?`;
  const stored = (name: string) => session.get(sql, ...addressed(address), name, page);
  for (let [name, count] = [lastHit, 2]; ; name = `~${count++}`) {
    const known = stored(name);
    if (!known || lastHit !== "" || isSame(known, packed)) return [name, known];
  }
}

/**
 * Records the ads of a page by its row. The last ad comes first, so that newest first lists the page in its own order.
 */
export function noteAds(
  session: DatabaseSession,
  origin: string,
  page: number,
  receivedAt: string,
  ads: readonly AdCard[],
): void {
  for (const [position, card] of [...ads.entries()].reverse()) {
    remember(session, origin, factsOfCard(card, `${page}:${position}`), { page, position, receivedAt });
  }
}

/** Returns the ID of a snapshot, and creates it (and its search) if there is none. */
export function snapshotId(session: DatabaseSession, address: RawAddress, lastHit: Digits, receivedAt: string): number {
  const search = session.get(
    `insert into search (origin, version, platform, body) values (?, ?, ?, ?)
     on conflict do update set body = body returning id`,
    ...addressed(address),
  );
  const snapshot = session.get(
    `insert into snapshot (search, last_hit, received_at) values (?, ?, ?)
     on conflict do update set received_at = max(received_at, excluded.received_at) returning id`,
    ...[whole(search?.id), lastHit, receivedAt],
  );
  return whole(snapshot?.id);
}

export function findSnapshot(
  session: DatabaseSession,
  address: SearchAddress,
  lastHit: Digits,
): DatabaseRow | undefined {
  return session.get(
    `select snapshot.id from snapshot join search on search.id = snapshot.search
     where origin = ? and version = ? and platform = ? and body = ? and last_hit = ?`,
    ...addressed(address),
    lastHit,
  );
}

/** One stored page, as a list of none or one. */
export function packedPage(
  session: DatabaseSession,
  address: SearchAddress,
  lastHit: Digits,
  page: number,
): PackedAnswer[] {
  return session
    .all(
      `select page.page, page.received_at, coding, payload ${ofSnapshot} and page.page = ?`,
      ...addressed(address),
      lastHit,
      page,
    )
    .map(packedOf);
}

/** All stored pages of a snapshot in order, also those after a gap. */
export function packedPages(session: DatabaseSession, address: SearchAddress, lastHit: Digits): PackedAnswer[] {
  return session
    .all(
      `select page.page, page.received_at, coding, payload ${ofSnapshot} order by page.page`,
      ...addressed(address),
      lastHit,
    )
    .map(packedOf);
}

function packedOf(row: DatabaseRow): PackedAnswer {
  return {
    page: whole(row.page),
    receivedAt: textOf(row.received_at),
    coding: textOf(row.coding),
    bytes: bytes(row.payload),
  };
}
