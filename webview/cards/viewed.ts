import type { AdCard, Owner } from "../../src/protocol/ads";
import type { FilterForm } from "../../src/protocol/filters";
import { placeFor } from "../../src/protocol/namePlace";
import type { ColumnKey, OverviewField, OverviewFilter, View } from "../../src/protocol/panel";
import { columnOf } from "./tableColumns";
import { locale } from "../charts/locale";
import { matchesOverview } from "../charts/overviewGroups";
import type { Results, ShownAd } from "../state/results";
import { isNarrowed } from "../state/view";

/** The view with one field's filter replaced, or removed if `value` is absent. */
export function withFilter(view: View, field: OverviewField, value?: string): View {
  const others = view.filters.filter((filter) => filter.field !== field);
  return { ...view, filters: value === undefined ? others : [...others, { field, value }] };
}

/** The view after a bar of the overview was pressed: only its ads, or all again if it was already pressed. */
export function withBar(view: View, { field, value }: OverviewFilter): View {
  return withFilter(view, field, filterOf(view, field) === value ? undefined : value);
}

/** The value by which a field is filtered. */
export function filterOf(view: View, field: OverviewField): string | undefined {
  return view.filters.find((filter) => filter.field === field)?.value;
}

/** The view after a column's header was pressed: largest first (texts from A), then the other way round, then the service's order. */
export function sortedBy(view: View, key: ColumnKey): View {
  const first = columnOf(key).descends;
  if (view.sort !== key) return { ...view, sort: key, descending: first };
  if (view.descending === first) return { ...view, descending: !first };
  return { ...view, sort: "service", descending: true };
}

/** The texts of a card that are searched. */
export const cardWords = ({ title, displayUrl, owner, metadata }: AdCard): string =>
  [title, displayUrl, owner?.name, ...metadata.flatMap(({ values }) => values)].join("\n");

function hasText(card: AdCard, words: readonly string[]): boolean {
  const all = cardWords(card).toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Ads without the value come last in either direction; equal ones keep the service's order. */
export function sorted(ads: readonly ShownAd[], { sort, descending }: View): readonly ShownAd[] {
  if (sort === "service") return ads;
  const { order } = columnOf(sort);
  const keyed = ads.map((ad) => ({ ad, value: order(ad) }));
  const { compare } = new Intl.Collator(locale(), { sensitivity: "accent" });
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    const [one, other] = [a.value, b.value];
    return sign * (typeof one === "number" && typeof other === "number" ? one - other : compare(`${one}`, `${other}`));
  });
  return keyed.map(({ ad }) => ad);
}

/** The loaded ads that a view shows, in its order. */
export function viewed(ads: readonly ShownAd[], view: View): readonly ShownAd[] {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const { filters } = view;
  const kept = isNarrowed(view)
    ? ads.filter((ad) => filters.every((filter) => matchesOverview(ad, filter)) && hasText(ad.card, words))
    : ads;
  return sorted(kept, view);
}

/** The advertiser that a text search named, with the number of its own ads: a text finds others, too. */
export function searchedOwner(
  { query, ads }: Pick<Results, "query" | "ads">,
  form: FilterForm | undefined,
): { readonly owner: Owner; readonly count: number } | undefined {
  const place = form && placeFor(form, "advertiser");
  const value = query.choices.find(({ filter }) => filter === place?.filter)?.value;
  const [text, more] = value?.kind === "texts" ? value.texts : [];
  if (!text || more || text.type !== place?.type) return undefined;
  const named = text.text.trim().toLowerCase();
  const counts = new Map<string, number>();
  for (const { card } of ads) if (card.owner?.id) counts.set(card.owner.id, (counts.get(card.owner.id) ?? 0) + 1);
  const owners = ads.flatMap(({ card: { owner } }) => (owner?.id && owner.name?.toLowerCase() === named ? owner : []));
  const countOf = ({ id = "" }: Owner) => counts.get(id) ?? 0;
  const [owner] = owners.sort((one, other) => countOf(other) - countOf(one));
  return owner && { owner, count: countOf(owner) };
}
