import assert from "node:assert/strict";
import type { FilterComponent } from "../../../../src/protocol/filters";
import { times } from "../../../support/long";
import { type Card, type Checks, type FilterWire, isInteger, isText, segments, Visitor } from "../visitor";

const components: Readonly<Record<FilterComponent, true>> = {
  ...{ SearchBox: true, StringMulti: true, StringMultiApi: true, StringMultiSearchable: true },
  ...{ StringMultiSearchableApi: true, StringSingle: true, StringSingleSearchable: true },
  ...{ StringSingleSearchableApi: true, BooleanMulti: true, BooleanSingle: true, NumberMultiRange: true },
  ...{ NumberSingleRange: true, DateMulti: true, DateSingle: true, CBoolean: true },
};

const fields = new Set(
  "key component label icon description placeholder api_url items default min max infinite_sign disable_other sub_keys".split(
    " ",
  ),
);

async function everyFilter(visitor: Visitor, check: (filter: FilterWire, segment: string) => void): Promise<void> {
  for (const segment of [...segments, "mega"])
    for (const filter of await visitor.filters(segment)) check(filter, segment);
}

/** The filter group of V2. */
export const filterChecks: Checks = {
  "filter-fields": (visitor) =>
    everyFilter(visitor, (filter, segment) => {
      isText(filter.key);
      isText(filter.component);
      for (const [name, value] of Object.entries(filter)) {
        assert.ok(fields.has(name), `${segment} ${filter.key}: ${name}`);
        assert.ok(value !== null, `${segment} ${filter.key}: ${name} is null`);
      }
    }),

  "filter-components": async (visitor) => {
    const places = new Map<string, Set<string>>();
    await everyFilter(visitor, ({ component }, segment) => {
      places.set(component, (places.get(component) ?? new Set()).add(segment));
    });
    for (const component of Object.keys(components)) {
      assert.ok((places.get(component)?.size ?? 0) >= 2, `${component} is on fewer than two platforms`);
    }
    const unknown = [...places.keys()].filter((component) => !Object.hasOwn(components, component));
    assert.equal(unknown.length, 1);
  },

  "filter-items": async (visitor) => {
    const kinds = new Set<string>();
    const nulls = new Set<string>();
    await everyFilter(visitor, ({ items = [] }) => {
      for (const item of items) {
        assert.deepEqual(Object.keys(item).sort(), ["icon", "key", "label"]);
        kinds.add(typeof item.key);
        nulls.add(`label ${item.label === null}`).add(`icon ${item.icon === null}`);
      }
    });
    assert.deepEqual([...kinds].sort(), ["number", "string"]);
    assert.equal(nulls.size, 4);
    const fetched = await visitor.items("/v2/ads/native/filters/publishers", "");
    assert.ok(fetched.some(({ label }) => label === null));
  },

  "filter-api-url": async (visitor) => {
    const routes = new Set<string>();
    await everyFilter(visitor, ({ api_url: url, component, items }, segment) => {
      assert.equal(url !== undefined, component.endsWith("Api"));
      if (url === undefined) return;
      assert.equal(items, undefined);
      assert.ok(url.startsWith(`/v2/ads/${segment}/filters/`));
      routes.add(url);
    });
    for (const url of routes) assert.ok((await visitor.items(url, "s")).length > 100, url);
  },

  "filter-ranges": async (visitor) => {
    let endless = 0;
    await everyFilter(visitor, ({ component, min, max, infinite_sign: infinite, default: preset }) => {
      const range = component.endsWith("Range");
      assert.deepEqual([min !== undefined, max !== undefined], [range, range]);
      if (!range) return;
      isInteger(min);
      isInteger(max);
      assert.ok(min < max);
      if (infinite === true) endless += 1;
      if (preset) assert.deepEqual(preset, [min, max]);
    });
    assert.ok(endless > 3);
  },

  "filter-disable-other": async (visitor) => {
    const kinds = new Set<string>();
    for (const segment of segments) {
      const filters = await visitor.filters(segment);
      for (const { disable_other: other } of filters) {
        if (other === undefined) continue;
        kinds.add(Array.isArray(other) ? "keys" : JSON.stringify(other));
      }
    }
    assert.deepEqual([...kinds].sort(), ["keys", "true"]);
  },

  "filter-sub-keys": async (visitor) => {
    for (const segment of [...segments, "mega"]) {
      const search = await visitor.filter(segment, "search_field");
      assert.deepEqual([search.component, search.sub_keys], ["SearchBox", { type: "type", main: "text" }]);
      const order = await visitor.filter(segment, "advanced_order");
      assert.deepEqual(order.sub_keys, { type: "order", main: "orderby" });
    }
  },

  "sort-options": async (visitor) => {
    const lists = new Set<string>();
    const all = new Set<unknown>();
    for (const segment of segments) {
      const keys = (await visitor.filter(segment, "advanced_order")).items?.map(({ key }) => key) ?? [];
      assert.ok(keys.length > 2);
      lists.add(keys.join());
      for (const key of keys) all.add(key);
    }
    assert.ok(lists.size > 2);
    const six = ["ad_impressions", "days_running", "engagement", "newest", "relevancy", "web_traffic"];
    assert.deepEqual([...all].sort(), six);
  },
};

const ids = (cards: readonly Card[]): number[] => cards.map(({ id }) => id);

const stat = ({ stats }: Card, name: string): number | undefined =>
  stats.find(({ tooltip }) => tooltip === name)?.value;

/** A value that each kind of filter can be asked for. */
async function someValue(visitor: Visitor, filter: FilterWire): Promise<unknown> {
  const { component, items, api_url: url, min, max } = filter;
  if (component === "SearchBox") return [{ type: "text", text: "standing" }];
  if (component === "DateSingle") return ["2025-11-01"];
  if (component === "DateMulti") return ["2025-05-01", "2025-06-30"];
  if (component.endsWith("Range")) return [(min ?? 0) + 2, (min ?? 0) + 2 + Math.ceil(((max ?? 0) - (min ?? 0)) / 30)];
  if (component === "CBoolean") return [true];
  const offered = url === undefined ? items : (await visitor.items(url, "")).slice(0, 400);
  assert.ok(offered && offered.length > 0, filter.key);
  return offered.slice(-Math.ceil(offered.length / 3)).map(({ key }) => key);
}

/** Searching, sorting, paging. */
export const searchChecks: Checks = {
  "search-page": async (visitor) => {
    const first = await visitor.search("meta", { page: 1 });
    assert.deepEqual(first, await visitor.search("meta"));
    for (const page of [0, -1, 1.5, "2", true])
      await visitor.refused(visitor.post("/v2/ads/meta/search", { page }), 1002);
  },

  "search-last-hit": async (visitor) => {
    const { last_hit, ads } = await visitor.search("meta");
    const second = await visitor.search("meta", { page: 2, last_hit });
    assert.equal(second.last_hit, last_hit);
    assert.equal(new Set([...ids(ads), ...ids(second.ads)]).size, 36);
    for (const wrong of [undefined, null, "1", 1.5, 0, last_hit + 3600]) {
      await visitor.refused(visitor.post("/v2/ads/meta/search", { page: 2, last_hit: wrong }), 1002);
    }
  },

  "search-sorted": async (visitor) => {
    for (const order of ["asc", "desc"]) {
      for (const [orderby, shown] of [
        ["ad_impressions", (card: Card) => stat(card, "Impressions")],
        ["web_traffic", ({ visitorweb }: Card) => visitorweb],
        [
          "days_running",
          ({ metadata }: Card) => {
            const text = metadata.find(({ tooltip }) => tooltip === "Days running")?.value;
            return typeof text === "string" ? Number.parseInt(text) : undefined;
          },
        ],
      ] as const) {
        const ads = await visitor.all("mega", { advanced_order: { orderby, order }, countries: ["jp"] });
        const values = ads.map(shown).filter((value) => value !== undefined);
        assert.ok(values.length > 100);
        const sorted = values.toSorted((a, b) => (order === "asc" ? a - b : b - a));
        assert.deepEqual(values, sorted, `${orderby} ${order}`);
      }
    }
    const ordered = async (orderby: string, order: string) =>
      ids((await visitor.search("facebook", { advanced_order: { orderby, order } })).ads).join();
    const results = ["newest", "engagement", "relevancy", "ad_impressions", "days_running", "web_traffic"];
    const answers = await Promise.all(results.flatMap((by) => [ordered(by, "asc"), ordered(by, "desc")]));
    assert.equal(new Set(answers).size, answers.length);
  },

  "search-sort-fallback": async (visitor) => {
    const usual = ids((await visitor.search("meta")).ads);
    for (const advanced_order of [
      { orderby: "web_traffic", order: "desc" },
      { orderby: "nonsense", order: "asc" },
      { orderby: "engagement", order: "upwards" },
      { order: "asc" },
      "engagement",
    ]) {
      assert.deepEqual(ids((await visitor.search("meta", { advanced_order })).ads), usual);
    }
  },

  "search-text": async (visitor) => {
    const text = "STANDING desk";
    const ads = await visitor.all("facebook", { search_field: [{ type: "text", text }] });
    assert.ok(ads.length > 0);
    const found = new Set(ids(ads));
    for (const { id, title = "" } of await visitor.all("facebook")) {
      if (/standing/i.test(title) && /desk/i.test(title)) assert.ok(found.has(id), title);
    }
    for (const { id } of ads.slice(0, 20)) {
      const { card, domain } = await visitor.detail("facebook", id);
      const texts = [card.title, card.subtitle, card.description, card.owner.name, domain?.name]
        .join("\n")
        .toLowerCase();
      assert.ok(texts.includes("standing") && texts.includes("desk"));
    }
    const wrong = [{ type: "nonsense", text }, { type: "text" }, { text }, text];
    for (const entry of wrong)
      await visitor.refused(visitor.post("/v2/ads/meta/search", { search_field: [entry] }), 1002);
  },

  "search-without-owner": async (visitor) => {
    const everybody = await visitor.all("meta");
    const [{ owner }] = everybody as [Card];
    const others = everybody.filter((card) => card.owner.name !== owner.name);
    assert.ok(others.length < everybody.length);
    for (const text of [owner.name, owner.name.toUpperCase(), String(owner.id)]) {
      const left = await visitor.all("meta", { search_field: [{ type: "without_owner", text }] });
      assert.deepEqual(ids(left), ids(others));
    }
    const named = await visitor.all("meta", { search_field: [{ type: "without_owner_name", text: "or" }] });
    assert.deepEqual(ids(named), ids(everybody.filter((card) => !card.owner.name.toLowerCase().includes("or"))));
  },

  "search-filters": async () => {
    for (const segment of [...segments, "mega"]) {
      // All platforms together have enough ads even with few per platform.
      const visitor = await Visitor.start({ adsPerPlatform: times(segment === "mega" ? 30 : 150, 900) });
      const every = ids(await visitor.all(segment)).sort();
      const known = new Set(every);
      for (const filter of await visitor.filters(segment)) {
        if (filter.key === "advanced_order") continue;
        const some = ids(await visitor.all(segment, { [filter.key]: await someValue(visitor, filter) }));
        assert.ok(some.length < every.length, `${segment} ${filter.key} does not narrow: ${some.length}`);
        for (const id of some) assert.ok(known.has(id));
        const none = ids(await visitor.all(segment, { [filter.key]: [] })).sort();
        if (filter.component !== "CBoolean") assert.deepEqual(none, every, `${segment} ${filter.key}`);
      }
      await visitor.refused(visitor.post(`/v2/ads/${segment}/search`, { nonsense: [1] }), 1002);
      await visitor.refused(visitor.post(`/v2/ads/${segment}/search`, { countries: "us" }), 1002);
      await visitor.library.close();
    }
  },

  "search-named-keys": async (visitor) => {
    for (const [segment, keys] of [
      ["display", ["placements", "networks", "publishers"]],
      ["facebook", ["behaviors", "interests", "gender", "target_age", "os"]],
    ] as const) {
      for (const key of keys) {
        const filter = await visitor.filter(segment, key);
        const url = filter.api_url;
        const items = url === undefined ? (filter.items ?? []) : await visitor.items(url, "");
        for (const item of items) assert.equal(typeof item.key, "number", key);
      }
    }
    const older = await visitor.all("facebook", { target_age: [60, 65] });
    const [one] = older;
    assert.ok(one);
    const { targeting_detail: targeting } = await visitor.detail("facebook", one.id);
    assert.match(targeting?.cards.find(({ key }) => key === "age_range")?.value ?? "", /\d\d\+|-6\d/);
  },

  "snapshot-stable": async (visitor) => {
    const before = visitor.now;
    const first = await visitor.search("tiktok");
    const pages = async () => {
      const wanted = [2, 3, 4, 30].map((page) => visitor.search("tiktok", { page, last_hit: first.last_hit }));
      return (await Promise.all(wanted)).map(({ ads }) => ids(ads));
    };
    const then = await pages();
    visitor.now += 45 * 86_400_000;
    assert.deepEqual(await pages(), then);
    const later = await visitor.search("tiktok");
    assert.ok(later.last_hit > first.last_hit);
    const old = new Set([...ids(first.ads), ...then.flat()]);
    assert.ok(
      ids(later.ads).some((id) => !old.has(id)),
      "new ads arrived",
    );
    visitor.now = before;
  },

  "snapshot-forever": async (visitor) => {
    const before = visitor.now;
    const { last_hit } = await visitor.search("twitter");
    const deep = await visitor.search("twitter", { page: 49, last_hit });
    visitor.now += 1500 * 86_400_000;
    const later = await visitor.search("twitter", { page: 49, last_hit });
    assert.deepEqual(ids(later.ads), ids(deep.ads));
    assert.equal(later.last_hit, last_hit);
    await visitor.search("twitter", { page: 1_000_000, last_hit });
    visitor.now = before;
  },
};
