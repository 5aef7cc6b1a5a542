import { isDigits } from "../../api";
import type { OwnedSearch } from "../../protocol/panel";
import type { SearchAddress } from "../archive";
import type { PageWalk } from "./pagesToExport";
import type { UnfinishedExport } from "./unfinishedExports";

/** Whether an unfinished export can continue with the library and version that are connected now. */
export function goesOnIn({ begun: { about } }: UnfinishedExport, { origin, version }: SearchAddress): boolean {
  return about.origin === origin && (about.version ?? "v2") === version;
}

/**
 * Which pages an unfinished export still needs, on its own snapshot. If page 1 was paid for and archived but no longer
 * noted, its snapshot is the newest of `owned` (`Archive.snapshots`) that arrived since the export began.
 */
export function pagesOfRest(unfinished: UnfinishedExport, owned: readonly OwnedSearch[]): PageWalk {
  const { begun, point } = unfinished;
  const { platform, version, segments, startedAt } = begun.about;
  const arrived = owned.filter(({ fetchedAt }) => fetchedAt >= startedAt);
  // A page 1 without a snapshot ID is owned under a name of the archive's own.
  const since = arrived.find(({ lastHit }) => isDigits(lastHit)) ?? arrived[0];
  const lastHit = unfinished.lastHit ?? begun.about.lastHit ?? since?.lastHit;
  return {
    platform,
    ...(version && { version }),
    ...(segments && { segments }),
    ...(lastHit !== undefined && { lastHit }),
    ...(point && { from: point.page + 1 }),
    ...(begun.pages !== undefined && { to: begun.pages }),
  };
}
