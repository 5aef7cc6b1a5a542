// V1 answers in the shapes that the contract gives ("Versioning", and the V1 filter group of "Filter group").

type Json = Readonly<Record<string, unknown>>;

/** A card of a platform whose owners have names. */
export function cardV1(id: number, more: Json = {}): Json {
  return {
    id,
    title: `Ad ${id}`,
    is_bookmarked: true,
    is_active: true,
    updated_at: "3 hours ago",
    display_site_url: `https://shop.example/${id}`,
    ad_url: `https://social.example/${id}`,
    similarweb: 12_000,
    owner: { id: 7, name: "Shop", avatar_url: "https://cdn.example/a.png", is_verified: true },
    attachments: [
      { id: 1, type: "image", files: { main: "https://cdn.example/1.png" }, subtitle: "Now" },
      {
        id: 2,
        type: "video",
        files: { main: "https://cdn.example/2.mp4", thumbnail: "https://cdn.example/2.png" },
        duration: 15,
      },
      { id: 3, type: "youtube", files: { youtube_id: "dQw4w9WgXcQ", thumbnail: "https://cdn.example/3.png" } },
    ],
    engagements: { likes: 10, comments: 2 },
    views: 500,
    seen_counts: 40,
    locations: ["us", "gb"],
    placements: ["feed"],
    ...more,
  };
}

/** The owner of a native or display card. */
export const ownerByDomain: Json = {
  id: 9,
  domain: "shop.example",
  title: "The Shop",
  icon: "https://cdn.example/icon.png",
};

export function pageV1(ads: readonly unknown[] = [cardV1(1), cardV1(2)], more: Json = {}): Json {
  return { ads, current_page: 1, has_next_page: true, last_hit: 1_700_000_000, ...more };
}

/** A group of filters with everything that only V1 has. */
export const groupV1: Json = {
  key: "main",
  label: "Filters",
  icon: "sliders",
  collapse: true,
  description: "All of them",
  mode: "advanced",
  filters: [
    {
      key: "orderby",
      label: "Sort by",
      icon: null,
      description: null,
      disabled: null,
      placeholder: null,
      sub_keys: null,
      default: "updated_at",
      component: "StringSingle",
      resettable: false,
      component_data: {
        api_url: null,
        items: [
          { key: "updated_at", label: "Newest", icon: null, action: null },
          { key: "oldest", label: "Oldest" },
          { key: "seen_counts", label: "Seen" },
          { key: "domain.traffic", label: "Traffic" },
        ],
        action: null,
        action_data: null,
        infinite_sign: null,
        min: null,
        max: null,
      },
    },
    {
      key: "search_field",
      label: "Search",
      component: "SearchBox",
      sub_keys: { type: "type", main: "text" },
      component_data: { items: [{ key: "text", label: "Text" }] },
    },
    {
      key: "gender",
      label: "Gender",
      component: "StringMulti",
      resettable: true,
      component_data: {
        items: [
          { key: 0, label: "All", action: "DESELECT_OTHER" },
          { key: 1, label: "Women" },
          { key: 2, label: "Men" },
        ],
      },
    },
    {
      key: "networks",
      label: "Networks",
      component: "StringMulti",
      component_data: {
        items: [
          { key: "adsense", label: "AdSense" },
          { key: "taboola", label: "Taboola" },
        ],
        action: "DISABLE_OTHER",
        action_data: ["taboola"],
      },
    },
    {
      key: "interests",
      label: "Interests",
      component: "StringMultiSearchableApi",
      component_data: { api_url: "https://api.example/v1/facebook/filter/interests/items?search=" },
    },
    {
      key: "country",
      label: "Country",
      component: "StringSingle",
      component_data: { items: [{ key: "us" }, { key: "de" }], action: "RESET_RELATION_ON_EMPTY" },
    },
    {
      key: "city",
      label: "City",
      component: "StringSingle",
      component_data: { items: [{ key: 1, label: "Boston" }] },
    },
    {
      key: "publisher",
      label: "Publisher",
      component: "StringSingle",
      component_data: { items: [{ key: 5, label: "News" }], action: "SINGLETON_RELATION" },
    },
    {
      key: "verified",
      label: "Verified",
      component: "CBoolean",
      component_data: { action: "DISABLE_OTHER", action_data: { filters: ["city"] } },
    },
    {
      key: "target_age",
      label: "Age",
      component: "NumberMultiRange",
      component_data: { min: 18, max: 65, infinite_sign: true },
    },
    {
      key: "ai_tags",
      label: "Tags",
      disabled: "free_plan",
      default: [3],
      component: "StringMulti",
      component_data: { items: [{ key: 3, label: "Blue" }] },
    },
    { key: "moods", label: "Moods", disabled: "coming_soon", component: "StringMulti", component_data: { items: [] } },
  ],
  relations: [
    ["country", "city"],
    ["publisher", "networks"],
    ["gone", "gender"],
  ],
};

export const itemsV1 = [
  { key: 11, label: "Shoes", icon: "shoe", action: "SINGLETON_RELATION" },
  { key: "x", label: null, icon: null, action: null },
];

export const detailV1: Json = {
  data: {
    ad: {
      id: 1,
      ad_url: "https://social.example/1",
      title: "Ad",
      cta: "Buy",
      is_bookmarked: true,
      owner: ownerByDomain,
      attachments: [{ id: 1, type: "image", files: { main: "https://cdn.example/1.png" } }],
      impressions: 1234,
      active_days: 12,
      first_seen_at: "2024-01-02T03:04:05.000006Z",
      last_seen_at: "2024-01-14T03:04:05.000006Z",
      engagements: { likes: 10, comments: 2 },
    },
    durations: [{ label: "First run", from: "2024-01-02", to: "2024-01-09", days: 7 }],
    url_chains: [{ id: 5, url: "https://shop.example/", count: 3 }],
    domain: {
      domain: "shop.example",
      monthly_traffic: 12_000,
      daily_traffic: 400,
      created_at: "2001-02-03",
      updated_at: "2020-02-03",
      expires_at: "2031-02-03",
    },
    technologies: [{ name: "Shop system", category: "E-commerce", icon: "cart" }, "Analytics"],
  },
};
