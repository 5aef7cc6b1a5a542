import { setImmediate as nextTurn } from "node:timers/promises";
import type { ComparedAd, StateCounts } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import type { AdPrint } from "./adPrint";
import { comparedAds, type CompareOptions, countStates, type RunAds } from "./compareRuns";
import { withDetails } from "./newAds";
import { detailRunning, type RunSources } from "./readRuns";

interface Looks {
  readonly address: SearchAddress;
  readonly earlier: RunAds;
  /** The bought runs before the earlier one, newest first: what one of them has is not new. */
  readonly older?: readonly RunAds[];
  readonly newer: RunAds;
}

/** Ads that are compared at once: few enough to go unnoticed. */
const comparedAtOnce = 2000;

/**
 * Compares what was seen at a look with all that was seen before. Ads that were gone before the earlier run are not
 * among the results. Comparisons, checks, and news all go through here, so that their figures are the same.
 */
export async function compareLooks(
  sources: RunSources,
  { address, earlier, older = [], newer }: Looks,
  options: CompareOptions,
): Promise<{ readonly ads: readonly ComparedAd[]; readonly counts: StateCounts; readonly newer: RunAds }> {
  const known = together([earlier, ...older]);
  const now = options.sameSearch ? await timed(sources, address, known, newer) : newer;
  const ads: ComparedAd[] = [];
  let count = 0;
  for (const ad of comparedAds(known, now, options)) {
    if (ad.of === "newer" || earlier.prints.has(ad.ad)) ads.push(ad);
    count += 1;
    if (count % comparedAtOnce === 0) await nextTurn();
  }
  return { ads, counts: countStates(ads), newer: now };
}

/** A run with what bought details say of the running time of its unknown ads. */
async function timed(sources: RunSources, address: SearchAddress, known: RunAds, run: RunAds): Promise<RunAds> {
  const unknown = [...run.prints.values()].filter(({ ad }) => !known.prints.has(ad));
  const told = await withDetails(detailRunning(sources), address, unknown, [known.look, run.look]);
  return told === unknown
    ? run
    : { ...run, prints: new Map([...run.prints, ...told.map((one) => [one.ad, one] as const)]) };
}

/** Runs, newest first, as one: each ad as the first of them that has it shows it, with how far they looked together. */
export function together(runs: readonly [RunAds, ...RunAds[]]): RunAds {
  const [newest, ...others] = runs;
  if (others.length === 0) return newest;
  const prints = new Map<string, AdPrint>();
  for (const run of runs) for (const [ad, print] of run.prints) if (!prints.has(ad)) prints.set(ad, print);
  const pages = Math.max(...runs.map((run) => run.pages));
  return { ...newest, pages, ended: runs.some(({ ended }) => ended), prints };
}
