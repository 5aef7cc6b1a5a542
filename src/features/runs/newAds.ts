import type { AdRef } from "../../protocol/ads";
import type { NewState } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import { readPlatform } from "../forms";
import type { AdPrint, Look, Running } from "./adPrint";

const dayMs = 86_400_000;
/** The service counts whole days, and may count the first and the last one as two. */
const toleratedDays = 1;

/**
 * What an ad that no run before has is: `launched` only if the days that it has run fit into the time since the last
 * look, and otherwise merely seen for the first time. The one definition for checks, comparisons, and news.
 */
export function newState(running: Running | undefined, since: Look): NewState {
  if (!running) return "firstSeen";
  const between = daysBetween(since, running.at);
  return between >= 0 && running.days <= between + toleratedDays ? "launched" : "firstSeen";
}

/** Whole days, so that a daily look that comes some minutes early, or a clock that is put forward, makes no difference. */
function daysBetween(since: Look, at: Look): number {
  const service = [secondsOf(since), secondsOf(at)] as const;
  const [from, to] =
    service[0] !== undefined && service[1] !== undefined
      ? [service[0] * 1000, service[1] * 1000]
      : [Date.parse(since.fetchedAt), Date.parse(at.fetchedAt)];
  return Math.round((to - from) / dayMs);
}

/** The service's clock is right even if this machine's was changed between two looks (docs/api.md, `last_hit`). */
const secondsOf = ({ lastHit = "" }: Look) => (/^\d{10}$/.test(lastHit) ? Number(lastHit) : undefined);

/** What the bought details of ads say of their running time, by `platform:id`. */
export type DetailRunning = (address: SearchAddress, ads: readonly AdRef[]) => Promise<ReadonlyMap<string, Running>>;

/** The ads with what bought details say of those whose cards say nothing. */
export async function withDetails(
  detailRunning: DetailRunning,
  address: SearchAddress,
  prints: readonly AdPrint[],
): Promise<readonly AdPrint[]> {
  const refs = prints.flatMap(({ ad, running }) => (running ? [] : (refOf(ad) ?? [])));
  if (refs.length === 0) return prints;
  const told = await detailRunning(address, refs);
  return prints.map((print) => {
    const running = print.running ?? told.get(print.ad);
    return running ? { ...print, running } : print;
  });
}

/** Undefined for an ad without an ID, or of a platform that has no details. */
function refOf(ad: string): AdRef | undefined {
  const [, name, id] = /^([^:?]+):(-?\d+)$/.exec(ad) ?? [];
  const platform = readPlatform(name);
  return platform === undefined || platform === "mega" || id === undefined ? undefined : { platform, id };
}
