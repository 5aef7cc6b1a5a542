import type { PlatformToken } from "../../protocol/platforms";
import { type AdState, toldStates } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import type { ChangesSince, Runs, ToldAd } from "../runs";
import type { Interval } from "./schedule";

/** A search whose news are wanted; one that is watched has an interval and a limit. */
export interface NewsWish {
  readonly name: string;
  /** Absent if it is gone, or watched in a library that is not connected. */
  readonly address?: SearchAddress;
  readonly query?: unknown;
  readonly every?: Interval;
  readonly credits?: number;
  readonly isDue?: boolean;
  readonly since?: string | undefined;
}

/**
 * What is known of a search: `compared` with a run before; its `first` run; `unchanged`, because no check has ended
 * since; `never` checked; `gone` with its file; of a library that is `elsewhere`.
 */
export type NewsState = "compared" | "first" | "unchanged" | "never" | "gone" | "elsewhere";

export interface NewsOfSearch extends Partial<ChangesSince> {
  readonly name: string;
  readonly platform?: PlatformToken;
  readonly every?: Interval;
  readonly credits?: number;
  readonly due: boolean;
  readonly state: NewsState;
  readonly ads: readonly ToldAd[];
}

/**
 * How many ads of an advertiser are in each state, over all searches. An ad that several searches have counts once, in
 * the first of `toldStates` that one of them tells.
 */
export interface NewsOfAdvertiser extends Readonly<Record<Exclude<AdState, "seen">, number>> {
  readonly platform: string;
  /** Empty if the ads don't name one. */
  readonly name: string;
}

export interface News {
  /** ISO time, if one was chosen. */
  readonly since?: string;
  readonly searches: readonly NewsOfSearch[];
  /** Most launched ads first. */
  readonly advertisers: readonly NewsOfAdvertiser[];
}

/** What is new in several searches, from what is bought: 0 credits. @param since if it is the same for all */
export async function newsOf(
  runs: Pick<Runs, "changesSince">,
  wishes: readonly NewsWish[],
  since?: string,
): Promise<News> {
  const searches: NewsOfSearch[] = [];
  for (const wish of wishes) searches.push(await newsOfSearch(runs, wish));
  return { ...(since !== undefined && { since }), searches, advertisers: byAdvertiser(searches) };
}

async function newsOfSearch(
  runs: Pick<Runs, "changesSince">,
  { name, address, query, every, credits, isDue = false, since }: NewsWish,
): Promise<NewsOfSearch> {
  const about = {
    ...{ name, due: isDue, ads: [] },
    ...(address && { platform: address.platform }),
    ...(every && { every }),
    ...(credits !== undefined && { credits }),
  };
  if (!address) return { ...about, state: query === undefined ? "gone" : "elsewhere" };
  const changes = await runs.changesSince(address, since);
  return { ...about, ...changes, state: stateOf(changes) };
}

function stateOf(changes: ChangesSince | undefined): NewsState {
  if (!changes) return "never";
  if (changes.counts) return "compared";
  return changes.before === undefined ? "first" : "unchanged";
}

function byAdvertiser(searches: readonly NewsOfSearch[]): readonly NewsOfAdvertiser[] {
  const counted = new Set<string>();
  const all = new Map<string, NewsOfAdvertiser>();
  const count = (ad: string, name: string, state: (typeof toldStates)[number]) => {
    if (counted.has(ad)) return;
    counted.add(ad);
    const platform = /^[a-z]+(?=:)/.exec(ad)?.[0] ?? "";
    const key = `${platform}\n${name}`;
    const none = { launched: 0, firstSeen: 0, changed: 0, absent: 0, notCovered: 0 };
    const before = all.get(key) ?? { platform, name, ...none };
    all.set(key, { ...before, [state]: before[state] + 1 });
  };
  // What tells most comes first: an ad that one search does not cover may be launched in another.
  for (const state of toldStates)
    for (const { ads } of searches)
      for (const one of ads) if (one.state === state) count(one.ad, one.advertiser ?? "", state);
  return [...all.values()].sort((one, other) => {
    const state = toldStates.find((each) => one[each] !== other[each]);
    return state ? other[state] - one[state] : one.name < other.name ? -1 : 1;
  });
}
