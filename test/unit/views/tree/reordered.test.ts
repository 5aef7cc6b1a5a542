import assert from "node:assert/strict";
import { reordered } from "../../../../src/views/tree/reordered";

describe("rows that are dragged", () => {
  const ids = ["a", "b", "c", "d"];

  it("take the place of the row that they are dropped on", () => {
    assert.deepEqual(reordered(ids, ["a"], "c"), ["b", "c", "a", "d"]);
    assert.deepEqual(reordered(ids, ["d"], "b"), ["a", "d", "b", "c"]);
    assert.deepEqual(reordered(ids, ["a", "d"], "b"), ["b", "a", "d", "c"]);
    assert.deepEqual(reordered(ids, ["b"], undefined), ["a", "c", "d", "b"]);
    assert.deepEqual(reordered(ids, ["b"], "b"), ids);
  });
});
