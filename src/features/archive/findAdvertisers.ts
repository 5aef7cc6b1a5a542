import type { AdOwner } from "../../protocol/bought";
import { isPlatformToken, type PlatformToken } from "../../protocol/platforms";
import { type ArchiveCriteria, found, ownerId, ownerName } from "./findAds";
import { type IndexDatabase, textOf, whole } from "./indexDatabase";

/** An advertiser with the number of its bought ads. Its name is the one on the ad that was fetched last. */
export interface FoundOwner extends AdOwner {
  readonly ads: number;
}

/** A search that ads were seen in. */
export interface FoundSearch {
  /** One of its pages. */
  readonly path: string;
  readonly ads: number;
  /** ISO times of the first and the last page that showed one of the ads. */
  readonly from: string;
  readonly to: string;
}

/** The advertisers of the ads that match, most ads first. Those of ads without an ID count by their name. */
export function ownersOf(db: IndexDatabase, criteria: ArchiveCriteria): readonly FoundOwner[] {
  const { sql, values } = found(criteria);
  const rows = db.all(
    `select ad.platform as platform, ${ownerId} as id, ${ownerName} as name, count(*) as ads, max(ad.sighting) ${sql}
     group by 1, 2, iif(${ownerId} is null, ${ownerName}, null) order by ads desc, platform, id, name`,
    ...values,
  );
  return rows.flatMap(({ platform, id, name, ads }) => {
    const on = textOf(platform);
    if (!isPlatformToken(on) || (textOf(name) === "" && id === null)) return [];
    return [{ platform: on, ...(id !== null && { id: textOf(id) }), name: textOf(name), ads: whole(ads) }];
  });
}

/** The searches that the ads that match were seen in, most ads first. */
export function searchesOf(db: IndexDatabase, criteria: ArchiveCriteria): readonly FoundSearch[] {
  const { sql, values } = found(criteria);
  const rows = db.all(
    `with one as materialized (select ad.id as ad ${sql})
     select min(path) as path, count(distinct one.ad) as ads, min(received_at) as first, max(received_at) as last
     from one join sighting on sighting.ad = one.ad join file on file.id = sighting.file
     where kind = 'pages' group by version, platform, search order by ads desc, last desc, path`,
    ...values,
  );
  return rows.map(({ path, ads, first, last }) => ({
    ...{ path: textOf(path), ads: whole(ads), from: textOf(first), to: textOf(last) },
  }));
}

export type SearchCounts = ReadonlyMap<PlatformToken, number>;

/** How many searches of a library are bought, by platform. */
export function searchCounts(db: IndexDatabase, origin: string): SearchCounts {
  const rows = db.all(
    `select platform, count(distinct version || search) as searches from file
     where kind = 'pages' and origin = ? group by platform`,
    origin,
  );
  return new Map(
    rows.flatMap(({ platform, searches }) => {
      const on = textOf(platform);
      return isPlatformToken(on) ? [[on, whole(searches)] as const] : [];
    }),
  );
}
