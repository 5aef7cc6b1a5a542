import assert from "node:assert/strict";
import fc from "fast-check";
import { prettyJson } from "../../../../src/features/text/readableText";

describe("formatted JSON", () => {
  it("changes only white space", () => {
    const plain = (text: string) =>
      text.replace(/"(?:[^"\\]|\\[^])*"?|\s+/g, (part) => (part.startsWith('"') ? part : ""));
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        assert.equal(plain(prettyJson(text)), plain(text));
      }),
    );
  });

  it("means the same, and is stable when formatted again", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(JSON.parse(prettyJson(text)), JSON.parse(text));
        assert.equal(prettyJson(prettyJson(text)), prettyJson(text));
      }),
    );
  });

  it("keeps long digits, and empty parts on one line", () => {
    const text = '{"id":9007199254740993,"n":1.50e+10,"a":[],"o":{},"l":[1,"a,b:{}"]}';
    const lines = ["{", '  "id": 9007199254740993,', '  "n": 1.50e+10,', '  "a": [],', '  "o": {},'];
    assert.equal(prettyJson(text), [...lines, '  "l": [', "    1,", '    "a,b:{}"', "  ]", "}"].join("\n"));
  });

  it("works at any depth", () => {
    const deep = prettyJson("[".repeat(100_000) + "]".repeat(100_000));
    assert.ok(deep.length < 300_000);
  });
});
