import assert from "node:assert/strict";
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
    assert.equal(queryLabel(query), "shoes, Target age 18–30, Days ≥ 7, Women, m, Active, Newest ↓");
    assert.equal(queryLabel({ platform: "native", choices: [] }), "");
  });
});
