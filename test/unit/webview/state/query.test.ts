import assert from "node:assert/strict";
import type { Filter } from "../../../../src/protocol/filters";
import { displacedBy, type SearchQuery } from "../../../../src/protocol/search";
import { defaultQuery, defaultValue, sameQuery, withChoice, withFittingSort } from "../../../../webview/state/query";
import { formOf, formOfV1 } from "../../../support/panelPageForm";
import { anyQuery } from "../../../support/panelStart";

const filter = (more: Partial<Filter>): Filter => ({ key: "f", componentName: "", items: [], defaults: [], ...more });

describe("the query of a form", () => {
  it("begins with the service's defaults and nothing else", () => {
    assert.deepEqual(defaultQuery("facebook", formOf("facebook")), {
      platform: "facebook",
      choices: [{ filter: "advanced_order", value: { kind: "order", by: "newest", direction: "desc" } }],
    });
  });

  it("reads defaults of each kind", () => {
    const range = filter({ component: "NumberMultiRange", defaults: ["18", "65"] });
    assert.deepEqual(defaultValue(range), { kind: "range", from: 18, to: 65 });
    const flag = filter({ component: "CBoolean", defaults: ["true"] });
    assert.deepEqual(defaultValue(flag), { kind: "flag", on: true });
    const listed = { component: "CBoolean", items: [{ key: "true", label: "Yes" }], defaults: ["true"] } as const;
    assert.deepEqual(defaultValue(filter(listed)), { kind: "items", items: [{ key: "true", label: "Yes" }] });
    const days = filter({ component: "DateMulti", defaults: ['"2026-01-01"'] });
    assert.deepEqual(defaultValue(days), { kind: "dates", from: "2026-01-01" });
    const items = filter({ component: "StringMulti", items: [{ key: "7", label: "Seven" }], defaults: ["7", "8"] });
    assert.deepEqual(defaultValue(items), { kind: "items", items: [{ key: "7", label: "Seven" }, { key: "8" }] });
    assert.equal(defaultValue(filter({ defaults: ["7"] })), undefined);
  });

  it("drops a cleared or blank filter", () => {
    const chosen = withChoice(anyQuery, "a", { kind: "items", items: [{ key: "1" }] });
    assert.deepEqual(withChoice(chosen, "a"), anyQuery);
    assert.deepEqual(withChoice(chosen, "a", { kind: "items", items: [] }), anyQuery);
    assert.deepEqual(withChoice(anyQuery, "a", { kind: "texts", texts: [{ type: "text", text: "  " }] }), anyQuery);
  });

  it("equals another query with other labels and order of filters", () => {
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

const platform = "facebook";
const gender = { filter: "gender", value: { kind: "items", items: [{ key: "1" }] } } as const;
const ofV2: SearchQuery = {
  platform,
  choices: [{ filter: "advanced_order", value: { kind: "order", by: "engagement", direction: "desc" } }, gender],
};

describe("a draft under the other version of the service", () => {
  it("takes the default sort of the form, and keeps the rest", () => {
    const { choices } = withFittingSort(ofV2, formOfV1(platform));
    const sort = { kind: "items", items: [{ key: '"updated_at"', label: "Last seen" }] };
    assert.deepEqual(choices, [gender, { filter: "orderby", value: sort }]);
    const back = withFittingSort({ platform, choices }, formOf(platform));
    const newest = { kind: "order", by: "newest", direction: "desc" };
    assert.deepEqual(back.choices, [gender, { filter: "advanced_order", value: newest }]);
  });

  it("stays the same if the form has its sort", () => {
    assert.equal(withFittingSort(ofV2, formOf(platform)), ofV2);
    const unsorted = { platform, choices: [gender] } as const;
    assert.equal(withFittingSort(unsorted, formOfV1(platform)), unsorted);
  });

  it("never displaces the V1 sort, like V2's", () => {
    const form = formOfV1(platform);
    const alone = { ...form, filters: form.filters.map((one) => ({ ...one, ...(one.key === "gender" && all) })) };
    const displaced = displacedBy(alone, { platform, choices: [gender] });
    assert.equal(displaced.has("orderby"), false);
    assert.equal(displaced.has("behaviors"), true);
  });
});

describe("a chosen filter that displaces others", () => {
  /** Who displaces whom if all are chosen; the filters are in this order. */
  const displaced = (rules: Readonly<Record<string, readonly string[] | true>>) => {
    const keys = Object.keys(rules);
    const filters = keys.map((key) => ({
      ...{ key, componentName: "", items: [], defaults: [], repairs: 0 },
      disablesOthers: rules[key]!,
    }));
    const choices = keys.map((filter) => ({ filter, value: { kind: "flag", on: true } }) as const);
    return Object.fromEntries(displacedBy({ platform, filters, repairs: 0 }, { platform, choices }));
  };

  it("displaces nothing if it is displaced itself, in whatever order the form has them", () => {
    assert.deepEqual(displaced({ a: ["c"], b: ["a"], c: [] }), { a: "b" });
    assert.deepEqual(displaced({ b: ["a"], a: ["c"], c: [] }), { a: "b" });
    assert.deepEqual(displaced({ a: ["d"], b: ["a"], c: ["b"], d: [] }), { b: "c", d: "a" });
  });

  it("comes before those that displace it in turn if the form has it first", () => {
    assert.deepEqual(displaced({ a: ["b"], b: ["a"] }), { b: "a" });
    assert.deepEqual(displaced({ a: true, b: true, c: ["a"] }), { b: "a", c: "a" });
  });
});

const all = { disablesOthers: true } as const;
