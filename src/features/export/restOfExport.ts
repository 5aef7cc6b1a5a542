import * as l10n from "@vscode/l10n";
import { goesOnIn } from "./resumePlan";
import { FeatureError } from "../failures";
import type { Digits } from "../../protocol/ads";
import { adsOfPage, prices } from "../../protocol/credits";
import type { UnfinishedExport } from "./unfinishedExports";
import type { FrozenSearch, SearchAds } from "../searchAds";

const snapshotOf = ({ lastHit, plan }: UnfinishedExport): Digits | undefined => lastHit ?? plan.about.lastHit;

/** One file holds ads of one library in one version. @throws {FeatureError} `invalidRequest` */
export function checkLibrary(resume: UnfinishedExport, { address }: FrozenSearch): void {
  if (goesOnIn(resume, address)) return;
  const { origin, version = "v2" } = resume.plan.about;
  const detail = l10n.t("this export is of {0}, {1}. Connect that first.", origin, version.toUpperCase());
  throw new FeatureError("invalidRequest", { detail });
}

/** Pages that an export asked for and that are neither in its file nor in the archive. */
export async function lostPages(
  search: SearchAds,
  frozen: FrozenSearch,
  resume: UnfinishedExport,
): Promise<readonly number[]> {
  const snapshot = snapshotOf(resume);
  const lost: number[] = [];
  for (const page of resume.lostPages) {
    const owned = snapshot === undefined ? undefined : await search.ownedAnswer(frozen, snapshot, page);
    if (!owned) lost.push(page);
  }
  return lost;
}

/** The most credits that an unfinished export can still cost up to a page. */
export async function priceOfRest(
  search: SearchAds,
  frozen: FrozenSearch,
  resume: UnfinishedExport,
  to: number,
): Promise<number> {
  const { pages, plan } = resume;
  const snapshots = await search.owned(frozen);
  const owned = snapshots.find(({ lastHit }) => lastHit === snapshotOf(resume))?.pages ?? 0;
  const rest = Math.max(0, to - Math.max(owned, pages)) * prices.search;
  return rest + (plan.details ? Math.max(0, to - pages) * adsOfPage * prices.adDetail : 0);
}
