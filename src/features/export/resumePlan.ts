import type { OwnedSearch } from "../../protocol/panel";
import type { PagePlan } from "./pagesToExport";
import type { UnfinishedExport } from "./unfinishedExports";

/**
 * Which pages an unfinished export still needs, on its own snapshot. Where page 1 was paid for and archived but not noted
 * any more, its snapshot is the newest one of `owned` (`Archive.snapshots`) that came since the export began.
 */
export function resumePlan(unfinished: UnfinishedExport, owned: readonly OwnedSearch[]): PagePlan {
  const { plan, point } = unfinished;
  const { platform, segments, startedAt } = plan.about;
  const since = owned.find(({ fetchedAt, lastHit }) => lastHit !== "" && fetchedAt >= startedAt);
  const lastHit = unfinished.lastHit ?? plan.about.lastHit ?? since?.lastHit;
  return {
    platform,
    ...(segments && { segments }),
    ...(lastHit !== undefined && { lastHit }),
    ...(point && { from: point.page + 1 }),
    ...(plan.pages !== undefined && { to: plan.pages }),
  };
}
