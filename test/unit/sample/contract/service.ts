import assert from "node:assert/strict";
import { type Checks, type Detail, isInteger, isText, segments, Visitor } from "../visitor";

/** Envelope, platforms, keys and prices. */
export const serviceChecks: Checks = {
  "envelope-ok": async (visitor) => {
    const answer = await visitor.ask("/v2/ads/facebook/filters");
    assert.deepEqual(Object.keys(answer), ["status", "meta", "data"]);
    assert.equal(answer.status, "ok");
    assert.deepEqual(answer.meta, { code: 1000, message: null });
  },

  "envelope-failed": async (visitor) => {
    await visitor.refused(visitor.ask("/v2/ads/facebook/filters/nothing?search=a"));
    await visitor.refused(visitor.ask("/v2/nothing"));
    await visitor.refused(visitor.ask("/"));
    await visitor.refused(visitor.ask("/v2/ads/facebook/search"));
    await visitor.refused(visitor.ask("/v2/ads/facebook/search", { method: "POST", body: "{" }));
    await visitor.refused(visitor.post("/v2/ads/facebook/search", [1]));
  },

  "server-error": async () => {
    const broken = await Visitor.start({
      now: () => {
        throw new Error("the clock broke");
      },
    });
    try {
      const answer = broken.post("/v2/ads/facebook/search", {});
      await broken.refused(answer, 1009);
      assert.doesNotMatch((await answer).meta.message ?? "", /clock/);
    } finally {
      await broken.library.close();
    }
  },

  "platform-values": async (visitor) => {
    for (const segment of [...segments, "mega"]) await visitor.ok(visitor.ask(`/v2/ads/${segment}/filters`));
    await visitor.refused(visitor.ask("/v2/ads/Facebook/filters"));
    await visitor.refused(visitor.ask("/v2/ads/tikTok/filters"));
    await visitor.refused(visitor.ask("/v2/ads/elsewhere/filters"));
  },

  "auth-header": async (visitor) => {
    await visitor.ok(visitor.ask("/v2/ads/meta/filters", { headers: { "X-API-Key": visitor.library.key } }));
  },

  "auth-elsewhere": async (visitor) => {
    const { key } = visitor.library;
    const none = { headers: {} };
    await visitor.ok(visitor.ask(`/v2/ads/meta/filters?api_key=${key}`, none));
    const body = JSON.stringify({ api_key: key });
    await visitor.ok(visitor.ask("/v2/ads/meta/search", { ...none, method: "POST", body }));
    await visitor.ok(visitor.ask("/v1/meta/ads/search", { ...none, method: "POST", body }));
  },

  "auth-v2-disabled": async (visitor) => {
    visitor.library.addKey("v1-only", { v2: false });
    await visitor.refused(visitor.ask("/v2/ads/meta/filters", {}, "v1-only"), 1004);
    await visitor.ok(visitor.ask("/v1/filters/meta/search", {}, "v1-only"));
  },

  "auth-missing": async (visitor) => {
    await visitor.refused(visitor.ask("/v2/ads/meta/filters", { headers: {} }), 1001);
    await visitor.refused(visitor.ask("/v2/ads/meta/filters", {}, "wrong"), 1001);
    await visitor.refused(visitor.ask("/nowhere", {}, "wrong"), 1001);
    await visitor.refused(visitor.post("/v2/ads/meta/search", {}, "wrong"), 1001);
    await visitor.refused(visitor.post("/v1/meta/ads/search", {}, "wrong"), 1001);
    assert.equal(visitor.library.account("wrong"), undefined);
  },

  "credits-independent": async (visitor) => {
    const before = visitor.credits;
    const empty = await visitor.search("meta", { countries: ["nowhere"] });
    assert.deepEqual([empty.ads.length, empty.has_next_page], [0, false]);
    assert.equal(visitor.credits - before, 100);
    assert.equal((await visitor.search("meta")).ads.length, 18);
    assert.equal(visitor.credits - before, 200);
    await visitor.refused(visitor.post("/v2/ads/meta/search", { page: 0 }));
    assert.equal(visitor.credits - before, 200);
  },

  "no-rate-limit": async (visitor) => {
    const many = Array.from({ length: 200 }, () => visitor.ask("/v2/ads/meta/filters"));
    for (const { status } of await Promise.all(many)) assert.equal(status, "ok");
  },

  media: async (visitor) => {
    const { url } = visitor.library;
    const [card] = await visitor.some("tiktok", 1);
    assert.ok(card);
    const [attachment] = card.attachments;
    const { avatar_url: portrait } = card.owner;
    isText(portrait);
    for (const address of [attachment?.url, attachment?.thumbnail, portrait]) {
      isText(address);
      assert.ok(address.startsWith(`${url}/media/`));
      const answer = await fetch(address);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get("content-type") ?? "", /^(image\/svg\+xml|video\/webm)/);
      assert.match(answer.headers.get("cache-control") ?? "", /immutable/);
      assert.ok((await answer.arrayBuffer()).byteLength > 200);
    }
    const part = await fetch(attachment?.url ?? "", { headers: { range: "bytes=4-9" } });
    assert.equal(part.status, 206);
    assert.match(part.headers.get("content-range") ?? "", /^bytes 4-9\/\d+$/);
    assert.equal((await part.arrayBuffer()).byteLength, 6);
    assert.equal((await fetch(`${url}/media/clip/none.webm`)).status, 404);
    isInteger(card.id);
  },
};

const isKnown = (platform: string) => segments.includes(platform.toLowerCase());

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
    for (const { platform } of page.ads) assert.ok(isKnown(platform), platform);
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
    assert.equal(seen.size, segments.length);
  },

  "card-platform": async (visitor) => {
    const seen = new Set((await visitor.some("mega", 6)).map(({ platform }) => platform));
    assert.equal(seen.size, segments.length);
    for (const platform of seen) assert.ok(isKnown(platform), platform);
    assert.equal([...seen].filter((platform) => /[a-z][A-Z]/.test(platform)).length, 2);
    for (const platform of seen) isText(platform);
  },
};
