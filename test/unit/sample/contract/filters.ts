import assert from "node:assert/strict";
import type { FilterComponent } from "../../../../src/protocol/filters";
import { isInteger, isText, segments, type Checks, type FilterWire, type Visitor } from "../visitor";

const components: Readonly<Record<FilterComponent, true>> = {
  SearchBox: true,
  StringMulti: true,
  StringMultiApi: true,
  StringMultiSearchable: true,
  StringMultiSearchableApi: true,
  StringSingle: true,
  StringSingleSearchable: true,
  StringSingleSearchableApi: true,
  BooleanMulti: true,
  BooleanSingle: true,
  NumberMultiRange: true,
  NumberSingleRange: true,
  DateMulti: true,
  DateSingle: true,
  CBoolean: true,
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
