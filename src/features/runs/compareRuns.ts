import * as l10n from "@vscode/l10n";
import type { AdState, ComparedAd, StateCounts, RunDifference } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import { type AdPrint, changesBetween, isUnnamed, type Look } from "./adPrint";
import { newState } from "./newAds";

/** A run's ads by name, in its order, with how far it looked. */
export interface RunAds {
  readonly pages: number;
  /** Whether it has all ads of its snapshot, so that nothing lies beyond its last page. */
  readonly ended: boolean;
  readonly prints: ReadonlyMap<string, AdPrint>;
  /** When it looked; of several runs together, the newest. */
  readonly look: Look;
}

export interface CompareOptions {
  /** Whether the runs belong to one search: otherwise nothing can be new or absent. */
  readonly sameSearch: boolean;
  /** The ads of each run between the two that reached the end. */
  readonly between?: readonly ReadonlySet<string>[];
}

/**
 * Yields every ad of either run in exactly one state, so that callers can do other work in between. An ad is `launched`
 * or `firstSeen` only if the earlier run looked as far, and `absent` only if the newer one reached the end. Swapping two
 * runs that both reached the end swaps these with `absent`.
 */
export function* comparedAds(earlier: RunAds, newer: RunAds, options: CompareOptions): Generator<ComparedAd> {
  for (const print of newer.prints.values()) {
    const before = earlier.prints.get(print.ad);
    yield before ? inBoth(before, print) : inNewer(earlier, print, options);
  }
  for (const print of earlier.prints.values()) if (!newer.prints.has(print.ad)) yield inEarlier(newer, print, options);
}

export function countStates(ads: readonly ComparedAd[]): StateCounts {
  const states = { launched: 0, firstSeen: 0, changed: 0, seen: 0, absent: 0, notCovered: 0 };
  const counts = { ...states, stopped: 0, figures: 0, untimed: 0 };
  for (const { state, stopped, changes, daysRunning } of ads) {
    counts[state] += 1;
    if (state === "firstSeen" && daysRunning === undefined) counts.untimed += 1;
    if (stopped) counts.stopped += 1;
    if (state === "changed" && changes.every(({ kind }) => kind === "figures")) counts.figures += 1;
  }
  return counts;
}

function inBoth(before: AdPrint, print: AdPrint): ComparedAd {
  const changes = changesBetween(before, print);
  return { ...placed(print, "newer", changes.length > 0 ? "changed" : "seen"), changes };
}

function inNewer({ ended, pages, look }: RunAds, print: AdPrint, { sameSearch }: CompareOptions): ComparedAd {
  const why = unnamedOrOther(print, sameSearch) ?? (ended || print.page <= pages ? undefined : "beyondEarlier");
  if (why) return { ...placed(print, "newer", "notCovered"), why };
  const { running } = print;
  return { ...placed(print, "newer", newState(running, look)), ...(running && { daysRunning: running.days }) };
}

function inEarlier({ ended }: RunAds, print: AdPrint, { sameSearch, between = [] }: CompareOptions): ComparedAd {
  const why = unnamedOrOther(print, sameSearch) ?? (ended ? undefined : "beyondNewer");
  if (why) return { ...placed(print, "earlier", "notCovered"), why };
  const stopped = between.some((ads) => !ads.has(print.ad));
  return { ...placed(print, "earlier", "absent"), ...(stopped && { stopped: true }) };
}

function unnamedOrOther({ ad }: AdPrint, sameSearch: boolean): ComparedAd["why"] {
  if (!sameSearch) return "otherSearch";
  return isUnnamed(ad) ? "noId" : undefined;
}

function placed({ ad, page, index }: AdPrint, of: ComparedAd["of"], state: AdState): ComparedAd {
  return { ad, state, changes: [], of, page, index };
}

/** How the searches of two runs differ. */
export function differencesOf(earlier: SearchAddress, newer: SearchAddress): readonly RunDifference[] {
  return [
    ...(earlier.origin === newer.origin ? [] : ["library" as const]),
    ...(earlier.platform === newer.platform ? [] : ["platform" as const]),
    ...(earlier.version === newer.version ? [] : ["version" as const]),
    ...(earlier.body === newer.body ? [] : ["body" as const]),
  ];
}

/** Why two runs do not belong to the same search, as one sentence per difference. */
export function differenceWords(difference: RunDifference): string {
  switch (difference) {
    case "library":
      return l10n.t("The runs are from different libraries.");
    case "platform":
      return l10n.t("The runs are from different platforms.");
    case "version":
      return l10n.t("The runs are from different versions of the service, which answer differently.");
    case "body":
      return l10n.t("The runs have different filters, words, or sorts.");
  }
}
