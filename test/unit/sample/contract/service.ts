import assert from "node:assert/strict";
import { Visitor, isInteger, isText, segments, type Checks } from "../visitor";

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
    await visitor.refused(visitor.ask("/v2/ads/plat_social_a/filters"));
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
