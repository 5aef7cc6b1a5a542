import assert from "node:assert/strict";
import { AdLibraryError } from "../../../../src/api/errors";
import { readAdDetail } from "../../../../src/api/wire/detail";
import { okText } from "../../../support/misbehavingReplies";
import { wireDetail } from "../answers";

const ad = { platform: "facebook", id: "1" } as const;
const read = (data: unknown) => readAdDetail(okText(data), ad);

describe("Ad details", () => {
  it("are refused if they say that they are another ad's", () => {
    for (const id of [2, "2"]) assert.throws(() => read({ ...wireDetail, id }), { code: "badAnswer", otherAd: "2" });
    for (const id of [1, "1", null, undefined, "one", 1.5]) assert.equal(read({ ...wireDetail, id }).title, "Ad");
  });

  it("have no text with the sign at which programs end one", () => {
    const point = { key: "k\0", label: "l\0", value: 1 };
    const dated = { ...point, key: "2024\0", values: { "k\0": 1, "other\0": 2 } };
    const detail = read({
      targeting_detail: {
        cards: [{ key: "k\0", label: "l\0", value: "v\0" }],
        tabs: [{ key: "k\0", label: "l\0", breakdown: { datasets: [point] } }],
      },
      engagement_data: {
        growth_last_month: "5\0",
        lifetime: { timeline: { metrics: [point], datasets: [dated] } },
      },
      domain: { age: "a\0" },
    });
    assert.ok(!JSON.stringify(detail).includes("\\u0000"), JSON.stringify(detail));
    assert.deepEqual(detail.targeting?.cards[0], { key: "k␀", label: "l␀", value: "v␀" });
    assert.deepEqual(detail.engagement?.lifetime?.timeline?.points[0]?.values, [1, 2]);
  });

  it("have every field of the contract, under names of our own", () => {
    assert.deepEqual(read(wireDetail), {
      ad,
      postUrl: "https://facebook.example/1",
      title: "Ad",
      subtitle: "Sub",
      description: "Words",
      callToAction: "Buy",
      bookmarked: true,
      owner: { id: "7", name: "Shop", avatarUrl: "https://cdn.example/a.png", verified: false },
      attachments: [{ type: "image", url: "https://cdn.example/1.png" }],
      impression: {
        total: 1234,
        daysRunning: 12,
        devices: { unit: "percentage", points: [{ label: "Phone", value: 70.5, key: "phone" }] },
        publishedAt: "2024-01-02T03:04:05.000006Z",
        firstSeenAt: "2024-01-02T03:04:05.000006Z",
        lastSeenAt: "2024-01-14T03:04:05.000006Z",
      },
      targeting: {
        cards: [{ key: "gender", label: "Gender", value: "All", icon: "people" }],
        tabs: [
          {
            key: "region",
            label: "Region",
            breakdown: { unit: "percentage", points: [{ label: "US", value: 60, icon: "us" }] },
          },
        ],
      },
      engagement: {
        score: 55,
        growthLastMonth: "12%",
        lifetime: {
          growth: "12.5%",
          growthTimeline: { unit: "number", points: [{ label: "Jan", value: 5, key: "2024-01-01" }] },
          timeline: {
            unit: "number",
            metrics: [
              { key: "likes", label: "Likes" },
              { key: "shares", label: "shares" },
            ],
            points: [{ date: "2024-01-01", label: "Jan", values: [5, 1] }],
          },
          breakdown: { unit: "number", points: [{ label: "Likes", value: 5, key: "likes" }] },
        },
        lastMonth: { growth: "-3%" },
      },
      urlChain: [{ id: "5", url: "https://shop.example/", count: 3 }],
      domain: {
        name: "shop.example",
        monthlyVisits: 12_000,
        age: "5 years",
        timeline: { unit: "number", points: [{ label: "Jan", value: 10, key: "2024-01-01" }] },
      },
      repairs: 0,
    });
  });

  it("have no absent or empty sections", () => {
    const nothing = { ad, attachments: [], urlChain: [], repairs: 0 };
    assert.deepEqual(read({}), nothing);
    assert.deepEqual(
      read({
        card: {},
        impression: {},
        targeting_detail: { cards: [], tabs: [{ key: "region", label: "Region" }] },
        engagement_data: { lifetime: {}, last_month: { growth: {} } },
        url_chain: [],
        domain: { timeline: {} },
      }),
      nothing,
    );
  });

  it("read percentages as text or number", () => {
    const growth = (value: unknown) =>
      read({ engagement_data: { growth_last_month: value } }).engagement?.growthLastMonth;
    assert.deepEqual(["12%", "+12 %", 12, -1.5, "12", 0, "new"].map(growth), [
      "12%",
      "+12 %",
      "12%",
      "-1.5%",
      "12%",
      "0%",
      "new",
    ]);
    assert.deepEqual(["", " ", null, {}].map(growth), [undefined, undefined, undefined, undefined]);
  });

  it("keep a point whose value can't be read, with what was sent", () => {
    const datasets = [{ label: "Phone", value: "1,234" }, { label: "Tablet", value: "45%" }, { value: null }];
    const { impression, repairs } = read({ impression: { devices: { datasets } } });
    assert.deepEqual(impression?.devices?.points, [
      { label: "Phone", value: "“1,234”" },
      { label: "Tablet", value: "“45%”" },
    ]);
    assert.equal(repairs, 0);
  });

  it("name unlabeled points, tabs, and metrics by their keys", () => {
    const detail = read({
      impression: { devices: { datasets: [{ key: "phone", value: "7.5" }, { value: 1 }, { label: "none" }] } },
      targeting_detail: {
        cards: [{ key: "gender", value: 5 }, { value: "x" }, { label: "without value" }],
        tabs: [
          { breakdown: { datasets: [{ label: 18, value: 1 }] } },
          { key: "os", breakdown: { datasets: [{ value: 2 }] } },
        ],
      },
    });
    assert.deepEqual(detail.impression?.devices?.points, [
      { label: "phone", key: "phone", value: 7.5 },
      { label: "", value: 1 },
    ]);
    assert.deepEqual(detail.targeting?.cards, [
      { key: "gender", label: "gender", value: "5" },
      { label: "", value: "x" },
    ]);
    assert.deepEqual(detail.targeting.tabs, [
      { key: "0", label: "0", breakdown: { points: [{ label: "18", value: 1 }] } },
      { key: "os", label: "os", breakdown: { points: [{ label: "", value: 2 }] } },
    ]);
  });

  it("line up a timeline's values with its metrics, gaps included", () => {
    const detail = read({
      engagement_data: {
        lifetime: {
          timeline: {
            metrics: [{ key: "likes" }, { label: "no key" }, { key: "views", label: "Views" }],
            datasets: [
              { key: "2024-01-01", values: { views: 2, __proto__: null } },
              { key: "2024-02-01", values: { likes: "3", shares: "many", views: null } },
              { key: "2024-03-01", values: { likes: "1,234", saves: "45%", views: [1] } },
              { key: "2024-04-01" },
              { values: { likes: 9 } },
            ],
          },
        },
      },
    });
    assert.deepEqual(detail.engagement?.lifetime?.timeline, {
      metrics: [
        { key: "likes", label: "likes" },
        { key: "views", label: "Views" },
        { key: "saves", label: "saves" },
      ],
      points: [
        { date: "2024-01-01", values: [undefined, 2, undefined] },
        { date: "2024-02-01", values: [3, undefined, undefined] },
        { date: "2024-03-01", values: ["“1,234”", undefined, "“45%”"] },
        { date: "2024-04-01", values: [undefined, undefined, undefined] },
      ],
    });
    // Neither the text of a metric that no list names nor a list is shown.
    assert.equal(detail.repairs, 2);
  });

  it("keep times as sent, even invalid ones", () => {
    assert.equal(read({ impression: { last_seen_at: "yesterday" } }).impression?.lastSeenAt, "yesterday");
  });

  it("need an object", () => {
    for (const data of [[], null, "x", 5])
      assert.throws(() => read(data), { code: "badAnswer", specifics: "data is not an object" });
  });

  it("are rejected as the envelope says", () => {
    assert.throws(() => readAdDetail('{"status":"failed","meta":{"code":7}}', ad), AdLibraryError);
  });
});
