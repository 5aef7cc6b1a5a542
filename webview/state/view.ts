import type { AdCard, Count } from "../../src/protocol/ads";
import { matchesOverview, type OverviewField, type OverviewFilter } from "../charts/overviewGroups";
import type { ShownAd } from "./results";

/** What the loaded ads are sorted by: the service's order, the advertiser, the traffic, or a stat by its name. */
export type SortKey = "service" | "advertiser" | "traffic" | `stat:${string}`;

/** How the loaded ads are looked at: a choice and an order within what is there already, for 0 credits. */
export interface View {
  readonly text: string;
  /** At most one per field. */
  readonly filters: readonly OverviewFilter[];
  readonly sort: SortKey;
  readonly descending: boolean;
}

export const wholeView: View = { text: "", filters: [], sort: "service", descending: true };

/** Whether a view leaves ads out. */
export function isNarrowed({ text, filters }: View): boolean {
  return text.trim() !== "" || filters.length > 0;
}

/** The view with one field filtered anew, or no longer where `value` is absent. */
export function withFilter(view: View, field: OverviewField, value?: string): View {
  const others = view.filters.filter((filter) => filter.field !== field);
  return { ...view, filters: value === undefined ? others : [...others, { field, value }] };
}

/** The view after a bar of the overview was pressed: its ads alone, or all again where it was pressed before. */
export function withBar(view: View, { field, value }: OverviewFilter): View {
  return withFilter(view, field, filterOf(view, field) === value ? undefined : value);
}

/** The value by which a field is filtered. */
export function filterOf(view: View, field: OverviewField): string | undefined {
  return view.filters.find((filter) => filter.field === field)?.value;
}

/** The name under which a stat is sorted and shown in columns. */
export function statName({ tooltip, icon }: AdCard["stats"][number]): string | undefined {
  return tooltip ?? icon;
}

/** Names of the stats that the loaded ads have, most frequent first. */
export function statNames(ads: readonly ShownAd[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { card } of ads) {
    for (const stat of card.stats) {
      const name = statName(stat);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

function hasText({ title, displayUrl, owner, metadata }: AdCard, words: readonly string[]): boolean {
  const texts = [title, displayUrl, owner?.name, ...metadata.flatMap(({ values }) => values)];
  const all = texts.join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

const amount = (count?: Count): number | undefined => (count === undefined ? undefined : Number(count));

function sortValue({ card }: ShownAd, sort: SortKey): number | string | undefined {
  if (sort === "advertiser") return card.owner?.name?.toLowerCase();
  if (sort === "traffic") return amount(card.monthlyTraffic);
  const name = sort.slice("stat:".length);
  return amount(card.stats.find((stat) => statName(stat) === name)?.value);
}

/** Ads without the value come last in either direction; equal ones keep the service's order. */
function sorted(ads: readonly ShownAd[], { sort, descending }: View): readonly ShownAd[] {
  if (sort === "service") return ads;
  const keyed = ads.map((ad) => ({ ad, value: sortValue(ad, sort) }));
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    return a.value === b.value ? 0 : a.value < b.value ? -sign : sign;
  });
  return keyed.map(({ ad }) => ad);
}

/** The loaded ads that a view shows, in its order. */
export function viewed(ads: readonly ShownAd[], view: View): readonly ShownAd[] {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const { filters } = view;
  const kept = isNarrowed(view)
    ? ads.filter(({ card }) => filters.every((filter) => matchesOverview(card, filter)) && hasText(card, words))
    : ads;
  return sorted(kept, view);
}
