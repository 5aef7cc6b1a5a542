import type { SQLInputValue } from "node:sqlite";
import type { Count } from "../../protocol/ads";
import type { AdFacts } from "./adText";
import { type DatabaseSession, textOf, whole } from "./session";
import { unorder } from "./statOrder";
import { unindex } from "./wordIndex";

/** Where an ad was seen: in a stored page or a stored detail, given by the ID of its row. */
export interface Sighted {
  readonly page?: number;
  readonly detail?: number;
  readonly position: number;
  readonly receivedAt: string;
}

// A new card replaces only `body` and a new detail only `detail_body`, so the texts of both stay searchable.
const upsert = (body: "body" | "detail_body") => `
  insert into ad
    (origin, identity, platform, platform_name, ad_id, title, owner, domain, ${body}, traffic, active, received_at,
     sighting, card)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (origin, identity) do update set
    title = iif(excluded.title = '', title, excluded.title),
    owner = iif(excluded.owner = '', owner, excluded.owner),
    domain = iif(excluded.domain = '', domain, excluded.domain),
    ${body} = excluded.${body},
    traffic = coalesce(excluded.traffic, traffic),
    active = coalesce(excluded.active, active),
    received_at = excluded.received_at,
    sighting = excluded.sighting,
    card = coalesce(excluded.card, card)
  returning id`;
const upsertCard = upsert("body");
const upsertDetail = upsert("detail_body");

/** Records that an ad was seen: the newest facts for searching, and this sighting's numbers for the ad's history. */
export function remember(session: DatabaseSession, origin: string, facts: AdFacts, seen: Sighted): void {
  // Under the write lock, the sighting's ID is known in advance, so the ad's row is written only once.
  const sighting = whole(session.get("select seq from sqlite_sequence where name = 'sighting'")?.seq) + 1;
  const row = session.get(
    seen.page === undefined ? upsertDetail : upsertCard,
    ...[origin, facts.identity, facts.platform, facts.platformName, facts.adId, facts.title, facts.owner, facts.domain],
    ...[facts.body, stored(facts.traffic), facts.active === undefined ? null : Number(facts.active), seen.receivedAt],
    ...[sighting, seen.page === undefined ? null : sighting],
  );
  session.insert(
    "insert into sighting (id, ad, page, detail, position, received_at) values (?, ?, ?, ?, ?, ?)",
    ...[sighting, whole(row?.id), seen.page ?? null, seen.detail ?? null, seen.position, seen.receivedAt],
  );
  for (const [name, value] of facts.stats) {
    session.insert(
      "insert into stat (sighting, name, value, exact) values (?, ?, ?, ?)",
      ...[sighting, name, stored(value), beyondInt64(value)],
    );
  }
}

/** Deletes the sightings of a page or detail that is about to be deleted. An ad goes with its last sighting. */
export function forget(session: DatabaseSession, of: "page" | "detail", id: number): void {
  const ads = session.all(`select distinct ad from sighting where ${of} = ?`, id);
  unorder(session, of, id);
  session.change(`delete from sighting where ${of} = ?`, id);
  for (const { ad } of ads) refresh(session, whole(ad));
}

const leftOf = `
  select max(id) as newest, max(iif(page is not null, id, null)) as card, max(received_at) as received_at
  from sighting where ad = ?`;

function refresh(session: DatabaseSession, ad: number): void {
  const left = session.get(leftOf, ad);
  const newest = whole(left?.newest);
  if (newest !== 0) {
    session.change(
      "update ad set sighting = ?, card = ?, received_at = ? where id = ?",
      ...[newest, left?.card ?? null, textOf(left?.received_at), ad],
    );
    return;
  }
  if (session.fullText) unindex(session, ad);
  session.change("delete from ad where id = ?", ad);
}

/** A count as SQLite compares it: an integer of 64 bits exactly, anything else as a double. */
export function stored(count: Count | undefined): SQLInputValue {
  if (count === undefined) return null;
  if (typeof count === "number") return Number.isSafeInteger(count) ? BigInt(count) : count;
  return beyondInt64(count) === null ? BigInt(count) : Number(count);
}

/** The digits of an integer beyond 64 bits; null for any other count. */
function beyondInt64(count: Count): string | null {
  if (typeof count === "number") return null;
  return BigInt.asIntN(64, BigInt(count)) === BigInt(count) ? null : count;
}
