import type { PanelMemory } from "../../src/protocol/panel";
import type { ComparedPair } from "../../src/protocol/runs";
import type { SearchQuery } from "../../src/protocol/search";

const query: SearchQuery = {
  platform: "native",
  choices: [
    { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Men" }] } },
    { filter: "search_field", value: { kind: "texts", texts: [{ type: "text", text: "shoes" }] } },
    { filter: "target_age", value: { kind: "range", from: 20, to: 30 } },
    { filter: "seen", value: { kind: "dates", from: "2024-01-01", to: "2024-02-01" } },
    { filter: "advanced_order", value: { kind: "order", by: "newest", direction: "desc" } },
    { filter: "active", value: { kind: "flag", on: true } },
  ],
};

const run = { origin: "https://ads.example", version: "v2", platform: "native", body: "{}" } as const;

/** Two runs, as the panel that compares them remembers them. */
const comparedPair: ComparedPair = {
  name: "Shoes",
  earlier: { ...run, lastHit: "1" },
  newer: { ...run, lastHit: "2" },
};

/** What that panel remembers at first. */
export const comparisonMemory: PanelMemory = {
  platform: "native",
  draft: { platform: "native", choices: [] },
  compared: comparedPair,
};

/** A panel's memory with everything that it may contain, except whose it is. */
export const fullMemory: Omit<Required<PanelMemory>, "library"> = {
  platform: "native",
  draft: query,
  pages: 3,
  shown: { query, lastHit: "9007199254740995", pages: 2 },
  openAd: { platform: "native", id: "5" },
  detailTop: 40,
  layout: "table",
  tables: { facebook: { shown: { seen: false }, order: ["stat:Likes", "advertiser"], widths: { advertiser: 200 } } },
  view: { text: "a", filters: [{ field: "domain", value: "shop1.example" }], sort: "stat:Likes", descending: true },
  filtering: true,
  showing: "overview",
  selected: ["native:5"],
  panel: "1",
  used: true,
  at: 1,
  place: { card: "native:5", top: 12 },
  compared: { ...comparedPair, state: "changed" },
  asked: { query, at: "2026-01-02T03:04:05.000Z" },
  unanswered: true,
  archive: {
    text: "shoes",
    platforms: ["native"],
    from: "2024-01-01",
    to: "2024-02-01",
    stat: { name: "Likes", min: 1 },
  },
};
