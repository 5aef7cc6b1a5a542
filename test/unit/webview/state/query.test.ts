import assert from "node:assert/strict";
import type { Filter } from "../../../../src/protocol/filters";
import type { SearchQuery } from "../../../../src/protocol/search";
import { defaultQuery, defaultValue, sameQuery, withChoice } from "../../../../webview/state/query";
import { formOf } from "../../../support/panelPageForm";
import { anyQuery } from "../../../support/panelStart";

const filter = (more: Partial<Filter>): Filter => ({ key: "f", componentName: "", items: [], defaults: [], ...more });

describe("the query of a form", () => {
  it("begins with the service's defaults and nothing else", () => {
    assert.deepEqual(defaultQuery("plat_social_a", formOf("plat_social_a")), {
      platform: "plat_social_a",
      choices: [{ filter: "advanced_order", value: { kind: "order", by: "newest", direction: "desc" } }],
    });
  });

  it("reads defaults of each kind", () => {
    const range = filter({ component: "NumberMultiRange", defaults: ["18", "65"] });
    assert.deepEqual(defaultValue(range), { kind: "range", from: 18, to: 65 });
    const flag = filter({ component: "CBoolean", defaults: ["true"] });
    assert.deepEqual(defaultValue(flag), { kind: "flag", on: true });
    const days = filter({ component: "DateMulti", defaults: ['"2026-01-01"'] });
    assert.deepEqual(defaultValue(days), { kind: "dates", from: "2026-01-01" });
    const items = filter({ component: "StringMulti", items: [{ key: "7", label: "Seven" }], defaults: ["7", "8"] });
    assert.deepEqual(defaultValue(items), { kind: "items", items: [{ key: "7", label: "Seven" }, { key: "8" }] });
    assert.equal(defaultValue(filter({ defaults: ["7"] })), undefined);
  });

  it("drops a filter that is cleared or left blank", () => {
    const chosen = withChoice(anyQuery, "a", { kind: "items", items: [{ key: "1" }] });
    assert.deepEqual(withChoice(chosen, "a"), anyQuery);
    assert.deepEqual(withChoice(chosen, "a", { kind: "items", items: [] }), anyQuery);
    assert.deepEqual(withChoice(anyQuery, "a", { kind: "texts", texts: [{ type: "text", text: "  " }] }), anyQuery);
  });

  it("is the same whatever the labels and the order of its filters", () => {
    const a = { filter: "a", value: { kind: "items", items: [{ key: "1", label: "One" }] } } as const;
    const b = { filter: "b", value: { kind: "flag", on: true } } as const;
    const bare = { filter: "a", value: { kind: "items", items: [{ key: "1" }] } } as const;
    const query = (...choices: SearchQuery["choices"]): SearchQuery => ({ platform: "native", choices });
    assert.ok(sameQuery(query(a, b), query(b, bare)));
    assert.ok(!sameQuery(query(a), query(b)));
    assert.ok(!sameQuery(query(a), query(a, b)));
    assert.ok(!sameQuery(query(a), { ...query(a), platform: "display" }));
  });
});
