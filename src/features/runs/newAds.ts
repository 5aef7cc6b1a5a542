import type { AdRef } from "../../protocol/ads";
import type { NewState } from "../../protocol/runs";
import { secondOf, type SearchAddress } from "../archive";
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

/**
 * Whole days, so that a daily look that comes some minutes early makes no difference. By the service's clock if it is
 * known: it is right even if this machine's was changed between two looks.
 */
function daysBetween(since: Look, at: Look): number {
  const service = [secondOf(since.lastHit), secondOf(at.lastHit)] as const;
  const [from, to] =
    service[0] !== undefined && service[1] !== undefined
      ? [service[0] * 1000, service[1] * 1000]
      : [Date.parse(since.fetchedAt), Date.parse(at.fetchedAt)];
  return Math.round((to - from) / dayMs);
}

/** When a detail came: as long after the look nearest to it, whose second the service says, as this machine says. */
function byService(fetchedAt: string, [earlier, newer]: readonly [Look, Look]): Look {
  const since = (look: Look) => Date.parse(fetchedAt) - Date.parse(look.fetchedAt);
  const nearest = Math.abs(since(earlier)) < Math.abs(since(newer)) ? earlier : newer;
  const second = secondOf(nearest.lastHit);
  return { fetchedAt, ...(second !== undefined && { lastHit: String(second + Math.round(since(nearest) / 1000)) }) };
}

/** What the bought details of ads say of their running time, by `platform:id`. */
export type DetailRunning = (address: SearchAddress, ads: readonly AdRef[]) => Promise<ReadonlyMap<string, Running>>;

/**
 * The ads with what bought details say of those whose cards say nothing.
 * @param looks the one before, and the one that has the ads
 */
export async function withDetails(
  detailRunning: DetailRunning,
  address: SearchAddress,
  prints: readonly AdPrint[],
  looks: readonly [Look, Look],
): Promise<readonly AdPrint[]> {
  const refs = prints.flatMap(({ ad, running }) => (running ? [] : (refOf(ad) ?? [])));
  if (refs.length === 0) return prints;
  const told = await detailRunning(address, refs);
  return prints.map((print) => {
    if (print.running) return print;
    const running = told.get(print.ad);
    return running ? { ...print, running: { ...running, at: byService(running.at.fetchedAt, looks) } } : print;
  });
}

/** Undefined for an ad without an ID, or of a platform that has no details. */
function refOf(ad: string): AdRef | undefined {
  const [, name, id] = /^([^:?]+):(-?\d+)$/.exec(ad) ?? [];
  const platform = readPlatform(name);
  return platform === undefined || platform === "mega" || id === undefined ? undefined : { platform, id };
}
