import assert from "node:assert/strict";
import fc from "fast-check";
import { AdLibraryError } from "../../../src/api/errors";
import { prettyJson } from "../../../src/features/prettyJson";
import { queryLabel } from "../../../src/features/queryLabel";
import { requestLine } from "../../../src/features/requestLine";
import { reordered } from "../../../src/views/tree/reordered";

describe("JSON made readable", () => {
  it("keeps every sign outside of white space, whatever the text is", () => {
    const plain = (text: string) =>
      text.replace(/"(?:[^"\\]|\\[^])*"?|\s+/g, (part) => (part.startsWith('"') ? part : ""));
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        assert.equal(plain(prettyJson(text)), plain(text));
      }),
    );
  });

  it("means the same and stays as it is when made readable again", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(JSON.parse(prettyJson(text)), JSON.parse(text));
        assert.equal(prettyJson(prettyJson(text)), prettyJson(text));
      }),
    );
  });

  it("keeps digits that a number cannot hold, and empty parts on one line", () => {
    const text = '{"id":9007199254740993,"n":1.50e+10,"a":[],"o":{},"l":[1,"a,b:{}"]}';
    const lines = ["{", '  "id": 9007199254740993,', '  "n": 1.50e+10,', '  "a": [],', '  "o": {},'];
    assert.equal(prettyJson(text), [...lines, '  "l": [', "    1,", '    "a,b:{}"', "  ]", "}"].join("\n"));
  });

  it("is done with any depth", () => {
    const deep = prettyJson("[".repeat(100_000) + "]".repeat(100_000));
    assert.ok(deep.length < 300_000);
  });
});

describe("a search in a few words", () => {
  it("names texts first, then what was chosen, then the order", () => {
    const query = {
      platform: "native",
      choices: [
        { filter: "advanced_order", value: { kind: "order", by: "newest", direction: "desc" } },
        { filter: "target_age", value: { kind: "range", from: 18, to: 30 } },
        { filter: "days", value: { kind: "range", from: 7 } },
        { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }, { key: '"m"' }] } },
        { filter: "active", value: { kind: "flag", on: true } },
        { filter: "search_field", value: { kind: "texts", texts: [{ type: "text", text: "shoes" }] } },
      ],
    } as const;
    assert.equal(queryLabel(query), "shoes, Target age 18–30, Days ≥ 7, Women, m, Active, Newest ↓");
    assert.equal(queryLabel({ platform: "native", choices: [] }), "");
  });
});

describe("a line of the log", () => {
  const record = {
    method: "POST",
    path: "/v2/ads/native/search",
    attempts: 1,
    ms: 12.6,
    bytes: 9,
    repairs: 0,
  } as const;

  it("tells method, path, status, attempts, time and credits", () => {
    const line = requestLine({ ...record, status: 200, credits: 100 });
    assert.equal(line, "POST /v2/ads/native/search | HTTP 200 | 1 attempt | 13 ms | 9 bytes | 100 credits");
  });

  it("tells how a failed one failed, and what it may have cost at most", () => {
    const failure = new AdLibraryError("rejected", { charge: "unknown", serviceCode: 1009 });
    const line = requestLine({ ...record, attempts: 3, credits: 300, repairs: 2, failure });
    assert.match(line, /\| no answer \| rejected 1009 \| 3 attempts \|.*\| up to 300 credits \| 2 unreadable/);
  });
});

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
