import assert from "node:assert/strict";
import { readAdDetailV1, readCardV1, readSearchPageV1 } from "../../../../src/api/v1/answersV1";
import { readFilterFormV1 } from "../../../../src/api/v1/formV1";
import { attachmentToV2 } from "../../../../src/api/v1/mediaToV2";
import { workingVersion } from "../../../../src/api/v1/workingVersion";
import { startMisbehaving } from "../../../support/misbehaving";
import { failed, okText } from "../../../support/misbehavingReplies";
import { cardV1 } from "../../../support/v1Answers";
import { clientOf, failureOf } from "../client";

type Json = Readonly<Record<string, unknown>>;
const place = { platform: "native", page: 1, index: 0 } as const;
const card = (more: Json) => readCardV1(cardV1(1, more), place);
const form = (data: unknown) => readFilterFormV1(okText(data), "native");

describe("V1 cards in unexpected shapes", () => {
  it("need a list of ads around them", () => {
    for (const data of [null, [], {}, { ads: {} }]) {
      assert.throws(() => readSearchPageV1(okText(data), "native", 1), { code: "badAnswer" });
    }
  });

  it("may be none at all", () => {
    assert.deepEqual(
      [null, 5].map((value) => [readCardV1(value, place).key, readCardV1(value, place).repairs]),
      [
        ["?1.0", 0],
        ["?1.0", 1],
      ],
    );
  });

  it("count in lists and in objects with other facts beside", () => {
    const listed = card({ engagements: [{ tooltip: "Likes", value: 3 }, 5, { tooltip: "none" }] }).stats;
    assert.deepEqual(listed[0], { tooltip: "Likes", value: 3 });
    const named = card({ engagements: { likes: 4, note: "many" } }).stats;
    assert.deepEqual(named[0], { tooltip: "Likes", value: 4, icon: "likes" });
    for (const stats of [listed, named])
      assert.ok(stats.every(({ tooltip }) => tooltip !== "none" && tooltip !== "Note"));
  });

  it("tell a domain that is the owner's name once", () => {
    const { owner, metadata } = card({ owner: { name: "shop.example", domain: "shop.example" } });
    assert.deepEqual(owner, { name: "shop.example" });
    assert.ok(metadata.every(({ tooltip }) => tooltip !== "Domain"));
  });

  it("tell times in milliseconds, and attachments that are none", () => {
    const { lastSeen, attachments, repairs } = card({
      updated_at: 1_700_000_000_000,
      attachments: [5, { type: "image" }],
    });
    assert.deepEqual([lastSeen, attachments, repairs], ["2023-11-14T22:13:20.000Z", [{ type: "image" }], 1]);
  });

  it("tell a creative's type by its files, and keep files of other names", () => {
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

  it("may have a series for the traffic", () => {
    const monthly_traffic = { value_type: "number", datasets: [{ key: "2024-01-01", label: "Jan", value: 5 }] };
    assert.deepEqual(detail({ domain: { domain: "a.example", monthly_traffic } }).domain, {
      name: "a.example",
      timeline: { unit: "number", points: [{ label: "Jan", value: 5, key: "2024-01-01" }] },
    });
  });

  it("leave out durations that say nothing", () => {
    assert.deepEqual(detail({ durations: { total_days: 12, note: null } }).durations, [
      { label: "Total days", value: "12" },
    ]);
  });
});

describe("V1 forms in unexpected shapes", () => {
  const a = { key: "a", component: "CBoolean" };

  it("need something that can hold filters", () => {
    for (const data of [null, 5]) assert.throws(() => form(data), { code: "badAnswer" });
  });

  it("may have other facts beside their groups, and groups too deep to be any", () => {
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

  it("may disable without a reason, relate to nothing, and act on what is no key", () => {
    const wire = { ...a, disabled: true, component_data: { action: "DISABLE_OTHER", action_data: [0] } };
    const text = okText({ filters: [wire, { key: "b" }], relations: ["x", ["a", "b"]] }).replace("[0]", '[1e400,"b"]');
    const { filters, relations } = readFilterFormV1(text, "native");
    assert.deepEqual([filters[0]?.disabled, filters[0]?.disablesOthers, relations], ["disabled", ["b"], [["a", "b"]]]);
  });
});

describe("the version that a key works with, when given up", () => {
  it("is told as cancelled", async () => {
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
