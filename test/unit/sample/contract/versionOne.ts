import assert from "node:assert/strict";
import { isInteger, isText, segments, type Checks, type Fields, type Visitor } from "../visitor";

interface FilterV1 extends Fields {
  readonly key: string;
  readonly component_data: Fields & { readonly items: readonly Fields[] | null };
}

interface GroupV1 extends Fields {
  readonly filters: readonly FilterV1[];
  readonly relations: readonly (readonly string[])[];
}

interface PageV1 {
  readonly ads: readonly (Fields & { readonly id: number })[];
  readonly has_next_page: boolean;
  readonly last_hit: number;
}

async function group(visitor: Visitor, segment: string): Promise<GroupV1> {
  return (await visitor.ok(visitor.ask(`/v1/filters/${segment}/search`))) as GroupV1;
}

async function search(visitor: Visitor, segment: string, body: Fields = {}): Promise<PageV1> {
  return (await visitor.ok(visitor.post(`/v1/${segment}/ads/search`, body))) as PageV1;
}

const ids = ({ ads }: { readonly ads: readonly { readonly id: number }[] }): number[] => ads.map(({ id }) => id);

const mapping = {
  ...{ updated_at: ["newest", "desc"], oldest: ["newest", "asc"], popularity: ["engagement", "desc"] },
  ...{ most_relevant: ["relevancy", "desc"], seen_counts: ["ad_impressions", "desc"] },
  ...{ impressions: ["ad_impressions", "desc"], days_active: ["days_running", "desc"] },
  ...{ running_longest: ["days_running", "desc"], "domain.traffic": ["web_traffic", "desc"] },
} as const;

const inner = "action action_data api_url infinite_sign items max min".split(" ");
const outer =
  "component component_data default description disabled icon key label placeholder resettable sub_keys".split(" ");

/** The first version of the service. */
export const versionOneChecks: Checks = {
  "v1-filters": async (visitor) => {
    for (const segment of segments) {
      const { filters, ...rest } = await group(visitor, segment);
      assert.deepEqual(Object.keys(rest).sort(), [
        "collapse",
        "description",
        "icon",
        "key",
        "label",
        "mode",
        "relations",
      ]);
      assert.equal(typeof rest.collapse, "boolean");
      const keys = filters.map(({ key }) => key);
      for (const list of rest.relations) for (const key of list) assert.ok(keys.includes(key));
    }
  },

  "v1-filter-fields": async (visitor) => {
    const disabled = new Set<unknown>();
    const resettable = new Set<unknown>();
    for (const segment of segments) {
      for (const filter of (await group(visitor, segment)).filters) {
        assert.deepEqual(Object.keys(filter).sort(), outer);
        assert.deepEqual(Object.keys(filter.component_data).sort(), inner);
        disabled.add(filter.disabled);
        resettable.add(filter.resettable);
      }
    }
    assert.deepEqual(disabled, new Set([null, "free_plan", "coming_soon"]));
    assert.deepEqual(resettable, new Set([true, false]));
    await visitor.refused(visitor.post("/v1/facebook/ads/search", { saved_audiences: ["a"] }), 1002);
  },

  "v1-actions": async (visitor) => {
    const actions = new Set<unknown>();
    for (const segment of segments) {
      for (const { component_data: data } of (await group(visitor, segment)).filters) {
        actions.add(data.action);
        for (const { action } of data.items ?? []) actions.add(action);
      }
    }
    actions.delete(null);
    const four = ["DESELECT_OTHER", "DISABLE_OTHER", "RESET_RELATION_ON_EMPTY", "SINGLETON_RELATION"];
    assert.deepEqual([...actions].sort(), four);
  },

  "v1-items": async (visitor) => {
    const path = "/v1/facebook/filter/interests/items";
    const found = (await visitor.ok(visitor.ask(`${path}?search=yoga`))) as readonly Fields[];
    const [one] = found;
    assert.ok(one);
    assert.deepEqual(Object.keys(one).sort(), ["action", "icon", "key", "label"]);
    isInteger(one.key);
    const byId = await visitor.ok(visitor.ask(`${path}?search=zzzz&ids=${one.key},1`));
    assert.deepEqual(byId, [one]);
    await visitor.refused(visitor.ask(`${path}?ids=${one.key}`), 1002);
    await visitor.refused(visitor.ask(`${path}?search=a&ids=x`), 1002);
  },

  "v1-search": async (visitor) => {
    const shapes = new Set<string>();
    for (const segment of segments) {
      const before = visitor.credits;
      const first = await search(visitor, segment);
      assert.equal(visitor.credits - before, 100);
      const second = await search(visitor, segment, { page: 2, last_hit: first.last_hit });
      assert.equal(new Set([...ids(first), ...ids(second)]).size, 36);
      for (const ad of first.ads) {
        isText(ad.updated_at);
        assert.ok(!("platform" in ad) && !("stats" in ad) && !("metadata" in ad));
        assert.equal("is_active" in ad, segment === "meta");
        for (const { files } of ad.attachments as readonly { readonly files: Fields }[]) {
          isText(files.main ?? files.youtube_id);
        }
      }
      shapes.add(
        Object.keys(first.ads[0] ?? {})
          .filter((name) => name !== "title")
          .sort()
          .join(),
      );
    }
    assert.ok(shapes.size >= 4);
  },

  "v1-orderby": async (visitor) => {
    const met = new Set<string>();
    for (const segment of segments) {
      const { filters } = await group(visitor, segment);
      const offered = filters.find(({ key }) => key === "orderby")?.component_data.items ?? [];
      const usual = ids(await visitor.search(segment));
      for (const [orderby, [by, order]] of Object.entries(mapping)) {
        const known = offered.some(({ key }) => key === orderby);
        if (known) met.add(orderby);
        const expected = known ? ids(await visitor.search(segment, { advanced_order: { orderby: by, order } })) : usual;
        assert.deepEqual(ids(await search(visitor, segment, { orderby })), expected, `${segment} ${orderby}`);
      }
    }
    assert.equal(met.size, Object.keys(mapping).length);
  },

  "v1-owners": async (visitor) => {
    for (const segment of segments) {
      for (const { owner } of (await search(visitor, segment)).ads) {
        const names = Object.keys(owner as Fields).sort();
        if (segment === "native" || segment === "display") assert.deepEqual(names, ["domain", "icon", "id", "title"]);
        else assert.ok(names.includes("name") && !names.includes("domain"));
      }
    }
  },

  "v1-detail": async (visitor) => {
    for (const segment of segments) {
      const [card] = (await search(visitor, segment)).ads;
      assert.ok(card);
      const before = visitor.credits;
      const { data } = (await visitor.ok(visitor.ask(`/v1/${segment}/ads/${card.id}`))) as { readonly data: Fields };
      assert.equal(visitor.credits - before, 100);
      assert.deepEqual(Object.keys(data).sort(), ["ad", "domain", "durations", "technologies", "url_chains"]);
      const two = await visitor.detail(segment, card.id);
      const ad = data.ad as Fields;
      assert.deepEqual(
        [ad.id, ad.ad_url, ad.cta, ad.impressions, ad.active_days],
        [two.id, two.post_url, two.card.cta, two.impression.total, two.impression.days_running],
      );
      const domain = data.domain as Fields;
      for (const date of [domain.created_at, domain.updated_at, domain.expires_at]) {
        isText(date);
        assert.match(date, /^\d{4}-\d\d-\d\d$/);
      }
      isInteger(domain.daily_traffic);
    }
  },

  "v1-no-mega": async (visitor) => {
    await visitor.refused(visitor.ask("/v1/filters/mega/search"), 1003);
    await visitor.refused(visitor.post("/v1/mega/ads/search", {}), 1003);
  },

  "v1-string-keys": async (visitor) => {
    const { filters } = await group(visitor, "display");
    const [network] = filters.find(({ key }) => key === "networks")?.component_data.items ?? [];
    assert.ok(network);
    isText(network.key);
    const some = await search(visitor, "display", { networks: [network.key] });
    assert.notDeepEqual(ids(some), ids(await search(visitor, "display")));
    await search(visitor, "facebook", { publisher_platforms: ["site"] });
  },
};
