import assert from "node:assert/strict";
import { workingVersion } from "../../../../src/api/adLibrary";
import { attachmentToV2 } from "../../../../src/api/v1/cardToV2";
import { readAdDetailV1, readCardV1, readSearchPageV1 } from "../../../../src/api/v1/endpointsV1";
import { readFilterFormV1 } from "../../../../src/api/v1/formV1";
import { startMisbehaving } from "../../../support/misbehaving";
import { useService } from "../../../support/fixtures";
import { failed, ok, okText } from "../../../support/misbehavingReplies";
import { cardV1, detailV1, groupV1, itemsV1, pageV1 } from "../../../support/v1Answers";
import { canary, clientOf, failureOf, openPermit } from "../client";

const request = { platform: "facebook", body: '{"orderby":["oldest"]}' } as const;

describe("V1 routes", () => {
  const service = useService(ok([]), [before, after]);
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
    const { value } = await open().library.filters("facebook");
    assert.equal(seen().line, "GET /v1/filters/facebook/search");
    assert.ok(value.filters.length > 10);
  });

  it("filter items with `search` alone, free", async () => {
    service.answer(ok(itemsV1));
    const { library, records } = open();
    const { value } = await library.filterItems("facebook", "interests", "running shoes");
    assert.equal(seen().line, "GET /v1/facebook/filter/interests/items?search=running%20shoes");
    assert.equal(value.length, 2);
    assert.equal(records[0]?.credits, 0);
  });

  it("search, 100 credits", async () => {
    service.answer(ok(pageV1()));
    const { library, records } = open();
    const permit = openPermit();
    const { value } = await library.search(request, undefined, permit);
    assert.deepEqual(seen(), { line: "POST /v1/facebook/ads/search", body: '{"orderby":"oldest","page":1}' });
    assert.equal(value.ads.length, 2);
    assert.deepEqual(permit.told, ["1", "1 received"]);
    assert.equal(records[0]?.credits, 100);
  });

  it("further pages with `page` and `last_hit`", async () => {
    service.answer(ok(pageV1([], { current_page: 2, has_next_page: false })));
    const { value } = await open().library.search(request, { page: 2, lastHit: "1700000000" }, openPermit());
    assert.equal(seen().body, '{"orderby":"oldest","page":2,"last_hit":1700000000}');
    assert.deepEqual([value.page, value.hasNextPage, value.doubts], [2, false, []]);
  });

  it("detail, 100 credits", async () => {
    service.answer(ok(detailV1));
    const { library, records } = open();
    const { value } = await library.adDetail({ platform: "youtube", id: "1" }, openPermit());
    assert.equal(seen().line, "GET /v1/youtube/ads/1");
    assert.equal(value.title, "Ad");
    assert.equal(records[0]?.credits, 100);
  });

  it("has no search over all platforms, and says so without a request", async () => {
    const before = service.requests.length;
    const { library, records } = open();
    const permit = openPermit();
    const calls = [
      library.filters("mega"),
      library.filterItems("mega", "interests", "a"),
      library.search({ platform: "mega", body: "{}" }, undefined, permit),
      library.adDetail({ platform: "mega", id: "1" }, permit),
    ];
    for (const call of calls) {
      const { code, charge } = await failureOf(call);
      assert.deepEqual({ code, charge }, { code: "notInV1", charge: "none" });
    }
    assert.deepEqual([permit.told, records, service.requests.length - before], [[], [], 0]);
  });

  it("a client uses V2 by default", async () => {
    service.answer(ok(pageV1()));
    await clientOf(service.url).library.search(request, undefined, openPermit());
    assert.equal(seen().line, "POST /v2/ads/facebook/search");
  });
});

type Json = Readonly<Record<string, unknown>>;
const place = { platform: "native", page: 1, index: 0 } as const;
const card = (more: Json) => readCardV1(cardV1(1, more), place);
const form = (data: unknown) => readFilterFormV1(okText(data), "native");

describe("V1 cards in unexpected shapes", () => {
  it("need a list of ads", () => {
    for (const data of [null, [], {}, { ads: {} }]) {
      assert.throws(() => readSearchPageV1(okText(data), "native", 1), { code: "badAnswer" });
    }
  });

  it("may be empty", () => {
    assert.deepEqual(
      [null, 5].map((value) => [readCardV1(value, place).key, readCardV1(value, place).repairs]),
      [
        ["?1.1", 0],
        ["?1.1", 1],
      ],
    );
  });

  it("are read in lists and in objects with other members", () => {
    const listed = card({ engagements: [{ tooltip: "Likes", value: 3 }, 5, { tooltip: "none" }] }).stats;
    assert.deepEqual(listed[0], { tooltip: "Likes", value: 3 });
    const named = card({ engagements: { likes: 4, note: "many" } }).stats;
    assert.deepEqual(named[0], { tooltip: "Likes", value: 4, icon: "likes" });
    for (const stats of [listed, named])
      assert.ok(stats.every(({ tooltip }) => tooltip !== "none" && tooltip !== "Note"));
  });

  it("show a domain that is the owner's name once", () => {
    const { owner, metadata } = card({ owner: { name: "shop.example", domain: "shop.example" } });
    assert.deepEqual(owner, { name: "shop.example" });
    assert.ok(metadata.every(({ tooltip }) => tooltip !== "Domain"));
  });

  it("read times in milliseconds, and skip invalid attachments", () => {
    const { lastSeen, attachments, repairs } = card({
      updated_at: 1_700_000_000_000,
      attachments: [5, { type: "image" }],
    });
    assert.deepEqual([lastSeen, attachments, repairs], ["2023-11-14T22:13:20.000Z", [{ type: "image" }], 1]);
  });

  it("infer a creative's type from its files, and keep other files", () => {
    assert.deepEqual(attachmentToV2({ files: { youtube_id: "abc" } }), { type: "youtube", youtube_id: "abc" });
    assert.deepEqual(attachmentToV2({ files: { main: "https://cdn.example/1.png", small: "s" } }), {
      url: "https://cdn.example/1.png",
      files: { small: "s" },
    });
    assert.deepEqual(attachmentToV2({ url: "u", thumbnail: "t", youtube_id: "y" }), {
      url: "u",
      thumbnail: "t",
      youtube_id: "y",
    });
  });
});

describe("V1 details in unexpected shapes", () => {
  const detail = (more: Json) =>
    readAdDetailV1(okText({ data: { ad: { id: 1 }, ...more } }), { platform: "native", id: "1" });

  it("may have a series of traffic", () => {
    const monthly_traffic = { value_type: "number", datasets: [{ key: "2024-01-01", label: "Jan", value: 5 }] };
    assert.deepEqual(detail({ domain: { domain: "a.example", monthly_traffic } }).domain, {
      name: "a.example",
      timeline: { unit: "number", points: [{ label: "Jan", value: 5, key: "2024-01-01" }] },
    });
  });

  it("leave out empty durations", () => {
    assert.deepEqual(detail({ durations: { total_days: 12, note: null } }).durations, [
      { label: "Total days", value: "12" },
    ]);
  });
});

describe("V1 forms in unexpected shapes", () => {
  const a = { key: "a", component: "CBoolean" };

  it("need something that can contain filters", () => {
    for (const data of [null, 5]) assert.throws(() => form(data), { code: "badAnswer" });
  });

  it("may have other members beside their groups, and ignore deeply nested groups", () => {
    assert.deepEqual(
      form({ count: 2, first: { filters: [a] } }).filters.map(({ key }) => key),
      ["a"],
    );
    assert.deepEqual(form({ one: { two: { three: { four: { filters: [a] } } } } }).filters, []);
  });

  it("sort by one text, whatever control the form names", () => {
    const components = ["StringSingleSearchable", "StringMulti", undefined].map((component) => {
      const orderby = { key: "orderby", component, component_data: { items: [{ key: "popularity" }] } };
      return form({ filters: [orderby] }).filters[0]?.component;
    });
    assert.deepEqual(components, ["StringSingleSearchable", "StringSingle", "StringSingle"]);
  });

  it("may disable without a reason, relate to nothing, and act on invalid keys", () => {
    const wire = { ...a, disabled: true, component_data: { action: "DISABLE_OTHER", action_data: [0] } };
    const text = okText({ filters: [wire, { key: "b" }], relations: ["x", ["a", "b"]] }).replace("[0]", '[1e400,"b"]');
    const { filters, relations } = readFilterFormV1(text, "native");
    assert.deepEqual([filters[0]?.disabled, filters[0]?.disablesOthers, relations], ["disabled", ["b"], [["a", "b"]]]);
  });
});

describe("detecting a key's version, when canceled", () => {
  it("reports a cancel", async () => {
    const controller = new AbortController();
    const service = await startMisbehaving(failed(1004), () => controller.abort());
    const version = workingVersion(
      (of) => clientOf(service.url, { version: of }).library,
      ["native"],
      controller.signal,
    );
    const { code, charge } = await failureOf(version);
    await service.close();
    assert.deepEqual([code, charge, service.requests.length], ["cancelled", "none", 2]);
  });
});
