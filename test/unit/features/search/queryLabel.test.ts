import assert from "node:assert/strict";
import * as l10n from "@vscode/l10n";
import type { FilterForm } from "../../../../src/protocol/filters";
import type { SearchQuery } from "../../../../src/protocol/search";
import { queryLabel } from "../../../../src/features/search/queryLabel";

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
    assert.equal(queryLabel(query), "shoes, Target age 18 – 30, Days from 7, Women, m, Active, Newest ↓");
    assert.equal(queryLabel({ platform: "native", choices: [] }), "");
  });

  it("says which texts must not occur, as the form's chips do", () => {
    const texts = [
      { type: "text", text: "shoes" },
      { type: "without_owner", text: "Acme" },
    ];
    const value = { kind: "texts", texts } as const;
    const label = queryLabel({ platform: "native", choices: [{ filter: "search_field", value }] });
    assert.equal(label, "shoes, not “Acme”");
  });

  it("writes numbers in the language of the texts", () => {
    const choices = [{ filter: "days", value: { kind: "range", from: 1000 } }] as const;
    l10n.config({ contents: { en: "de", "from {0}": "ab {0}" } });
    try {
      assert.equal(queryLabel({ platform: "native", choices }), "Days ab 1.000");
    } finally {
      l10n.config({ contents: {} });
    }
  });

  it("leaves out what the form chooses by default, and uses the form's words", () => {
    const filter = { componentName: "", items: [], repairs: 0 };
    const form: FilterForm = {
      platform: "native",
      repairs: 0,
      filters: [
        { ...filter, key: "advanced_order", items: [{ key: '"newest"', label: "Latest" }], defaults: ['"newest"'] },
        { ...filter, key: "target_age", label: "Age", defaults: ["13", "65"] },
        { ...filter, key: "gender", items: [{ key: "3", label: "Everybody" }], defaults: ["3"] },
        { ...filter, key: "active", label: "Runs now", defaults: ["true"] },
      ],
    };
    const label = (value: SearchQuery["choices"][number]["value"], filter: string) =>
      queryLabel({ platform: "native", choices: [{ filter, value }] }, form);
    assert.equal(label({ kind: "order", by: "newest", direction: "desc" }, "advanced_order"), "");
    assert.equal(label({ kind: "order", by: "newest", direction: "asc" }, "advanced_order"), "Latest ↑");
    assert.equal(label({ kind: "range", from: 13, to: 65 }, "target_age"), "");
    assert.equal(label({ kind: "range", to: 1000 }, "target_age"), "Age up to 1,000");
    assert.equal(label({ kind: "items", items: [{ key: "3" }] }, "gender"), "");
    assert.equal(label({ kind: "items", items: [{ key: "3" }, { key: "4" }] }, "gender"), "Everybody, 4");
    assert.equal(label({ kind: "flag", on: true }, "active"), "");
  });
});
