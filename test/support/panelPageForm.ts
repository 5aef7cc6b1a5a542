import type { Filter, FilterForm, FilterItem } from "../../src/protocol/filters";
import type { PlatformToken } from "../../src/protocol/platforms";

const items = (...labels: string[]): FilterItem[] => labels.map((label, index) => ({ key: String(index + 1), label }));

/** 5,000 items, as many as the largest inline lists have. */
export const manyItems: readonly FilterItem[] = Array.from({ length: 5_000 }, (_, index) => ({
  key: String(index),
  label: `Category ${index}`,
}));

/** Items that are not in the form: the page has to ask for them. */
export const remoteItems: readonly FilterItem[] = Array.from({ length: 300 }, (_, index) => ({
  key: JSON.stringify(`p${index}`),
  label: `${["Coffee", "Travel", "Banking", "Outdoor", "Music"][index % 5]!} interest ${index}`,
}));

const filter = (key: string, component: Filter["component"], more: Partial<Filter> = {}): Filter => ({
  key,
  ...(component && { component }),
  componentName: component ?? "HologramPicker",
  items: [],
  defaults: [],
  ...more,
});

const filters: readonly Filter[] = [
  filter("search_field", "SearchBox", {
    label: "Search",
    placeholder: "Words in the ad",
    items: [
      { key: '"text"', label: "Ad text" },
      { key: '"without_owner"', label: "Text without advertiser" },
      { key: '"without_owner_name"', label: "Text without its name" },
    ],
    subKeys: { type: "type", main: "text" },
  }),
  filter("advanced_order", "StringSingle", {
    label: "Sort by",
    items: [
      { key: '"newest"', label: "Newest" },
      { key: '"engagement"', label: "Engagement" },
      { key: '"days_running"', label: "Days running" },
    ],
    defaults: ['"newest"'],
    subKeys: { type: "order", main: "orderby" },
  }),
  filter("gender", "StringMulti", { label: "Gender", items: items("Women", "Men", "All") }),
  filter("behaviors", "StringMultiApi", {
    label: "Behaviors",
    itemsFrom: "behaviors",
    description: "What the audience did lately.",
  }),
  filter("categories", "StringMultiSearchable", { label: "Categories", items: manyItems }),
  filter("interests", "StringMultiSearchableApi", { label: "Interests", itemsFrom: "interests" }),
  filter("cta", "StringSingle", { label: "Call to action", items: items("Shop now", "Learn more", "Sign up") }),
  filter("language", "StringSingleSearchable", { label: "Language", items: manyItems.slice(0, 180) }),
  filter("publisher", "StringSingleSearchableApi", { label: "Publisher", itemsFrom: "publishers" }),
  filter("media", "BooleanMulti", { label: "Media", items: items("Image", "Video", "Carousel") }),
  filter("active", "BooleanSingle", {
    label: "Still running",
    items: [
      { key: "true", label: "Yes" },
      { key: "false", label: "No" },
    ],
  }),
  filter("target_age", "NumberMultiRange", { label: "Target age", min: 13, max: 65, infinite: true }),
  filter("days_running", "NumberSingleRange", { label: "Days running", min: 0, max: 365, infinite: true }),
  filter("seen_between", "DateMulti", { label: "Seen between" }),
  filter("created", "DateSingle", { label: "Created on" }),
  filter("exclusive", "CBoolean", { label: "Only exclusive ads", disablesOthers: ["media", "gender"] }),
  filter("hologram", undefined, { label: "Hologram" }),
  filter("no_label", "StringMulti", { items: items("One", "Two") }),
];

/** A form with all fifteen components, an unknown one, and a filter without a label. */
export function formOf(platform: PlatformToken): FilterForm {
  return { platform, filters, repairs: 0 };
}

/** What V1 adds to filters that both versions have: actions, and the filters that these act on. */
const saidByV1: Readonly<Record<string, Partial<Filter>>> = {
  gender: {
    items: items("Women", "Men", "All").map((one) => (one.label === "All" ? { ...one, action: "replaceOthers" } : one)),
  },
  behaviors: { action: "clearRelated", actionData: ['"interests"'] },
  media: { action: "resetRelatedWhenEmpty" },
  exclusive: { action: "blockOthers", actionData: ['"media"', '"gender"'] },
};

const sortOfV1 = filter("orderby", "StringSingle", {
  label: "Sort by",
  items: [
    { key: '"updated_at"', label: "Last seen" },
    { key: '"popularity"', label: "Popularity" },
    { key: '"running_longest"', label: "Running longest" },
  ],
  defaults: ['"updated_at"'],
  resettable: false,
});

const audience: ReadonlySet<string> = new Set(["gender", "behaviors", "interests", "target_age"]);

/**
 * The same form as V1 sends it: sorting is one text, and there are groups, relations, actions, and disabled filters.
 */
export function formOfV1(platform: PlatformToken): FilterForm {
  const shared = filters.map((one) => (one.key === "advanced_order" ? sortOfV1 : { ...one, ...saidByV1[one.key] }));
  const all: readonly Filter[] = [
    ...shared,
    filter("publisher_platforms", "StringMulti", { label: "Shown in", items: items("Site"), disabled: "notInPlan" }),
    filter("saved_audiences", "StringSingle", { label: "Saved audiences", disabled: "announced" }),
  ];
  const keys = all.map(({ key }) => key);
  return {
    platform,
    filters: all,
    relations: [["media", "cta"]],
    groups: [
      { key: "main", filters: keys.filter((key) => !audience.has(key)) },
      { key: "audience", label: "Audience", description: "Who saw it.", filters: [...audience] },
    ],
    repairs: 0,
  };
}
