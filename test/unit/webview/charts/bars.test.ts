import assert from "node:assert/strict";
import fc from "fast-check";
import { barFinding, barScale, barsOf, inReadingOrder, wholeOf } from "../../../../webview/charts/bars";
import { steppedIndex } from "../../../../webview/charts/useRovingFocus";

const bars = (values: Record<string, number>) =>
  barsOf(Object.entries(values).map(([label, value]) => ({ label, value })));

describe("barFinding", () => {
  it("names the leading part of the whole", () => {
    assert.equal(barFinding(bars({ Shares: 10, Likes: 61, Comments: 29 })), "Likes: 61% of the total (61).");
  });

  it("compares percentages with the next one", () => {
    const text = barFinding(bars({ Desktop: 21.9, Mobile: 71.4 }), "percentage");
    assert.equal(text, "Mobile leads with 71.4%, ahead of Desktop with 21.9%.");
  });

  it("names ties", () => {
    assert.equal(barFinding(bars({ A: 5, B: 5 })), "All 2 are at 5.");
    assert.equal(barFinding(bars({ A: 5, B: 5, C: 1 })), "A and B lead with 5 each.");
    assert.equal(barFinding(bars({ A: 0, B: 0 })), "All 2 are at 0.");
  });

  it("claims no share if values are negative", () => {
    assert.equal(barFinding(bars({ A: -5, B: 7, C: 1 })), "B is highest with 7; A is lowest with -5.");
  });

  it("handles one value and none", () => {
    assert.equal(barFinding(bars({ A: 4200 })), "Only A: 4.2K.");
    assert.equal(barFinding([]), "No values.");
    assert.equal(barFinding(bars({ A: Number.NaN, B: Infinity })), "No values.");
  });

  it("keeps a tiny share from looking like nothing", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`L${index}`, 1]));
    assert.match(barFinding(bars({ ...many, Top: 2 })), /^Top: < 1% of the total \(2\)\.$/);
  });
});

describe("bars", () => {
  it("stay between 0 and 100 per cent for any values", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 30 }), (values) => {
        const all = barsOf(values.map((value, index) => ({ label: `L${index}`, value })));
        const scale = barScale(all);
        for (const { value } of all) {
          if (value === undefined) continue;
          const { from, width } = scale.span(value);
          assert.ok(from >= -0.01 && width >= 0 && from + width <= 100.01, `${value}: ${from} + ${width}`);
        }
      }),
    );
  });

  it("run to the left of zero where negative", () => {
    const { zero, span } = barScale(bars({ a: -10, b: 10 }));
    assert.equal(zero, 50);
    assert.deepEqual(span(-10), { from: 0, width: 50 });
    assert.deepEqual(span(10), { from: 50, width: 50 });
  });

  it("are read largest first, but ages keep their order", () => {
    const labels = (values: Record<string, number>) => inReadingOrder(bars(values)).map(({ label }) => label);
    assert.deepEqual(labels({ a: 1, b: Number.NaN, c: 3 }), ["c", "a", "b"]);
    assert.deepEqual(labels({ "18-24": 1, "25-34": 9, "65+": 3 }), ["18-24", "25-34", "65+"]);
  });

  it("make a whole only of values that are parts", () => {
    const whole = (values: Record<string, number>) => wholeOf(bars(values));
    assert.equal(whole({ a: 1, b: 2 }), 3);
    assert.deepEqual(
      [whole({ a: -1, b: 2 }), whole({ a: 1e308, b: 1e308 }), whole({})],
      [undefined, undefined, undefined],
    );
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
