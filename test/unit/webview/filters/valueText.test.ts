import assert from "node:assert/strict";
import type { Filter } from "../../../../src/protocol/filters";
import { onlyExcludes, valueText } from "../../../../webview/filters/valueText";

const filter: Filter = {
  key: "f",
  component: "StringMulti",
  componentName: "StringMulti",
  items: [{ key: '"newest"', label: "Newest" }],
  defaults: [],
};

describe("what is chosen, in few words", () => {
  it("names items by the form's label, their own, or their key made readable", () => {
    const items = [{ key: '"newest"' }, { key: "7", label: "Seven" }, { key: '"raw"' }];
    assert.equal(valueText(filter, { kind: "items", items }), "Newest, Seven +1");
    assert.equal(valueText(filter, { kind: "items", items: items.slice(2) }), "Raw");
  });

  it("says open ends of ranges", () => {
    assert.equal(valueText(filter, { kind: "range", from: 3 }), "from 3");
    assert.equal(valueText(filter, { kind: "range", to: 9 }), "up to 9");
    assert.equal(valueText(filter, { kind: "dates", from: "2026-01-01", to: "2026-02-01" }), "2026-01-01 – 2026-02-01");
  });

  it("says the order with its direction", () => {
    assert.equal(valueText(filter, { kind: "order", by: "newest", direction: "asc" }), "Newest ↑");
  });

  it("leaves texts as they are, patterns and all", () => {
    const texts = [{ type: "text", text: "$& ${x} {0}" }];
    assert.equal(valueText(filter, { kind: "texts", texts }), "“$& ${x} {0}”");
  });

  it("says where a text is looked for, and tells an exclusion from a search", () => {
    const items = [
      { key: '"text"', label: "Ad text" },
      { key: '"url"' },
      { key: '"without_owner"', label: "Advertiser" },
    ];
    const box: Filter = { ...filter, items };
    const texts = (...types: string[]) =>
      ({ kind: "texts", texts: types.map((type) => ({ type, text: "a" })) }) as const;
    assert.equal(valueText(box, texts("text")), "“a”");
    assert.equal(valueText(box, texts("url")), "URL: “a”");
    assert.equal(valueText(box, texts("without_owner")), "Advertiser: not “a”");
    assert.equal(valueText(box, texts("without_words")), "not “a”");
    assert.deepEqual([texts("without_owner"), texts("text", "without_owner"), texts()].map(onlyExcludes), [
      true,
      false,
      false,
    ]);
  });
});
