import assert from "node:assert/strict";
import fc from "fast-check";
import { timeAgo } from "../../../../src/features/text";
import { prettyJson } from "../../../../src/protocol/exactJson";

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

describe("How long ago a time was", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const ago = (iso: string, language = "en") => timeAgo(iso, { language, justNow: "a moment ago" }, now);

  it("uses the largest whole unit", () => {
    const times = ["2026-11-20T11:59:00Z", "2026-11-20T09:30:00Z", "2026-11-19T11:00:00Z", "2026-11-05T12:00:00Z"];
    const words = ["1 minute ago", "2 hours ago", "yesterday", "2 weeks ago"];
    assert.deepEqual(
      times.map((time) => ago(time)),
      words,
    );
    assert.deepEqual([ago("2026-09-01T00:00:00Z"), ago("2023-01-01T00:00:00Z")], ["2 months ago", "3 years ago"]);
    assert.equal(ago("2026-11-20T09:30:00Z", "de"), "vor 2 Stunden");
  });

  it("is a moment ago below a minute, and for a clock that runs ahead", () => {
    for (const time of ["2026-11-20T11:59:01Z", "2026-11-20T12:30:00Z"]) assert.equal(ago(time), "a moment ago");
  });
});
