import { choice, named, type SampleFilter } from "../search/filterKinds";
import type { Sorting } from "../search/finder";
import type { Form } from "../search/forms";
import type { CatalogItem } from "../world/catalog";
import { adNetworks } from "../world/facts";

/** The values of `orderby`, with the V2 sort that each stands for. */
const orders: Readonly<Record<string, Sorting & { readonly label: string }>> = {
  updated_at: { label: "Last seen", by: "newest", descending: true },
  oldest: { label: "Oldest", by: "newest", descending: false },
  popularity: { label: "Popularity", by: "engagement", descending: true },
  most_relevant: { label: "Most relevant", by: "relevancy", descending: true },
  seen_counts: { label: "Times seen", by: "ad_impressions", descending: true },
  impressions: { label: "Impressions", by: "ad_impressions", descending: true },
  days_active: { label: "Days active", by: "days_running", descending: true },
  running_longest: { label: "Running longest", by: "days_running", descending: true },
  "domain.traffic": { label: "Site traffic", by: "web_traffic", descending: true },
};

/** Two names for the same sort: the two networks (`native`, `display`) use the first, all others the second. */
const eitherOr: readonly (readonly [network: string, other: string])[] = [
  ["impressions", "seen_counts"],
  ["running_longest", "days_active"],
];

const isNetwork = ({ segment }: Form): boolean => segment === "native" || segment === "display";

/** Values of `orderby` that a platform offers. */
function ordersOf(form: Form): string[] {
  const hidden = new Set(eitherOr.map(([network, other]) => (isNetwork(form) ? other : network)));
  return Object.keys(orders).filter((order) => !hidden.has(order) && form.sorts.includes(orders[order]?.by ?? ""));
}

/** Sorting of a V1 body. An order that the platform does not offer is replaced by its default. */
export function readOrderBy(form: Form, value: unknown): Sorting {
  const known = typeof value === "string" && ordersOf(form).includes(value) ? orders[value] : undefined;
  return known ?? { by: form.defaultSort, descending: true };
}

function orderBy(form: Form): SampleFilter {
  const items = named(ordersOf(form).map((order) => [order, orders[order]?.label ?? null]));
  const first = ordersOf(form).find((order) => orders[order]?.by === form.defaultSort && orders[order].descending);
  return {
    key: "orderby",
    look: { component: "StringSingle", label: "Sort by", items, default: first === undefined ? [] : [first] },
    compile: () => () => true,
  };
}

/** The ad networks with their names as keys, as V1 has them. */
const networkNames: readonly CatalogItem[] = named(adNetworks.map((name) => [name.toLowerCase(), name]));

const namedNetworks: SampleFilter = choice(
  "networks",
  { component: "StringMulti", label: "Ad network" },
  networkNames,
  (facts, i) => facts.network === i,
);

const publisherPlatforms: SampleFilter = choice(
  "publisher_platforms",
  { component: "StringMulti", label: "Shown in", disabled: "free_plan" },
  named([
    ["site", "The site"],
    ["app", "The app"],
    ["partners", "Partners"],
  ]),
  (facts, i) => ((facts.placements >>> i) & 1) === 1 || ((facts.placements >>> (i + 3)) & 1) === 1,
);

/** A filter that is announced but not available yet: the form shows it, and a search with it is refused. */
const savedAudiences: SampleFilter = {
  key: "saved_audiences",
  look: { component: "StringSingle", label: "Saved audiences", items: [], disabled: "coming_soon" },
  compile: () => () => true,
};

const social = new Set(["facebook", "meta"]);

/** The form of a platform in V1: sorting is one text, networks have names as keys, and some filters exist only here. */
export function formV1(form: Form): Form {
  const filters = form.filters.map((filter) => {
    if (filter.key === "advanced_order") return orderBy(form);
    return filter.key === "networks" ? namedNetworks : filter;
  });
  return { ...form, filters: social.has(form.segment) ? [...filters, publisherPlatforms, savedAudiences] : filters };
}

type Json = Record<string, unknown>;

/** Groups of related filters. A platform that has all of a group lists it under `relations`. */
const related: readonly (readonly string[])[] = [
  ["networks", "publishers"],
  ["interests", "behaviors"],
  ["seen_between", "seen_since"],
];

interface Action {
  readonly action: string;
  readonly data: readonly string[] | null;
}

function actionOf({ key, look }: SampleFilter): Action | undefined {
  if (look.disableOther === true) return { action: "DISABLE_OTHER", data: null };
  if (key === "networks") return { action: "RESET_RELATION_ON_EMPTY", data: ["publishers"] };
  if (look.disableOther) return { action: "DISABLE_OTHER", data: look.disableOther };
  return key === "behaviors" ? { action: "SINGLETON_RELATION", data: ["interests"] } : undefined;
}

/** V1 items have an action: choosing "everybody" (key 3) unselects women and men. */
const itemOf = (filter: string, item: CatalogItem): Json => ({
  ...item,
  action: filter === "gender" && item.key === 3 ? "DESELECT_OTHER" : null,
});

function filterOf(filter: SampleFilter, segment: string): Json {
  const { key, look } = filter;
  const action = actionOf(filter);
  return {
    key,
    label: look.label ?? null,
    icon: look.icon ?? null,
    description: look.description ?? null,
    disabled: look.disabled ?? null,
    placeholder: look.placeholder ?? null,
    sub_keys: look.subKeys ?? null,
    default: look.default ?? null,
    component: look.component,
    resettable: key !== "orderby",
    component_data: {
      api_url: look.itemsFrom === undefined ? null : `/v1/${segment}/filter/${look.itemsFrom}/items`,
      items: look.items?.map((item) => itemOf(key, item)) ?? null,
      action: action?.action ?? null,
      action_data: action?.data ?? null,
      infinite_sign: look.infinite ?? false,
      min: look.min ?? null,
      max: look.max ?? null,
    },
  };
}

/** The filters of a platform in the shape of V1: settings that do not apply are null. */
export function filterGroupV1(form: Form): Json {
  const keys = new Set(form.filters.map(({ key }) => key));
  return {
    key: form.segment,
    label: form.label,
    icon: form.segment,
    collapse: false,
    description: null,
    mode: "search",
    filters: form.filters.map((filter) => filterOf(filter, form.segment)),
    relations: related.filter((list) => list.every((key) => keys.has(key))),
  };
}
