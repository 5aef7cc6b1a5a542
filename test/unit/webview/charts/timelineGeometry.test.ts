import assert from "node:assert/strict";
import fc from "fast-check";
import { plotOfTimeline } from "../../../../webview/charts/plot";
import { seriesShape, timelineGeometry } from "../../../../webview/charts/timelineGeometry";

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

  it("thins out and clips labels that are no dates", () => {
    const points = Array.from({ length: 1000 }, (_, index) => ({
      date: `${index} ${"W".repeat(500)}`,
      values: [index],
    }));
    const { xTicks } = timelineGeometry(plotOfTimeline({ metrics: [{ key: "m", label: "M" }], points }), 600, 200);
    assert.ok(xTicks.length <= 7);
    assert.ok(xTicks.every(({ text }) => text.length <= 14));
  });

  it("puts zero on the axis, also when all is negative, and whole ticks on whole numbers", () => {
    const ticks = (values: number[]) => timelineGeometry(dated(values), 400, 200).yTicks.map(({ text }) => text);
    assert.ok(ticks([-5, -9]).includes("0"));
    assert.deepEqual(ticks([0, 1]), ["0", "1"]);
    assert.deepEqual(ticks([0, 0]), ["0", "1"]);
  });

  it("finds the nearest moment, draws gaps, and shows lonely values as dots", () => {
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
