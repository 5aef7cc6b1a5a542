// Answers in the shapes of the contract.

type Json = Readonly<Record<string, unknown>>;

/** A card with every field that the contract shows. */
export function wireCard(id: number, more: Json = {}): Json {
  return {
    id,
    is_bookmarked: false,
    platform: "facebook",
    title: `Ad ${id}`,
    display_url: `https://shop.example/${id}`,
    similarweb: 12_000 + id,
    last_seen: "3 hours ago",
    post_url: `https://facebook.example/${id}`,
    owner: { id: 7, name: "Shop", avatar_url: "https://cdn.example/a.png", is_verified: true },
    attachments: [
      { id: 1, type: "image", url: "https://cdn.example/1.png", subtitle: "Now" },
      { id: 2, type: "video", url: "https://cdn.example/2.mp4", thumbnail: "https://cdn.example/2.png", duration: 15 },
    ],
    stats: [{ tooltip: "Likes", value: 10, icon: "like" }],
    metadata: [
      { tooltip: "Regions", value: ["us", "gb"] },
      { tooltip: "Days running", value: "12 days" },
    ],
    ...more,
  };
}

export function wirePage(ads: readonly unknown[] = [wireCard(1), wireCard(2)], more: Json = {}): Json {
  return { ads, current_page: 1, has_next_page: true, last_hit: 1_700_000_000, ...more };
}

export const wireItems = [
  { key: 1, label: "One", icon: "one" },
  { key: "1", label: null },
  { key: 3, label: "Three", icon: null },
];

const order = {
  key: "advanced_order",
  component: "StringSingle",
  items: [
    { key: "newest", label: "Newest" },
    { key: "engagement", label: "Engagement" },
  ],
  default: ["newest"],
  sub_keys: { type: "order", main: "orderby" },
};

const search = {
  key: "search_field",
  component: "SearchBox",
  items: [
    { key: "text", label: "Text" },
    { key: "without_owner", label: "Without advertiser" },
  ],
  sub_keys: { type: "type", main: "text" },
};

/** One filter of each component. */
export const wireFilters: readonly Json[] = [
  search,
  order,
  { key: "gender", component: "StringMulti", items: wireItems, default: [1] },
  { key: "tracker", component: "StringMultiApi", api_url: "/v2/ads/facebook/filters/trackers" },
  { key: "os", component: "StringMultiSearchable", items: [{ key: "ios" }, { key: "android" }] },
  {
    key: "interests",
    component: "StringMultiSearchableApi",
    api_url: "https://api.example/v2/ads/facebook/filters/interests?search=",
  },
  {
    key: "language",
    component: "StringSingle",
    items: [
      { key: 9, label: "en" },
      { key: 10, label: "de" },
    ],
  },
  { key: "country", component: "StringSingleSearchable", items: [{ key: "us" }, { key: "de" }] },
  { key: "owner", component: "StringSingleSearchableApi", api_url: "filters/owner_categories" },
  {
    key: "flags",
    component: "BooleanMulti",
    items: [
      { key: 0, label: "No" },
      { key: 1, label: "Yes" },
    ],
    disable_other: true,
  },
  { key: "verified", component: "BooleanSingle" },
  { key: "target_age", component: "NumberMultiRange", min: 18, max: 65, infinite_sign: true },
  { key: "days", component: "NumberSingleRange", min: 0 },
  { key: "seen", component: "DateMulti" },
  { key: "created", component: "DateSingle" },
  { key: "active", component: "CBoolean", disable_other: ["gender"] },
];

export const wireForm = { filters: wireFilters };

export const wireDetail = {
  id: 1,
  post_url: "https://facebook.example/1",
  card: {
    title: "Ad",
    subtitle: "Sub",
    description: "Words",
    cta: "Buy",
    is_bookmarked: true,
    owner: { id: 7, name: "Shop", avatar_url: "https://cdn.example/a.png", is_verified: false },
    attachments: [{ type: "image", url: "https://cdn.example/1.png" }],
  },
  impression: {
    total: 1234,
    days_running: 12,
    devices: { value_type: "percentage", datasets: [{ label: "Phone", value: 70.5, key: "phone" }] },
    publish_at: "2024-01-02T03:04:05.000006Z",
    first_seen_at: "2024-01-02T03:04:05.000006Z",
    last_seen_at: "2024-01-14T03:04:05.000006Z",
  },
  targeting_detail: {
    cards: [{ label: "Gender", value: "All", key: "gender", icon: "people" }],
    tabs: [
      {
        key: "region",
        label: "Region",
        breakdown: { value_type: "percentage", datasets: [{ label: "US", value: 60, icon: "us" }] },
      },
    ],
  },
  engagement_data: {
    score: 55,
    growth_last_month: "12%",
    lifetime: {
      growth: {
        value: 12.5,
        timeline: { value_type: "number", datasets: [{ key: "2024-01-01", label: "Jan", value: 5 }] },
      },
      timeline: {
        value_type: "number",
        metrics: [{ key: "likes", label: "Likes" }],
        datasets: [{ key: "2024-01-01", label: "Jan", values: { likes: 5, shares: 1 } }],
      },
      breakdown: { value_type: "number", datasets: [{ key: "likes", label: "Likes", value: 5 }] },
    },
    last_month: {
      growth: { value: "-3%", timeline: { value_type: "number", datasets: [] } },
      timeline: { value_type: "number", metrics: [], datasets: [] },
      breakdown: { value_type: "number", datasets: [] },
    },
  },
  url_chain: [{ id: 5, url: "https://shop.example/", count: 3 }],
  domain: {
    name: "shop.example",
    monthly_visit: 12_000,
    age: "5 years",
    timeline: { value_type: "number", datasets: [{ label: "Jan", value: 10, key: "2024-01-01" }] },
  },
};
