import assert from "node:assert/strict";
import type { AdCard } from "../../../../src/protocol/ads";
import { daysRunning } from "../../../../webview/charts/daysRunning";
import { matchesOverview, overviewGroup, overviewLabel } from "../../../../webview/charts/overviewGroups";

const card = (fields: Partial<AdCard>): AdCard => ({
  key: "k",
  platformName: "facebook",
  platform: "plat_social_a",
  attachments: [],
  stats: [],
  metadata: [],
  repairs: 0,
  ...fields,
});

describe("overviewGroup", () => {
  const cards = [
    card({ owner: { name: "Nike" }, displayUrl: "https://www.nike.example/run?x=1", attachments: [{ type: "video" }] }),
    card({
      owner: { name: "Nike" },
      displayUrl: "nike.example/a",
      attachments: [{ type: "image" }, { type: "video" }],
    }),
    card({ owner: { name: " " }, displayUrl: "::", platformName: "newnet", attachments: [] }),
    card({ owner: { name: "Emma" }, attachments: [{ type: "image" }, { type: "image" }] }),
  ];

  it("counts advertisers, most first, and says how many are silent", () => {
    const { bars, without } = overviewGroup(cards, "advertiser");
    assert.deepEqual(bars, [
      { value: "Nike", label: "Nike", count: 2 },
      { value: "Emma", label: "Emma", count: 1 },
    ]);
    assert.equal(without, 1);
  });

  it("counts hosts, not addresses", () => {
    assert.deepEqual(overviewGroup(cards, "domain").bars, [{ value: "nike.example", label: "nike.example", count: 2 }]);
  });

  it("counts a card once for each of its media types", () => {
    assert.deepEqual(
      overviewGroup(cards, "mediaType").bars.map(({ label, count }) => [label, count]),
      [
        ["Images", 2],
        ["Videos", 2],
      ],
    );
  });

  it("names platforms, also those it does not know", () => {
    assert.equal(overviewLabel({ field: "platform", value: "plat_shortvideo" }), "TikTok");
    assert.equal(overviewLabel({ field: "platform", value: "newnet" }), "newnet");
  });

  it("keeps spans of days in their order", () => {
    const run = (days: number) => card({ metadata: [{ tooltip: "Days running", values: [`${days} days`] }] });
    const { bars } = overviewGroup([400, 3, 8, 9, 31].map(run), "daysRunning");
    assert.deepEqual(
      bars.map(({ label, count }) => [label, count]),
      [
        ["0 to 7 days", 1],
        ["8 to 30 days", 2],
        ["31 to 90 days", 1],
        ["366 days or more", 1],
      ],
    );
  });

  it("filters exactly the cards that a bar counted", () => {
    for (const field of ["advertiser", "domain", "platform", "mediaType", "daysRunning"] as const) {
      for (const { value, count } of overviewGroup(cards, field).bars) {
        assert.equal(cards.filter((one) => matchesOverview(one, { field, value })).length, count, `${field} ${value}`);
      }
    }
  });
});

describe("daysRunning", () => {
  it("reads a stat or a text, whichever the card has", () => {
    assert.equal(daysRunning(card({ stats: [{ tooltip: "Days Running", value: 12 }] })), 12);
    assert.equal(daysRunning(card({ metadata: [{ values: ["Running 1,204 days"] }] })), 1204);
    assert.equal(daysRunning(card({ metadata: [{ tooltip: "Active days", values: ["77"] }] })), 77);
  });

  it("invents nothing", () => {
    assert.equal(daysRunning(card({ stats: [{ tooltip: "Likes", value: 12 }] })), undefined);
    assert.equal(daysRunning(card({ metadata: [{ tooltip: "Regions", values: ["3 dayspas", "us"] }] })), undefined);
  });
});
