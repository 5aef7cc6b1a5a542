import { setImmediate as nextTurn } from "node:timers/promises";
import { type Count, mostOf, sumOf } from "../../protocol/ads";
import { type CreativeGroup, type GroupStat, type Reason, reasons } from "../../protocol/lens";
import type { Evidence } from "./evidence";
import type { Traits } from "./traits";

/** An ad as the lens sees it. Absent facts were not provided. */
export interface LensAd {
  /** `platform:id`; an ad without an ID is named by its answer. */
  readonly ad: string;
  readonly platform: string;
  readonly title: string;
  readonly advertiser: string;
  readonly domain: string;
  readonly traits: Traits;
  /**
   * ISO times: as the service says, else by the days that it ran, else of the first and the last fetch. Not later than the
   * first fetch, and not earlier than a page that was fetched after the details.
   */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** The newest value of each number, and how much it grew since its first sighting, if there are two. */
  readonly stats: readonly { readonly name: string; readonly value: Count; readonly growth?: Count }[];
  readonly evidence: readonly Evidence[];
}

/** What a person decided: ads that are one creative, and ads that are no part of their group. */
export interface Decisions {
  readonly join: readonly (readonly string[])[];
  readonly split: readonly string[];
}

export const noDecisions: Decisions = { join: [], split: [] };

/** Groups ads by their evidence, largest group first. The result doesn't depend on the order of the ads. */
export async function creativeGroups(
  ads: readonly LensAd[],
  { join, split }: Decisions = noDecisions,
  signal?: AbortSignal,
): Promise<CreativeGroup[]> {
  const sets = new Sets();
  const apart = new Set(split);
  const first = new Map<string, string>();
  await inTurns(
    ads,
    ({ ad, evidence }) => {
      sets.add(ad);
      for (const { key } of apart.has(ad) ? [] : evidence) {
        const other = first.get(key);
        if (other === undefined) first.set(key, ad);
        else sets.join(ad, other);
      }
    },
    signal,
  );
  const known = new Set(ads.map(({ ad }) => ad));
  const joined = join.map((names) => names.filter((name) => known.has(name)));
  for (const [one, ...others] of joined) for (const other of others) if (one !== undefined) sets.join(one, other);
  const byPerson = new Set(joined.filter((names) => names.length > 1).flat());
  const members = Map.groupBy(ads, ({ ad }) => sets.find(ad));
  const groups = await inTurns(members.values(), (some) => group(some, apart, byPerson), signal);
  return groups.sort((one, other) => other.ads.length - one.ads.length || compare(one.id, other.id));
}

/** How many ads are looked at before other work of the window gets its turn. */
const atOnce = 20;

/** The work's results for all, a few at a time. @throws the signal's reason */
export async function inTurns<T, R>(all: Iterable<T>, work: (one: T) => R, signal?: AbortSignal): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) {
    results.push(work(one));
    if (results.length % atOnce > 0) continue;
    await nextTurn();
    signal?.throwIfAborted();
  }
  return results;
}

function group(members: readonly LensAd[], apart: ReadonlySet<string>, byPerson: ReadonlySet<string>): CreativeGroup {
  const ads = members.toSorted((one, other) => compare(one.ad, other.ad));
  const names = ads.map(({ ad }) => ad);
  const alike = ads.length > 1 ? shared(ads.filter(({ ad }) => !apart.has(ad))) : [];
  return {
    id: names[0] ?? "",
    ads: names,
    reasons: [...alike, ...(ads.length > 1 && names.some((name) => byPerson.has(name)) ? (["joined"] as const) : [])],
    title: ads.find(({ title }) => title !== "")?.title ?? "",
    platforms: distinct(ads.map(({ platform }) => platform)),
    advertisers: distinct(ads.map(({ advertiser }) => advertiser)),
    domains: distinct(ads.map(({ domain }) => domain)),
    countries: distinct(ads.flatMap(({ traits }) => traits.country)),
    firstSeen: ads.map(({ firstSeen }) => firstSeen).sort(compare)[0] ?? "",
    lastSeen:
      ads
        .map(({ lastSeen }) => lastSeen)
        .sort(compare)
        .at(-1) ?? "",
    stats: statsOf(ads),
  };
}

/** The reasons with something that at least two of the ads have in common. */
function shared(ads: readonly LensAd[]): readonly Reason[] {
  const [seen, found] = [new Set<string>(), new Set<Reason>()];
  for (const { evidence } of ads)
    for (const { reason, key } of evidence) {
      if (seen.has(key)) found.add(reason);
      seen.add(key);
    }
  return reasons.filter((reason) => found.has(reason));
}

function statsOf(ads: readonly LensAd[]): readonly GroupStat[] {
  const byName = Map.groupBy(
    ads.flatMap(({ stats }) => stats),
    ({ name }) => name,
  );
  return [...byName]
    .sort(([one], [other]) => compare(one, other))
    .map(([name, values]) => {
      const counts = values.map(({ value }) => value);
      const grown = values.flatMap(({ growth }) => growth ?? []);
      return {
        name,
        sum: sumOf(counts),
        max: mostOf(counts),
        ads: counts.length,
        ...(grown.length > 0 && { growth: sumOf(grown) }),
      };
    });
}

/** Sets of names that are joined step by step. */
class Sets {
  private readonly parents = new Map<string, string>();

  add(name: string): void {
    if (!this.parents.has(name)) this.parents.set(name, name);
  }

  find(name: string): string {
    let root = name;
    for (let next = this.parents.get(root); next !== undefined && next !== root; next = this.parents.get(root))
      root = next;
    for (let at = name; at !== root;) {
      const next = this.parents.get(at) ?? root;
      this.parents.set(at, root);
      at = next;
    }
    return root;
  }

  join(one: string, other: string): void {
    this.parents.set(this.find(one), this.find(other));
  }
}

export const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ""))].sort(compare);
}
