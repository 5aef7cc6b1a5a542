import * as l10n from "@vscode/l10n";
import assert from "node:assert/strict";
import type { Filter } from "../../../src/protocol/filters";
import { matching, optionAfterKey } from "../../../webview/controls/picker/usePicking";
import { onlyExcludes, valueText } from "../../../webview/filters/filterTexts";
import { codeKind } from "../../../src/protocol/adTraits";
import { namedCode } from "../../../webview/charts/codeNames";
import { daysText, plural } from "../../../webview/words/phrases";

const filter: Filter = {
  key: "f",
  component: "StringMulti",
  componentName: "StringMulti",
  items: [{ key: '"newest"', label: "Newest" }],
  defaults: [],
};

describe("the short text of a choice", () => {
  it("names items by the form's label, their own label, or a readable key", () => {
    const items = [{ key: '"newest"' }, { key: "7", label: "Seven" }, { key: '"raw"' }];
    assert.equal(valueText(filter, { kind: "items", items }), "Newest, Seven +1");
    assert.equal(valueText(filter, { kind: "items", items: items.slice(2) }), "Raw");
  });

  it("writes open ranges", () => {
    assert.equal(valueText(filter, { kind: "range", from: 3 }), "from 3");
    assert.equal(valueText(filter, { kind: "range", to: 9 }), "up to 9");
    assert.equal(valueText(filter, { kind: "dates", from: "2026-01-01", to: "2026-02-01" }), "2026-01-01 – 2026-02-01");
  });

  it("writes the sort with its direction", () => {
    assert.equal(valueText(filter, { kind: "order", by: "newest", direction: "asc" }), "Newest ↑");
  });

  it("leaves patterns in texts unchanged", () => {
    const texts = [{ type: "text", text: "$& ${x} {0}" }];
    assert.equal(valueText(filter, { kind: "texts", texts }), "“$& ${x} {0}”");
  });

  it("says where a text is searched for or excluded", () => {
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

const options = ["Söhne", "Coffee beans", "Bean coffee", "beans"].map((label) => ({ value: label, label }));
const found = (text: string) => matching(options, text).map(({ label }) => label);

describe("a searchable list", () => {
  it("finds every word anywhere, with options that begin with the text first", () => {
    assert.deepEqual(found("bean"), ["Bean coffee", "beans", "Coffee beans"]);
    assert.deepEqual(found("coffee bean"), ["Coffee beans", "Bean coffee"]);
    assert.deepEqual(
      found("  "),
      options.map(({ label }) => label),
    );
  });

  it("ignores accents and case", () => {
    assert.deepEqual(found("SOHNE"), ["Söhne"]);
    assert.deepEqual(found("söhne"), ["Söhne"]);
  });

  it("wraps around with arrows, and stops at the ends with page keys", () => {
    assert.equal(optionAfterKey("ArrowDown", -1, 3), 0);
    assert.equal(optionAfterKey("ArrowDown", 2, 3), 0);
    assert.equal(optionAfterKey("ArrowUp", -1, 3), 2);
    assert.equal(optionAfterKey("PageDown", 0, 3), 2);
    assert.equal(optionAfterKey("PageUp", 2, 3), 0);
    assert.equal(optionAfterKey("a", 0, 3), undefined);
    assert.equal(optionAfterKey("ArrowDown", -1, 0), undefined);
  });
});

describe("codes by name", () => {
  it("names countries and languages, and keeps the code", () => {
    assert.deepEqual(namedCode("region", "fr"), { name: "France", code: "FR" });
    assert.deepEqual(namedCode("language", "il"), { name: "il" });
    assert.deepEqual(namedCode("language", "pt_BR"), { name: "Brazilian Portuguese", code: "PT_BR" });
  });

  it("leaves names, unknown codes, and other values unchanged", () => {
    for (const text of ["France", "", "q1", "__proto__", "North America"])
      assert.deepEqual(namedCode("region", text), { name: text });
    assert.deepEqual(namedCode(undefined, "fr"), { name: "fr" });
    assert.deepEqual(namedCode("language", "no-_"), { name: "no-_" });
  });

  it("tells what a remark's values are by its name", () => {
    assert.deepEqual(["Regions", "Countries", "Language", "Placements", undefined].map(codeKind), [
      "region",
      "region",
      "language",
      undefined,
      undefined,
    ]);
  });
});

describe("plural forms", () => {
  it("are chosen by whether it is exactly one", () => {
    assert.deepEqual([0, 1, 2, 1_500].map(daysText), ["0 days", "1 day", "2 days", "1,500 days"]);
  });

  it("don't say 1 for zero in a language whose singular includes zero", () => {
    l10n.config({ contents: { en: "fr" } });
    try {
      const texts = { one: "1 détail", other: "n détails" };
      assert.deepEqual(
        [0, 1, 2].map((count) => plural(count, texts)),
        ["n détails", "1 détail", "n détails"],
      );
    } finally {
      l10n.config({ contents: {} });
    }
  });
});
