import assert from "node:assert/strict";
import { startMisbehaving, type Misbehaving } from "../../../support/misbehaving";
import { ok } from "../../../support/misbehavingReplies";
import { detailV1, groupV1, itemsV1, pageV1 } from "../../../support/v1Answers";
import { canary, clientOf, failureOf, openLeave } from "../client";

const request = { platform: "plat_social_a", body: '{"orderby":["oldest"]}' } as const;

describe("V1 routes", () => {
  let service: Misbehaving;
  before(async () => {
    service = await startMisbehaving(ok([]));
  });
  after(() => service.close());
  const open = () => clientOf(service.url, { version: "v1" });
  const seen = () => {
    const { method, target, headers, body } = service.requests.at(-1)!;
    assert.equal(headers["x-api-key"], canary);
    const others = Object.entries(headers).filter(([name]) => name !== "x-api-key");
    for (const text of [target, body, JSON.stringify(others)]) {
      assert.ok(!text.includes(canary) && !text.includes("api_key"), "the key travels in its header only");
    }
    return { line: `${method} ${target}`, body };
  };

  it("filters, free", async () => {
    service.answer(ok(groupV1));
    const { value } = await open().library.filters("plat_social_a");
    assert.equal(seen().line, "GET /v1/filters/facebook/search");
    assert.ok(value.filters.length > 10);
  });

  it("filter items with `search` alone, free", async () => {
    service.answer(ok(itemsV1));
    const { library, records } = open();
    const { value } = await library.filterItems("plat_social_a", "interests", "running shoes");
    assert.equal(seen().line, "GET /v1/facebook/filter/interests/items?search=running%20shoes");
    assert.equal(value.length, 2);
    assert.equal(records[0]?.credits, 0);
  });

  it("search, 100 credits", async () => {
    service.answer(ok(pageV1()));
    const { library, records } = open();
    const leave = openLeave();
    const { value } = await library.search(request, undefined, leave);
    assert.deepEqual(seen(), { line: "POST /v1/facebook/ads/search", body: '{"orderby":"oldest","page":1}' });
    assert.equal(value.ads.length, 2);
    assert.deepEqual(leave.told, ["1", "1 received"]);
    assert.equal(records[0]?.credits, 100);
  });

  it("further pages with `page` and `last_hit`", async () => {
    service.answer(ok(pageV1([], { current_page: 2, has_next_page: false })));
    const { value } = await open().library.search(request, { page: 2, lastHit: "1700000000" }, openLeave());
    assert.equal(seen().body, '{"orderby":"oldest","page":2,"last_hit":1700000000}');
    assert.deepEqual([value.page, value.hasNextPage, value.doubts], [2, false, []]);
  });

  it("detail, 100 credits", async () => {
    service.answer(ok(detailV1));
    const { library, records } = open();
    const { value } = await library.adDetail({ platform: "plat_video", id: "9007199254740993" }, openLeave());
    assert.equal(seen().line, "GET /v1/youtube/ads/9007199254740993");
    assert.equal(value.title, "Ad");
    assert.equal(records[0]?.credits, 100);
  });

  it("has no search over all platforms: said at no cost, with nothing sent", async () => {
    const before = service.requests.length;
    const { library, records } = open();
    const leave = openLeave();
    const calls = [
      library.filters("mega"),
      library.filterItems("mega", "interests", "a"),
      library.search({ platform: "mega", body: "{}" }, undefined, leave),
      library.adDetail({ platform: "mega", id: "1" }, leave),
    ];
    for (const call of calls) {
      const { code, charge } = await failureOf(call);
      assert.deepEqual({ code, charge }, { code: "notInV1", charge: "none" });
    }
    assert.deepEqual([leave.told, records, service.requests.length - before], [[], [], 0]);
  });

  it("V2 is what a client speaks unless told otherwise", async () => {
    service.answer(ok(pageV1()));
    await clientOf(service.url).library.search(request, undefined, openLeave());
    assert.equal(seen().line, "POST /v2/ads/facebook/search");
  });
});
