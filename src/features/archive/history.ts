import type { AdRef, Count } from "../../protocol/ads";
import type { Sighting } from "./archiveCriteria";
import { type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";

/** All fetches in which an ad was seen, oldest first, with the numbers that each showed. */
export function historyOf(session: DatabaseSession, origin: string, ad: AdRef): readonly Sighting[] {
  const rows = session.all(
    `select sighting.id, sighting.received_at, sighting.page is not null as card, name, value, exact
     from ad join sighting on sighting.ad = ad.id left join stat on stat.sighting = sighting.id
     where origin = ? and identity = ? order by sighting.received_at, sighting.id, name`,
    ...[origin, `${ad.platform}:${ad.id}`],
  );
  const sightings = new Map<number, Sighting & { readonly stats: { name: string; value: Count }[] }>();
  for (const row of rows) {
    const id = whole(row.id);
    const from = whole(row.card) === 1 ? "card" : "detail";
    const sighting = sightings.get(id) ?? { receivedAt: textOf(row.received_at), from, stats: [] };
    sightings.set(id, sighting);
    if (row.name !== null) sighting.stats.push({ name: textOf(row.name), value: countOf(row) });
  }
  return [...sightings.values()];
}

/** The names of all numbers that cards and details have shown, for a form that filters by them. */
export function statNames(session: DatabaseSession): readonly string[] {
  return session.all("select distinct name from stat order by name").map(({ name }) => textOf(name));
}

/** The count as a number, or as its digits if a number cannot hold it exactly. */
function countOf({ value, exact }: DatabaseRow): Count {
  if (typeof exact === "string") return exact;
  if (typeof value !== "bigint") return Number(value);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
