import * as l10n from "@vscode/l10n";
import type { AdRef } from "../../protocol/ads";
import { adsOfPage, prices } from "../../protocol/credits";
import type { SearchPage } from "../../protocol/search";
import { type AdDetails, adRefs } from "../details";
import { FeatureError } from "../failures";
import type { FrozenSearch, SearchAds } from "../search";
import { journalName } from "./journalLines";
import { goesOnIn, pagesOfRest } from "./pagesOfRest";
import type { UnfinishedExport } from "./unfinishedExports";

/** The snapshot that an export continues with, even if only the archive knows about page 1. */
const snapshotOf = async (search: SearchAds, frozen: FrozenSearch, resume: UnfinishedExport) =>
  pagesOfRest(resume, await search.owned(frozen)).lastHit;

/** One file holds ads of one library in one version. @throws {FeatureError} `invalidRequest` */
export function checkLibrary(resume: UnfinishedExport, { address }: FrozenSearch): void {
  if (goesOnIn(resume, address)) return;
  const { origin, version = "v2" } = resume.begun.about;
  const specifics = l10n.t("this export is from {0}, {1}. Connect to it first.", origin, version.toUpperCase());
  throw new FeatureError("invalidRequest", { specifics });
}

/** What an export requested, may have paid for, and has neither in its file nor in the archive. */
export interface LostAnswers {
  readonly pages: readonly number[];
  readonly details: readonly AdRef[];
  /** What requesting it again costs. */
  readonly credits: number;
}

/** Finds what was lost when an export was killed or an answer did not arrive. Free. */
export async function lostAnswers(
  { search, details }: { readonly search: SearchAds; readonly details: AdDetails },
  frozen: FrozenSearch,
  resume: UnfinishedExport,
): Promise<LostAnswers> {
  const snapshot = await snapshotOf(search, frozen, resume);
  const pages: number[] = [];
  for (const page of resume.lostPages) {
    const owned = snapshot === undefined ? undefined : await search.ownedAnswer(frozen, snapshot, page);
    if (!owned) pages.push(page);
  }
  const owned = new Set(await details.ownedAmong(resume.lostDetails));
  const ads = resume.lostDetails.filter((ad) => !owned.has(journalName(ad)));
  pages.sort((one, other) => one - other);
  return { pages, details: ads, credits: pages.length * prices.search + ads.length * prices.adDetail };
}

/** The most credits that pages up to a given one can cost: those not owned, and the details not owned. */
export async function priceOfPages(
  details: AdDetails,
  { owned, pages }: { readonly owned: number; readonly pages: readonly SearchPage[] },
  to: number,
  withDetails: boolean,
): Promise<number> {
  const toFetch = Math.max(0, to - owned) * prices.search;
  if (!withDetails) return toFetch;
  const loaded = pages.filter(({ page }) => page <= to);
  const refs = adRefs(loaded);
  const paid = new Set(await details.ownedAmong(refs)).size;
  return toFetch + (refs.length - paid + (to - loaded.length) * adsOfPage) * prices.adDetail;
}

/** The most credits that an unfinished export can still cost up to a given page. */
export async function priceOfRest(
  search: SearchAds,
  frozen: FrozenSearch,
  resume: UnfinishedExport,
  to: number,
): Promise<number> {
  const { point, begun } = resume;
  const written = point?.pages ?? 0;
  const snapshot = await snapshotOf(search, frozen, resume);
  const owned = (await search.owned(frozen)).find(({ lastHit }) => lastHit === snapshot)?.pages ?? 0;
  const rest = Math.max(0, to - Math.max(owned, written)) * prices.search;
  return rest + (begun.details ? Math.max(0, to - written) * adsOfPage * prices.adDetail : 0);
}
