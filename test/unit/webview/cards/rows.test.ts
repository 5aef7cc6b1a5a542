import assert from "node:assert/strict";
import { columnsFor, gridRows } from "../../../../webview/cards/rows";
import { resultsOf } from "../../../../webview/state/results";
import { anyQuery, pageWith } from "../../../support/panelStart";

const pages = [pageWith(1, [0, 1, 2]), pageWith(2, []), pageWith(3, [3, 4])];
const { ads } = resultsOf(anyQuery, pages);
const shape = (columns: number, marked = pages) =>
  gridRows(ads, columns, marked).map((row) => (row.kind === "mark" ? `page ${row.page.page}` : row.ads.length));

describe("rows of the grid", () => {
  it("begin anew below the mark of each page that has ads", () => {
    assert.deepEqual(shape(2), [2, 1, "page 3", 2]);
    assert.deepEqual(shape(5), [3, "page 3", 2]);
  });

  it("run on without marks", () => {
    assert.deepEqual(shape(2, []), [2, 2, 1]);
  });

  it("hold at least one card however narrow the place is", () => {
    assert.equal(columnsFor(0, 12), 1);
    assert.equal(columnsFor(320, 12), 1);
    assert.equal(columnsFor(492, 12), 2);
    assert.equal(columnsFor(3000, 12), 11);
  });
});
