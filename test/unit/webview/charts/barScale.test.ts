import assert from "node:assert/strict";
import fc from "fast-check";
import { barScale } from "../../../../webview/charts/barScale";
import { barsOf, inReadingOrder, wholeOf } from "../../../../webview/charts/shares";
import { steppedIndex } from "../../../../webview/charts/steppedIndex";

describe("bars", () => {
  it("stay between 0 and 100 per cent for any values", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 30 }), (values) => {
        const bars = barsOf(values.map((value, index) => ({ label: `L${index}`, value })));
        const scale = barScale(bars);
        for (const { value } of bars) {
          if (value === undefined) continue;
          const { from, width } = scale.span(value);
          assert.ok(from >= -0.01 && width >= 0 && from + width <= 100.01, `${value}: ${from} + ${width}`);
        }
      }),
    );
  });

  it("run to the left of zero where negative", () => {
    const { zero, span } = barScale(
      barsOf([
        { label: "a", value: -10 },
        { label: "b", value: 10 },
      ]),
    );
    assert.equal(zero, 50);
    assert.deepEqual(span(-10), { from: 0, width: 50 });
    assert.deepEqual(span(10), { from: 50, width: 50 });
  });

  it("are read largest first, but ages keep their order", () => {
    const labels = (values: [string, number][]) =>
      inReadingOrder(barsOf(values.map(([label, value]) => ({ label, value })))).map(({ label }) => label);
    assert.deepEqual(
      labels([
        ["a", 1],
        ["b", Number.NaN],
        ["c", 3],
      ]),
      ["c", "a", "b"],
    );
    assert.deepEqual(
      labels([
        ["18-24", 1],
        ["25-34", 9],
        ["65+", 3],
      ]),
      ["18-24", "25-34", "65+"],
    );
  });

  it("make a whole only of values that are parts", () => {
    assert.equal(
      wholeOf(
        barsOf([
          { label: "a", value: 1 },
          { label: "b", value: 2 },
        ]),
      ),
      3,
    );
    assert.equal(
      wholeOf(
        barsOf([
          { label: "a", value: -1 },
          { label: "b", value: 2 },
        ]),
      ),
      undefined,
    );
    assert.equal(
      wholeOf(
        barsOf([
          { label: "a", value: 1e308 },
          { label: "b", value: 1e308 },
        ]),
      ),
      undefined,
    );
    assert.equal(wholeOf([]), undefined);
  });
});

describe("steppedIndex", () => {
  it("moves by arrows, pages and ends, and stops at both", () => {
    const from = (key: string) => steppedIndex(key, 50, 100);
    assert.deepEqual(["ArrowRight", "ArrowUp", "PageDown", "PageUp", "Home", "End"].map(from), [51, 49, 60, 40, 0, 99]);
    assert.equal(steppedIndex("ArrowLeft", 0, 3), 0);
    assert.equal(steppedIndex("ArrowRight", 2, 3), 2);
  });

  it("leaves other keys and empty rows alone", () => {
    assert.equal(steppedIndex("a", 0, 3), undefined);
    assert.equal(steppedIndex("toString", 0, 3), undefined);
    assert.equal(steppedIndex("End", 0, 0), undefined);
  });
});
