import assert from "node:assert/strict";
import {
  countValue,
  formatCompact,
  formatCount,
  formatNumber,
  formatShare,
  isPercentage,
} from "../../../../webview/charts/numbers";

describe("numbers", () => {
  it("writes counts beyond 2^53 with every digit", () => {
    assert.equal(formatCount("9007199254740993"), "9,007,199,254,740,993");
    assert.equal(formatCount("-18446744073709551616"), "-18,446,744,073,709,551,616");
    assert.equal(formatCount(1284530), "1,284,530");
    assert.equal(formatCount(undefined), "-");
  });

  it("shows what is no integer as it came, clipped", () => {
    assert.equal(formatCount("many"), "many");
    assert.ok(formatCount("1".repeat(200_000)).length <= 41);
  });

  it("writes units, absent and absurd values", () => {
    assert.equal(formatNumber(71.44, "percentage"), "71.4%");
    assert.equal(formatNumber(1234.567, "number"), "1,234.57");
    for (const value of [undefined, Number.NaN, Infinity]) {
      assert.equal(formatNumber(value), "-");
      assert.equal(formatCompact(value), "-");
    }
    assert.equal(formatCompact(4200), "4.2K");
    assert.equal(formatCompact(1e308), "1E308");
    assert.equal(formatNumber(-1e300, "percentage"), "-1E300");
  });

  it("rounds shares without calling something nothing, or nearly everything all", () => {
    assert.equal(formatShare(0.614), "61%");
    assert.equal(formatShare(0), "0%");
    assert.equal(formatShare(0.0001), "< 1%");
    assert.equal(formatShare(0.99), "99%");
    assert.equal(formatShare(0.9999), "> 99%");
    assert.equal(formatShare(1), "100%");
  });

  it("knows percentages by the words services use", () => {
    assert.deepEqual(["percentage", "Percent", "%", "number", undefined].map(isPercentage), [
      ...[true, true, true, false, false],
    ]);
  });

  it("reads counts as doubles for drawing", () => {
    assert.equal(countValue("9007199254740993"), 9007199254740992);
    assert.equal(countValue("x"), undefined);
    assert.equal(countValue(""), undefined);
    assert.equal(countValue(0), 0);
  });
});
