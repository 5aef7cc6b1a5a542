import type { StateCounts } from "../../protocol/runs";
import type { BoughtSearch } from "../../protocol/panel";
import { secondOf, type SearchAddress } from "../archive";
import { compareLooks, together } from "./compareLooks";
import type { RunAds } from "./compareRuns";
import { readableRuns, type RunSources } from "./readRuns";
import { told, type ToldAd } from "./toldAd";

/** What the runs of a search after some time brought. */
export interface ChangesSince {
  /** ISO time of the newest run. */
  readonly checked: string;
  /** ISO time of the run that it is compared with; absent if there is none. */
  readonly before?: string;
  /** Absent if there is nothing to compare, or no run is newer than that time. */
  readonly counts?: StateCounts;
  /** All ads but the unchanged ones, which are there if only some ads were asked for. */
  readonly ads: readonly ToldAd[];
  /** If only some ads were asked for: which of them each run has, newest run first. */
  readonly runs?: readonly SeenInRun[];
}

export interface SeenInRun {
  /** ISO time of the run. */
  readonly at: string;
  readonly ads: ReadonlySet<string>;
}

/**
 * Compares all runs after a time with all runs before it. What one run in between found stays found, even if the newest
 * one looked less far. An ad counts as absent only if the newest run reached the end without it.
 * @param bought the runs, newest first
 * @param since if absent, the newest run is compared with the one before
 * @param of only these ads; then the unchanged ones as well, and the runs that have them
 */
export async function changesSince(
  sources: RunSources,
  address: SearchAddress,
  bought: readonly BoughtSearch[],
  since?: string,
  of?: ReadonlySet<string>,
): Promise<ChangesSince | undefined> {
  const [newest] = bought;
  if (!newest) return undefined;
  const after = since === undefined ? bought.slice(0, 1) : laterThan(bought, since);
  // Without a run of that time, the first one is what the others are compared with.
  const later = after.length === bought.length ? after.slice(0, -1) : after;
  const checked = newest.fetchedAt;
  const earlier = later.length === 0 && !of ? [] : await readableRuns(sources, address, bought.slice(later.length));
  if (later.length === 0)
    return { checked, ads: [], ...(after.length === 0 && { before: checked }), ...seenIn(earlier, of) };
  const newer = await readableRuns(sources, address, later);
  const runs = seenIn([...newer, ...earlier], of);
  const [[base, ...older], [top, ...others]] = [earlier, newer];
  if (!base) return { checked, ads: [], ...runs };
  if (!top) return { checked, ads: [], before: base.look.fetchedAt, ...runs };
  const known = together([base, ...older]);
  const found = together([top, ...others]);
  // A complete run says more than those before it.
  const isGone = (ad: string) => top.ended && known.prints.has(ad) && !top.prints.has(ad);
  const prints = new Map([...found.prints].filter(([ad]) => !isGone(ad)));
  const now: RunAds = { ...found, ended: top.ended, prints };
  const between = others.filter(({ ended }) => ended).map((run) => new Set(run.prints.keys()));
  const looks = { address, earlier: base, older, newer: now };
  const { ads: compared, counts } = await compareLooks(sources, looks, { sameSearch: true, between });
  const ads = compared
    .filter(({ ad, state }) => (of ? of.has(ad) : state !== "seen"))
    .map((ad) => told(ad, [known, now])[0]);
  return { checked, before: base.look.fetchedAt, counts, ads, ...runs };
}

const seenIn = (runs: readonly RunAds[], of: ReadonlySet<string> | undefined): Pick<ChangesSince, "runs"> =>
  of
    ? {
        runs: runs.map(({ look, prints }) => ({
          at: look.fetchedAt,
          ads: new Set([...of].filter((ad) => prints.has(ad))),
        })),
      }
    : {};

/**
 * The runs after the one that was fetched at a time, or else after the last one that is of no later time by either
 * clock: it is better to compare a run again than to leave one out.
 */
function laterThan(bought: readonly BoughtSearch[], since: string): readonly BoughtSearch[] {
  const looked = bought.findIndex(({ fetchedAt }) => fetchedAt === since);
  const isNoLater = ({ fetchedAt, lastHit }: BoughtSearch) =>
    fetchedAt <= since && (secondOf(lastHit) ?? 0) * 1000 <= Date.parse(since);
  const first = looked >= 0 ? looked : bought.findIndex(isNoLater);
  return first < 0 ? bought : bought.slice(0, first);
}
