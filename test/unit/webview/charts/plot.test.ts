import assert from "node:assert/strict";
import fc from "fast-check";
import { magnitudesDiffer, plotOfBreakdown, plotOfTimeline, timelineFinding } from "../../../../webview/charts/plot";
import { barFinding, barsOf } from "../../../../webview/charts/bars";
import { seriesColors } from "../../../../webview/charts/seriesColors";
import { tableOfBars, tableOfPlot } from "../../../../webview/charts/table";
import { seriesShape, timelineGeometry } from "../../../../webview/charts/timelineGeometry";
import { evenColumns } from "../../../../webview/detail/parts";

const days = ["2025-05-01", "2025-05-02", "2025-05-03", "2025-05-04"];

function finding(values: readonly (number | undefined)[], dates: readonly string[] = days, label = "Likes"): string {
  const points = values.map((value, index) => ({ date: dates[index] ?? "", values: [value] }));
  return timelineFinding(plotOfTimeline({ metrics: [{ key: "likes", label }], points }));
}

describe("timelineFinding", () => {
  it("names the peak with its day", () => {
    assert.equal(finding([10, 400, 4200, 30]), "Likes peaked at 4.2K on May 3, 2025.");
  });

  it("names the peak with its month if all dates are first days", () => {
    const months = ["2024-11-01", "2024-12-01", "2025-01-01"];
    assert.equal(finding([10, 4200, 30], months), "Likes peaked at 4.2K in December 2024.");
  });

  it("describes a rise or a fall from end to end", () => {
    assert.equal(finding([1, 2, 1.5, 9]), "Likes rose from 1 to 9 between May 1, 2025 and May 4, 2025.");
    assert.equal(finding([9, 2, 2.5, 1]), "Likes fell from 9 to 1 between May 1, 2025 and May 4, 2025.");
  });

  it("says that nothing changed, or that there is one value or none", () => {
    assert.equal(finding([7, 7, 7, 7]), "Likes stayed at 7.");
    assert.equal(finding([1849, 1811], days), "Likes stayed at 1.8K.");
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

  it("keeps the order of points if a date is unreadable, and quotes it", () => {
    assert.equal(finding([1, 9, 2], ["2025-05-09", "someday", "2025-05-01"]), "Likes peaked at 9 (someday).");
  });

  it("describes the two largest metrics", () => {
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

const dated = (values: readonly (number | undefined)[], first = "2025-01-01") =>
  plotOfTimeline({
    metrics: [{ key: "m", label: "M" }],
    points: values.map((value, index) => ({
      date: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
      values: [value],
    })),
  });

describe("timelineGeometry", () => {
  it("stays inside the drawing for any values and widths", () => {
    const value = fc.option(fc.double({ noNaN: false }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), fc.integer({ min: 1, max: 2000 }), (values, width) => {
        const plot = dated(values);
        const geometry = timelineGeometry(plot, width, 200);
        for (const [index, shown] of (plot.series[0]?.values ?? []).entries()) {
          if (shown === undefined) continue;
          const [x, y] = [geometry.x(index), geometry.y(shown)];
          assert.ok(x >= geometry.left - 0.01 && x <= geometry.right + 0.01, `x ${x}`);
          assert.ok(y >= geometry.top - 0.01 && y <= geometry.bottom + 0.01, `y ${y} of ${shown}`);
        }
        for (const series of plot.series) assert.doesNotMatch(seriesShape(series, geometry).line, /NaN|Infinity/);
      }),
    );
  });

  it("draws the smallest and the largest doubles", () => {
    for (const values of [
      [5e-324, -5e-324],
      [1e-300, 2e-300],
      [1.7e308, -1.7e308],
      [5e-324, 1.7e308],
    ]) {
      const { yTicks } = timelineGeometry(dated(values), 400, 200);
      assert.ok(yTicks.length > 0 && yTicks.every(({ at }) => Number.isFinite(at)), values.join(" "));
    }
  });

  it("keeps date ticks apart, whatever the count of points", () => {
    for (const count of [2, 7, 30, 365, 1000]) {
      for (const width of [300, 700, 1200]) {
        const ticks = timelineGeometry(dated(Array.from({ length: count }, (_, i) => i)), width, 200).xTicks;
        assert.ok(ticks.length >= 1 && ticks.length <= width / 60, `${ticks.length} ticks of ${count} on ${width}`);
        const gaps = ticks.slice(1).map(({ at }, index) => at - (ticks[index]?.at ?? 0));
        assert.ok(
          gaps.every((gap) => gap > 45),
          `${count} on ${width}: ${gaps.join(" ")}`,
        );
      }
    }
  });

  it("thins out and clips other labels", () => {
    const points = Array.from({ length: 1000 }, (_, index) => ({
      date: `${index} ${"W".repeat(500)}`,
      values: [index],
    }));
    const { xTicks } = timelineGeometry(plotOfTimeline({ metrics: [{ key: "m", label: "M" }], points }), 600, 200);
    assert.ok(xTicks.length <= 7);
    assert.ok(xTicks.every(({ text }) => text.length <= 14));
  });

  it("includes zero, even if all values are negative, and uses whole ticks for whole numbers", () => {
    const ticks = (values: number[]) => timelineGeometry(dated(values), 400, 200).yTicks.map(({ text }) => text);
    assert.ok(ticks([-5, -9]).includes("0"));
    assert.deepEqual(ticks([0, 1]), ["0", "1"]);
    assert.deepEqual(ticks([0, 0]), ["0", "1"]);
  });

  it("finds the nearest moment, draws gaps, and shows isolated values as dots", () => {
    const plot = dated([1, 2, undefined, 4, undefined]);
    const geometry = timelineGeometry(plot, 400, 200);
    assert.equal(geometry.nearest(geometry.left), 0);
    assert.equal(geometry.nearest(geometry.x(3) + 2), 3);
    const shape = seriesShape(plot.series[0]!, geometry);
    assert.equal(shape.line.match(/M/g)?.length, 2);
    assert.deepEqual(shape.dots, [{ x: geometry.x(3), y: geometry.y(4) }]);
  });

  it("centers a single moment", () => {
    const geometry = timelineGeometry(dated([5]), 400, 200);
    assert.equal(geometry.x(0), (geometry.left + geometry.right) / 2);
    assert.equal(geometry.xTicks.length, 1);
  });
});

describe("the colors of series", () => {
  it("stay with a metric in every chart", () => {
    const [likes] = seriesColors(["Likes"]);
    assert.equal(seriesColors(["Views", "Comments", "Likes"])[2], likes);
    assert.equal(seriesColors(["Likes", "Other", "Shares"])[0], likes);
    assert.deepEqual(seriesColors(["Mobile", "Desktop", "Tablet"]), [0, 1, 2]);
  });

  it("are different for up to eight series", () => {
    const labels = fc.uniqueArray(fc.oneof(fc.constantFrom("Likes", "Hearts", "Views", "Saves"), fc.string()), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(labels, (some) => {
        assert.equal(new Set(seriesColors(some)).size, some.length);
      }),
    );
  });
});

describe("series that one scale cannot show together", () => {
  const series = (...values: number[]) => ({ label: "", values });
  it("are those that differ by a factor of 100", () => {
    assert.equal(magnitudesDiffer([series(1, 9), series(0, 900)]), true);
    assert.equal(magnitudesDiffer([series(1, 9), series(0, 899)]), false);
    assert.equal(magnitudesDiffer([series(0, 0), series(0, 900)]), false);
  });
});

describe("facts side by side", () => {
  it("fill rows evenly", () => {
    assert.deepEqual(
      [evenColumns(7, 800), evenColumns(7, 540), evenColumns(6, 540), evenColumns(3, 100)],
      [4, 4, 3, 1],
    );
  });
});

describe("table twins", () => {
  const barsWith = (values: Record<string, number | string>) =>
    barsOf(Object.entries(values).map(([label, value]) => ({ label, value })));

  it("has one row for each moment and leaves gaps empty", () => {
    const plot = plotOfTimeline({
      metrics: [
        { key: "likes", label: "Likes" },
        { key: "views", label: "" },
      ],
      points: [
        { date: "2025-02-01", values: [2, undefined] },
        { date: "2025-01-01", values: [1, 5] },
      ],
    });
    const table = tableOfPlot(plot);
    assert.deepEqual(table.head, ["Month", "Likes", "views"]);
    assert.deepEqual(table.rows, [
      ["2025-01", 1, 5],
      ["2025-02", 2, undefined],
    ]);
  });

  it("shows what was sent in place of a number, without shares of a whole that nobody knows", () => {
    const plot = plotOfTimeline({
      metrics: [{ key: "likes", label: "Likes" }],
      points: [
        { date: "2025-01-01", values: ["“1,234”"] },
        { date: "2025-02-01", values: [undefined] },
      ],
    });
    assert.deepEqual(tableOfPlot(plot).rows, [
      ["2025-01", "“1,234”"],
      ["2025-02", undefined],
    ]);
    assert.equal(timelineFinding(plot), "No value can be read. The table shows what was sent.");
    const bars = barsWith({ A: "“45%”", B: 2 });
    assert.deepEqual(tableOfBars(bars, ["L", "V"]).rows, [
      ["A", "“45%”"],
      ["B", 2],
    ]);
    assert.equal(barFinding(bars.slice(0, 1)), "No value can be read. The table shows what was sent.");
  });

  it("adds shares to counts, not to percentages", () => {
    const bars = barsWith({ A: 1, B: 2 });
    assert.deepEqual(tableOfBars(bars, ["L", "V"]).rows, [
      ["A", 1, 33.3],
      ["B", 2, 66.7],
    ]);
    assert.deepEqual(tableOfBars(bars, ["L", "V"], "percentage").head, ["L", "V"]);
    assert.deepEqual(tableOfBars(bars, ["L", "V"], undefined, 4).rows[0], ["A", 1, 25]);
  });
});
