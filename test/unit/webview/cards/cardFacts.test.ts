import assert from "node:assert/strict";
import fc from "fast-check";
import type { AdCard } from "../../../../src/protocol/ads";
import { cardMetrics } from "../../../../webview/cards/metrics";
import { cardRemarks } from "../../../../webview/cards/remarks";

const card = (more: Partial<AdCard>): AdCard => ({
  ...{ key: "1", platformName: "native", attachments: [], stats: [], metadata: [], repairs: 0 },
  ...more,
});
const stats = ["Shares", "Quality", "Comments", "Likes", "Views", "Impressions"].map((tooltip, value) => ({
  tooltip,
  value,
}));

describe("the numbers of a card", () => {
  it("come in one order, whatever order the service sent, the website's traffic last", () => {
    const names = ["Impressions", "Views", "Likes", "Comments", "Shares", "Quality", "Monthly traffic"];
    fc.assert(
      fc.property(fc.shuffledSubarray(stats, { minLength: stats.length }), (shuffled) => {
        const metrics = cardMetrics(card({ stats: shuffled, monthlyTraffic: 5 }));
        assert.deepEqual(
          metrics.map(({ name }) => name),
          names,
        );
      }),
    );
  });

  it("are named by their icon where the service has no words, and keep every digit in the tooltip", () => {
    const [metric] = cardMetrics(card({ stats: [{ icon: "up_vote", value: "9007199254740995" }] }));
    assert.deepEqual(metric, { name: "Up vote", value: "9007199254740995", title: "Up vote: 9,007,199,254,740,995" });
  });
});

describe("the remarks of a card", () => {
  const remark = (tooltip: string | undefined, ...values: string[]) =>
    cardRemarks(card({ metadata: [{ ...(tooltip !== undefined && { tooltip }), values }] }))[0];

  it("have a name unless they explain themselves", () => {
    assert.deepEqual(remark("Score", "99.4"), { name: "Score", text: "99.4", title: "Score: 99.4" });
    assert.deepEqual(remark("is_shop", "true"), { text: "Is shop", title: "Is shop: true" });
    assert.deepEqual(remark("is_shop", "false"), { name: "Is shop", text: "no", title: "Is shop: false" });
    assert.deepEqual(remark(undefined, "Sponsored"), { text: "Sponsored", title: "Sponsored" });
  });

  it("name countries and languages, with the codes in the tooltip", () => {
    assert.deepEqual(remark("Regions", "fr", "il"), {
      text: "France, Israel",
      title: "Regions: France (FR), Israel (IL)",
    });
    assert.equal(remark("Regions", "us", "de", "fr", "Atlantis")?.text, "United States, Germany +2");
    assert.equal(remark("Language", "fr")?.text, "French");
  });

  it("count days as people do", () => {
    assert.equal(remark("Days running", "1 days")?.text, "Running for 1 day");
    assert.equal(remark("Days running", "12")?.text, "Running for 12 days");
    assert.deepEqual(remark("Days until it ends", "3"), {
      ...{ name: "Days until it ends", text: "3 days", title: "Days until it ends: 3" },
    });
    assert.equal(remark("Days running", "99999999999 days")?.text, "99999999999 days");
  });

  it("come in one order: whether it runs, where, in which language, for how long, the others by name", () => {
    const metadata = [
      { tooltip: "Placements", values: ["Feed"] },
      { tooltip: "Days running", values: ["2 days"] },
      { tooltip: "Languages", values: ["fr"] },
      { tooltip: "Estimated impression", values: ["1K-5K"] },
      { tooltip: "Regions", values: ["fr"] },
    ];
    assert.deepEqual(
      cardRemarks(card({ active: false, metadata })).map(({ name, text }) => name ?? text),
      ["Inactive", "France", "French", "Running for 2 days", "Estimated impression", "Placements"],
    );
  });
});
