import assert from "node:assert/strict";
import fc from "fast-check";
import { magnitudesDiffer } from "../../../../webview/charts/plot";
import { seriesColors } from "../../../../webview/charts/seriesColors";
import { evenColumns } from "../../../../webview/detail/FactTiles";

describe("the colors of series", () => {
  it("stay with a metric in every chart, whatever stands beside it", () => {
    const [likes] = seriesColors(["Likes"]);
    assert.equal(seriesColors(["Views", "Comments", "Likes"])[2], likes);
    assert.equal(seriesColors(["Likes", "Other", "Shares"])[0], likes);
    assert.deepEqual(seriesColors(["Mobile", "Desktop", "Tablet"]), [0, 1, 2]);
  });

  it("are never the same twice among eight", () => {
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
  it("are those of which one is 100 times as large", () => {
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
