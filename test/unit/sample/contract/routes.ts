import assert from "node:assert/strict";
import { isInteger, isText, segments, type Checks, type Detail } from "../visitor";

const known = /^(facebook|meta|native|display|pinterest|reddit|tikTok|twitter|youTube)$/;

/** Routes 1 to 6 and what they cost. */
export const routeChecks: Checks = {
  "route-filters": async (visitor) => {
    const before = visitor.credits;
    for (const segment of segments) assert.ok((await visitor.filters(segment)).length > 8);
    assert.equal(visitor.credits, before);
    await visitor.refused(visitor.post("/v2/ads/meta/filters", {}));
  },

  "route-items": async (visitor) => {
    const before = visitor.credits;
    const items = await visitor.items("/v2/ads/facebook/filters/interests", "running");
    assert.ok(items.length > 10);
    for (const { label } of items) assert.match(label ?? "", /running/i);
    assert.ok((await visitor.items("/v2/ads/facebook/filters/interests", "")).length > 2000);
    await visitor.refused(visitor.ask("/v2/ads/facebook/filters/interests"));
    const { key } = items[0] ?? {};
    const unmoved = await visitor.ok(visitor.ask(`/v2/ads/facebook/filters/interests?search=zzz&ids=${key}`));
    assert.deepEqual(unmoved, []);
    assert.equal(visitor.credits, before);
  },

  "route-search": async (visitor) => {
    for (const segment of segments) {
      const before = visitor.credits;
      assert.equal((await visitor.search(segment)).ads.length, 18);
      assert.equal(visitor.credits - before, 100);
    }
  },

  "route-detail": async (visitor) => {
    for (const segment of segments) {
      const [card] = await visitor.some(segment, 1);
      assert.ok(card);
      const before = visitor.credits;
      assert.equal((await visitor.detail(segment, card.id)).id, card.id);
      assert.equal(visitor.credits - before, 100);
      await visitor.refused(visitor.ask(`/v2/ads/mega/${card.id}`), 1003);
      await visitor.refused(visitor.ask(`/v2/ads/${segment}/${card.id + 1}`), 1003);
      await visitor.refused(visitor.ask(`/v2/ads/${segment}/first`), 1003);
      assert.equal(visitor.credits - before, 100);
    }
  },

  "route-mega-filters": async (visitor) => {
    const before = visitor.credits;
    assert.ok((await visitor.filters("mega")).length > 8);
    assert.equal(visitor.credits, before);
  },

  "route-mega-search": async (visitor) => {
    const before = visitor.credits;
    const page = await visitor.search("mega");
    assert.equal(visitor.credits - before, 100);
    assert.equal(page.ads.length, 18);
    for (const { platform } of page.ads) assert.match(platform, known);
  },

  "item-routes": async (visitor) => {
    for (const [segment, routes] of [
      ["facebook", ["interests", "owner_categories"]],
      ["native", ["publishers"]],
      ["display", ["publishers"]],
      ["youtube", ["publishers"]],
    ] as const) {
      for (const route of routes) {
        const items = await visitor.items(`/v2/ads/${segment}/filters/${route}`, "a");
        assert.ok(items.length > 1000, `${route}: ${items.length}`);
      }
    }
    await visitor.refused(visitor.ask("/v2/ads/reddit/filters/publishers?search=a"), 1003);
  },

  "page-fields": async (visitor) => {
    const first = await visitor.search("twitter");
    assert.deepEqual(Object.keys(first).sort(), ["ads", "current_page", "has_next_page", "last_hit"]);
    assert.deepEqual([first.ads.length, first.current_page, first.has_next_page], [18, 1, true]);
    isInteger(first.last_hit);
    assert.ok(first.last_hit <= visitor.now / 1000 && first.last_hit > visitor.now / 1000 - 60);
    const { last_hit } = first;
    const last = await visitor.search("twitter", { page: 50, last_hit });
    assert.deepEqual([last.ads.length, last.current_page, last.has_next_page], [18, 50, false]);
    const beyond = await visitor.search("twitter", { page: 5000, last_hit });
    assert.deepEqual([beyond.ads.length, beyond.has_next_page], [0, false]);
  },

  "mega-detail": async (visitor) => {
    const seen = new Set<string>();
    for (const { platform, id, title, owner } of await visitor.some("mega", 5)) {
      if (seen.has(platform)) continue;
      seen.add(platform);
      const path = `/v2/ads/${platform.toLowerCase()}/${id}`;
      const { card } = (await visitor.ok(visitor.ask(path))) as Detail;
      assert.deepEqual([card.title, card.owner.name], [title, owner.name]);
    }
    assert.equal(seen.size, 9);
  },

  "card-platform": async (visitor) => {
    const seen = new Set((await visitor.some("mega", 6)).map(({ platform }) => platform));
    assert.equal(seen.size, 9);
    for (const platform of seen) assert.match(platform, known);
    assert.equal([...seen].filter((platform) => /[a-z][A-Z]/.test(platform)).length, 2);
    for (const platform of seen) isText(platform);
  },
};
