import assert from "node:assert/strict";
import { plotOfBreakdown, plotOfTimeline } from "../../../../webview/charts/plot";
import { timelineFinding } from "../../../../webview/charts/timelineFinding";

const days = ["2025-05-01", "2025-05-02", "2025-05-03", "2025-05-04"];

function finding(values: readonly (number | undefined)[], dates: readonly string[] = days, label = "Likes"): string {
  const points = values.map((value, index) => ({ date: dates[index] ?? "", values: [value] }));
  return timelineFinding(plotOfTimeline({ metrics: [{ key: "likes", label }], points }));
}

describe("timelineFinding", () => {
  it("names the peak with its day", () => {
    assert.equal(finding([10, 400, 4200, 30]), "Likes peaked at 4.2K on May 3, 2025.");
  });

  it("names the peak with its month where every date is the first of one", () => {
    const months = ["2024-11-01", "2024-12-01", "2025-01-01"];
    assert.equal(finding([10, 4200, 30], months), "Likes peaked at 4.2K in December 2024.");
  });

  it("tells a rise and a fall from end to end", () => {
    assert.equal(finding([1, 2, 1.5, 9]), "Likes rose from 1 to 9 between May 1, 2025 and May 4, 2025.");
    assert.equal(finding([9, 2, 2.5, 1]), "Likes fell from 9 to 1 between May 1, 2025 and May 4, 2025.");
  });

  it("says that nothing moved, that there is one value, or none", () => {
    assert.equal(finding([7, 7, 7, 7]), "Likes stayed at 7.");
    assert.equal(finding([undefined, 7]), "Likes: 7 (May 2, 2025).");
    assert.equal(finding([]), "No values.");
    assert.equal(finding([undefined, Number.NaN]), "No values.");
  });

  it("sorts by date and skips gaps", () => {
    assert.equal(
      finding([4, undefined, 1], ["2025-05-09", "2025-05-01", "2025-05-02"]),
      "Likes rose from 1 to 4 between May 2, 2025 and May 9, 2025.",
    );
  });

  it("keeps points in their order where a date is unreadable, and quotes it", () => {
    assert.equal(finding([1, 9, 2], ["2025-05-09", "someday", "2025-05-01"]), "Likes peaked at 9 (someday).");
  });

  it("speaks of the two largest metrics", () => {
    const plot = plotOfTimeline({
      metrics: ["A", "B", "C"].map((label) => ({ key: label, label })),
      points: [
        { date: "2025-05-01", values: [1, 100, 10] },
        { date: "2025-05-02", values: [2, 300, 40] },
        { date: "2025-05-03", values: [1, 200, 20] },
      ],
    });
    assert.equal(timelineFinding(plot), "B peaked at 300 on May 2, 2025. C peaked at 40 on May 2, 2025.");
  });

  it("writes percentages as such", () => {
    const points = [3, 12.5, 4].map((value, index) => ({ label: "", key: days[index] ?? "", value }));
    const plot = plotOfBreakdown({ unit: "percentage", points }, "Growth");
    assert.equal(timelineFinding(plot), "Growth peaked at 12.5% on May 2, 2025.");
  });

  it("clips hostile labels and isolates those written from right to left", () => {
    assert.ok(finding([1, 2, 1], days, "W".repeat(200_000)).length < 120);
    assert.match(finding([7, 7], days, "\u202Eإعجاب"), /^\u2068\uFFFDإعجاب\u2069 stayed at 7\.$/);
    assert.equal(finding([7, 7], days, "a{0}$&{1}"), "a{0}$&{1} stayed at 7.");
  });
});
