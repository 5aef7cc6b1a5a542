import type { AdvertiserChange, AdvertiserNews, AdvertiserView } from "../../protocol/lens";
import { isNewState } from "../../protocol/runs";
import type { BoughtAds } from "../archive";
import type { Runs, ToldAd } from "../runs";
import type { SearchAds } from "../search";

interface Ports {
  readonly boughtAds: Pick<BoughtAds, "searches">;
  readonly runs: Pick<Runs, "changesSince">;
  readonly search: Pick<SearchAds, "labelOfBody">;
}

/** What one search's last two runs say of an ad. */
interface Fact extends Pick<AdvertiserChange, "search" | "before" | "checked"> {
  readonly told: ToldAd;
}

/** A run that has an ad. */
interface Sighting {
  /** ISO time of the run. */
  readonly at: string;
  /** Whether it is the newest run of its search, so that the ad is still there. */
  readonly isNewest: boolean;
  /** Whether it was compared with a run before, so that a fact says what it brought. */
  readonly isCompared: boolean;
}

const order: readonly AdvertiserChange["state"][] = ["launched", "firstSeen", "absent", "notCovered"];

/** What is new of an advertiser, and what was not seen again, from the searches that it was seen in: 0 credits. */
export async function advertiserNews(
  { boughtAds, runs, search }: Ports,
  { advertiser, joined, ads }: AdvertiserView,
  signal?: AbortSignal,
): Promise<AdvertiserNews> {
  const { seen } = await boughtAds.searches({ owner: advertiser, joined });
  const titles = new Map(ads.map(({ ad, title }) => [ad, title]));
  const facts = new Map<string, Fact[]>();
  const sightings = new Map<string, Sighting[]>();
  let compared = 0;
  for (const { address } of seen) {
    signal?.throwIfAborted();
    const changes = await runs.changesSince(address, undefined, new Set(titles.keys()));
    for (const [place, { at, ads: had }] of (changes?.runs ?? []).entries()) {
      const isNewest = place === 0;
      for (const ad of had) add(sightings, ad, { at, isNewest, isCompared: isNewest && changes?.counts !== undefined });
    }
    if (!changes?.counts || changes.before === undefined) continue;
    compared += 1;
    const { checked, before } = changes;
    const label = await search.labelOfBody(address.platform, address.body);
    for (const told of changes.ads) add(facts, told.ad, { told, search: label, before, checked });
  }
  const found = [...facts].flatMap(([ad, about]) => {
    const change = changeOf(about, sightings.get(ad) ?? []);
    return change ? [{ ad, title: titles.get(ad) ?? "", ...change }] : [];
  });
  const place = ({ state }: AdvertiserChange) => order.indexOf(state);
  return { searches: seen.length, compared, ads: found.sort((one, other) => place(one) - place(other)) };
}

function add<T>(all: Map<string, T[]>, ad: string, one: T): void {
  all.set(ad, [...(all.get(ad) ?? []), one]);
}

/**
 * What all searches together say of an ad. It is launched or first seen only if no run before has it, and absent only if
 * no search that was checked as late still has it, or stopped before its place. If another search found it between the
 * two runs, it is no longer first seen, but may still be launched.
 */
function changeOf(
  facts: readonly Fact[],
  sightings: readonly Sighting[],
): Omit<AdvertiserChange, "ad" | "title"> | undefined {
  const of = (state: AdvertiserChange["state"], fact: Fact | undefined) => {
    if (!fact) return undefined;
    const { search, before, checked, told } = fact;
    const { daysRunning } = told;
    return { state, search, before, checked, ...(daysRunning !== undefined && { daysRunning }) };
  };
  const wasKnown = ({ told, before, checked }: Fact) =>
    sightings.some(({ at, isCompared }) => !isCompared && (told.state === "launched" ? at <= before : at < checked));
  const isStillThere = ({ checked }: Fact) => sightings.some(({ at, isNewest }) => isNewest && at >= checked);
  const [latest] = latestFirst(facts);
  const [lost] = latestFirst(facts.filter(({ told }) => told.state === "absent"));
  if (lost) {
    if (isStillThere(lost)) return undefined;
    const unclear = facts.find(({ told }) => told.why === "beyondNewer");
    return unclear ? of("notCovered", unclear) : of("absent", lost);
  }
  if (latest && facts.every(({ told }) => told.state === "notCovered"))
    return wasKnown(latest) && isStillThere(latest) ? undefined : of("notCovered", latest);
  if (facts.some(({ told }) => wasThere(told))) return undefined;
  const fresh = facts.filter((fact) => isNewState(fact.told.state) && !wasKnown(fact));
  const launched = fresh.find(({ told }) => told.state === "launched");
  return of("launched", launched) ?? of("firstSeen", fresh[0]);
}

const latestFirst = (facts: readonly Fact[]) => facts.toSorted((one, other) => (one.checked < other.checked ? 1 : -1));
const wasThere = ({ state, why }: ToldAd) => state === "seen" || state === "changed" || why === "beyondNewer";

/** What could be compared, and what can therefore not be said, for a terminal and assistants. */
export function comparedWords({ searches, compared, ads }: AdvertiserNews): string {
  const of = searches === 1 ? "1 search" : `${searches} searches`;
  const about = `Last two runs compared of ${compared} of ${of}`;
  if (compared === 0) return `${about}: no ad can be called new or absent.`;
  const count = (state: AdvertiserChange["state"]) => ads.filter((one) => one.state === state).length;
  return `${about}: ${count("launched")} launched, ${count("firstSeen")} first seen, ${count("absent")} absent, ${count("notCovered")} not covered.`;
}
