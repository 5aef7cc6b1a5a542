import assert from "node:assert/strict";
import { idsAfterDrop } from "../../../../src/views/tree/searchNodes";

describe("dragged rows", () => {
  const ids = ["a", "b", "c", "d"];

  it("take the place of the row they are dropped on", () => {
    assert.deepEqual(idsAfterDrop(ids, ["a"], "c"), ["b", "c", "a", "d"]);
    assert.deepEqual(idsAfterDrop(ids, ["d"], "b"), ["a", "d", "b", "c"]);
    assert.deepEqual(idsAfterDrop(ids, ["a", "d"], "b"), ["b", "a", "d", "c"]);
    assert.deepEqual(idsAfterDrop(ids, ["b"], undefined), ["a", "c", "d", "b"]);
    assert.deepEqual(idsAfterDrop(ids, ["b"], "b"), ids);
  });
});
