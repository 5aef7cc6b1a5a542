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
  let compared = 0;
  for (const { address } of seen) {
    signal?.throwIfAborted();
    const changes = await runs.changesSince(address, undefined, new Set(titles.keys()));
    if (!changes?.counts || changes.before === undefined) continue;
    compared += 1;
    const { checked, before } = changes;
    const label = await search.labelOfBody(address.platform, address.body);
    for (const told of changes.ads)
      facts.set(told.ad, [...(facts.get(told.ad) ?? []), { told, search: label, before, checked }]);
  }
  const found = [...facts].flatMap(([ad, about]) => {
    const change = changeOf(about);
    return change ? [{ ad, title: titles.get(ad) ?? "", ...change }] : [];
  });
  const place = ({ state }: AdvertiserChange) => order.indexOf(state);
  return { searches: seen.length, compared, ads: found.sort((one, other) => place(one) - place(other)) };
}

/**
 * What all searches together say of an ad. It is launched or first seen only if no run before has it, and absent only if no search that
 * was checked as late still has it, or stopped before its place.
 */
function changeOf(facts: readonly Fact[]): Omit<AdvertiserChange, "ad" | "title"> | undefined {
  const [latest] = facts.toSorted((one, other) => (one.checked < other.checked ? 1 : -1));
  const of = (state: AdvertiserChange["state"], fact: Fact | undefined) => {
    if (!fact) return undefined;
    const { search, before, checked, told } = fact;
    const { daysRunning } = told;
    return { state, search, before, checked, ...(daysRunning !== undefined && { daysRunning }) };
  };
  const absent = facts.filter(({ told }) => told.state === "absent");
  const [lost] = absent.toSorted((one, other) => (one.checked < other.checked ? 1 : -1));
  if (lost) {
    if (facts.some(({ told, checked }) => isThere(told) && checked >= lost.checked)) return undefined;
    const unclear = facts.find(({ told }) => told.why === "beyondNewer");
    return unclear ? of("notCovered", unclear) : of("absent", lost);
  }
  if (facts.every(({ told }) => told.state === "notCovered")) return of("notCovered", latest);
  if (facts.some(({ told }) => wasThere(told))) return undefined;
  const launched = facts.find(({ told }) => told.state === "launched");
  return (
    of("launched", launched) ??
    of(
      "firstSeen",
      facts.find(({ told }) => told.state === "firstSeen"),
    )
  );
}

const wasThere = ({ state, why }: ToldAd) => state === "seen" || state === "changed" || why === "beyondNewer";
const isThere = ({ state, why }: ToldAd) =>
  isNewState(state) || state === "seen" || state === "changed" || why === "beyondEarlier";

/** What could be compared, and what can therefore not be said, for a terminal and assistants. */
export function comparedWords({ searches, compared, ads }: AdvertiserNews): string {
  const of = searches === 1 ? "1 search" : `${searches} searches`;
  const about = `Last two runs compared of ${compared} of ${of}`;
  if (compared === 0) return `${about}: no ad can be called new or absent.`;
  const count = (state: AdvertiserChange["state"]) => ads.filter((one) => one.state === state).length;
  return `${about}: ${count("launched")} launched, ${count("firstSeen")} first seen, ${count("absent")} absent, ${count("notCovered")} not covered.`;
}
