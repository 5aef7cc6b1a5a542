import type { CatalogItem } from "../catalog/catalogItem";
import { choice, named } from "../search/filterKinds";
import type { Form } from "../search/createForms";
import type { SampleFilter } from "../search/sampleFilter";
import type { Sorting } from "../search/sorting";
import { adNetworks } from "../world/facts";

const labels: Readonly<Record<string, string>> = {
  updated_at: "Last seen",
  oldest: "Oldest",
  popularity: "Popularity",
  most_relevant: "Most relevant",
  seen_counts: "Times seen",
  impressions: "Impressions",
  days_active: "Days active",
  running_longest: "Running longest",
  "domain.traffic": "Site traffic",
};

/** The sort that each V1 value of `orderby` stands for. */
const meanings: Readonly<Record<string, Sorting>> = {
  updated_at: { by: "newest", descending: true },
  oldest: { by: "newest", descending: false },
  popularity: { by: "engagement", descending: true },
  most_relevant: { by: "relevancy", descending: true },
  seen_counts: { by: "ad_impressions", descending: true },
  impressions: { by: "ad_impressions", descending: true },
  days_active: { by: "days_running", descending: true },
  running_longest: { by: "days_running", descending: true },
  "domain.traffic": { by: "web_traffic", descending: true },
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
  return Object.keys(meanings).filter((order) => !hidden.has(order) && form.sorts.includes(meanings[order]?.by ?? ""));
}

/** Sorting of a V1 body. An order that the platform does not offer is replaced by its default. */
export function readOrderBy(form: Form, value: unknown): Sorting {
  const known = typeof value === "string" && ordersOf(form).includes(value) ? meanings[value] : undefined;
  return known ?? { by: form.defaultSort, descending: true };
}

function orderBy(form: Form): SampleFilter {
  const items = named(ordersOf(form).map((order) => [order, labels[order] ?? null]));
  const first = ordersOf(form).find((order) => meanings[order]?.by === form.defaultSort && meanings[order].descending);
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
