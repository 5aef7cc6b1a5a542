import { isDigits } from "../../api";
import type { OwnedSearch } from "../../protocol/panel";
import type { SearchAddress } from "../archive";
import type { PagePlan } from "./pagesToExport";
import type { UnfinishedExport } from "./unfinishedExports";

/** Whether an unfinished export can continue with the library and version that are connected now. */
export function goesOnIn({ plan: { about } }: UnfinishedExport, { origin, version }: SearchAddress): boolean {
  return about.origin === origin && (about.version ?? "v2") === version;
}

/**
 * Which pages an unfinished export still needs, on its own snapshot. If page 1 was paid for and archived but no longer
 * noted, its snapshot is the newest of `owned` (`Archive.snapshots`) that arrived since the export began.
 */
export function resumePlan(unfinished: UnfinishedExport, owned: readonly OwnedSearch[]): PagePlan {
  const { plan, point } = unfinished;
  const { platform, version, segments, startedAt } = plan.about;
  const since = owned.find(({ fetchedAt, lastHit }) => isDigits(lastHit) && fetchedAt >= startedAt);
  const lastHit = unfinished.lastHit ?? plan.about.lastHit ?? since?.lastHit;
  return {
    platform,
    ...(version && { version }),
    ...(segments && { segments }),
    ...(lastHit !== undefined && { lastHit }),
    ...(point && { from: point.page + 1 }),
    ...(plan.pages !== undefined && { to: plan.pages }),
  };
}
