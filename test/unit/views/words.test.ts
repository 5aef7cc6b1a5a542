import assert from "node:assert/strict";
import { noIcons } from "../../../src/views/words";

describe("A foreign text in a list", () => {
  it("has no icon, however it is written, and no direction mark, and keeps its words apart", () => {
    for (const text of ["$(sync)", "$$(sync)", "$\u202e(sync)", "$\t\u200e$(sync)"])
      assert.doesNotMatch(noIcons(text), /\$\(/, JSON.stringify(text));
    assert.equal(noIcons("a\tb\u2028c\nd\u202e"), "a b c\nd");
    assert.equal(noIcons("💁\u200d♀️ costs $5"), "💁\u200d♀️ costs $5");
  });
});
