import assert from "node:assert/strict";
import type { AdSighting } from "../../../../src/protocol/ads";
import { tableOfPlot } from "../../../../webview/charts/table";
import { historyFindings } from "../../../../webview/detail/historyFindings";

const seen = (
  fetchedAt: string,
  stats: Readonly<Record<string, number>>,
  from: "card" | "detail" = "card",
): AdSighting => ({
  ...{ fetchedAt, from },
  stats: Object.entries(stats).map(([name, value]) => ({ name, value })),
});

describe("an ad's history", () => {
  it("draws what moved over all times at which it was seen, with a gap where a number was not provided", () => {
    const { moved, same } = historyFindings([
      seen("2026-11-01T10:00:00Z", { Likes: 10, Shares: 3, Comments: 5 }),
      seen("2026-11-02T10:00:00Z", { impressions: 900 }, "detail"),
      seen("2026-11-03T10:00:00Z", { Shares: 3 }),
      seen("2026-11-09T10:00:00Z", { Likes: 40, Shares: 3 }),
    ]);
    assert.equal(moved.length, 1);
    assert.deepEqual(moved[0]!.plot.series, [{ label: "Likes", values: [10, undefined, 40] }]);
    assert.deepEqual(same, ["Shares"]);
    assert.deepEqual(tableOfPlot(moved[0]!.plot).rows, [
      ["2026-11-01", 10],
      ["2026-11-03", undefined],
      ["2026-11-09", 40],
    ]);
  });

  it("tells two times of one day apart in the table, and details beside cards", () => {
    const { moved } = historyFindings([
      seen("2026-11-01T10:00:00Z", { impressions: 1 }, "detail"),
      seen("2026-11-01T12:00:00Z", { Likes: 1 }),
      seen("2026-11-01T13:00:00Z", { Likes: 2 }),
      seen("2026-11-01T14:00:00Z", { impressions: 2 }, "detail"),
    ]);
    assert.deepEqual(
      moved.map(({ from }) => from),
      ["card", "detail"],
    );
    const times = tableOfPlot(moved[0]!.plot).rows.map(([time]) => time);
    assert.equal(new Set(times).size, 2);
  });
});
