import assert from "node:assert/strict";
import { barFinding } from "../../../../webview/charts/barFinding";
import { barsOf } from "../../../../webview/charts/shares";

const bars = (values: Record<string, number>) =>
  barsOf(Object.entries(values).map(([label, value]) => ({ label, value })));

describe("barFinding", () => {
  it("says which part of the whole leads", () => {
    assert.equal(barFinding(bars({ Shares: 10, Likes: 61, Comments: 29 })), "Likes: 61% of the total (61).");
  });

  it("compares percentages with the next, since they are shares already", () => {
    const text = barFinding(bars({ Desktop: 21.9, Mobile: 71.4 }), "percentage");
    assert.equal(text, "Mobile leads with 71.4%, ahead of Desktop with 21.9%.");
  });

  it("names ties", () => {
    assert.equal(barFinding(bars({ A: 5, B: 5 })), "All 2 are at 5.");
    assert.equal(barFinding(bars({ A: 5, B: 5, C: 1 })), "A and B lead with 5 each.");
    assert.equal(barFinding(bars({ A: 0, B: 0 })), "All 2 are at 0.");
  });

  it("claims no share where values are negative", () => {
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
