import type { ArchiveHits, ArchiveCriteria } from "./archiveCriteria";
import { byNumbers } from "./byNumbers";
import { conditionsOf } from "./conditions";
import { HitReader, type HitReading } from "./hitReader";
import { amongNewest } from "./newestAds";
import { type DatabaseRow, type DatabaseSession, whole } from "./session";
import { indexSome } from "./wordIndex";

const usualLimit = 18;

/** Finds owned ads, newest fetch first, at most `limit` or 18. */
export function findAds(session: DatabaseSession, criteria: ArchiveCriteria, reading: HitReading): ArchiveHits {
  const limit = criteria.limit ?? usualLimit;
  const rows = matching(session, criteria, limit + 1);
  const reader = new HitReader(session, reading);
  const hits = rows.slice(0, limit).flatMap((row) => reader.hit(row) ?? []);
  return rows.length > limit ? { hits, next: String(whole(rows[limit - 1]?.sighting)) } : { hits };
}

function matching(session: DatabaseSession, criteria: ArchiveCriteria, limit: number): readonly DatabaseRow[] {
  const { conditions, match } = conditionsOf(criteria, session.fullText);
  const values = conditions.flatMap((condition) => condition.values);
  const where = ["true", ...conditions.map(({ sql }) => sql)].join(" and ");
  if (match === undefined && criteria.stats?.length) return byNumbers(session, criteria, conditions, limit);
  if (match === undefined) {
    return session.all(`select * from ad where ${where} order by sighting desc limit ?`, ...values, limit);
  }
  const fresh = amongNewest(session, criteria, conditions, limit);
  if (fresh) return fresh;
  while (indexSome(session, 500));
  // The word index leads (`cross join`): it walks from the newest sighting and stops as soon as there are enough.
  return session.all(
    `select ad.* from ad_text cross join ad on ad.sighting = ad_text.rowid
     where ad_text match ? and ${where}
     order by ad_text.rowid desc limit ?`,
    ...[match, ...values, limit],
  );
}
