import assert from "node:assert/strict";
import { readFilterFormV1, sortsV1 } from "../../../../src/api/v1/formV1";
import { bodyOfV1 } from "../../../../src/api/v1/endpointsV1";
import { readFilterItems } from "../../../../src/api/wire/filters";
import { prepareSearch } from "../../../../src/api/wire/query";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import type { FilterChoice } from "../../../../src/protocol/search";
import { okText } from "../../../support/misbehavingReplies";
import { groupV1, itemsV1 } from "../../../support/v1Answers";

const read = (data: unknown): FilterForm => readFilterFormV1(okText(data), "native");
const form = read(groupV1);
const filterOf = (key: string): Filter => form.filters.find((filter) => filter.key === key)!;

describe("V1 filter form", () => {
  it("disabled filters give their reason, and have no default", () => {
    assert.equal(filterOf("ai_tags").disabled, "notInPlan");
    assert.deepEqual(filterOf("ai_tags").defaults, []);
    assert.equal(filterOf("moods").disabled, "announced");
    assert.equal(filterOf("gender").disabled, undefined);
    assert.equal(form.repairs, 0);
  });

  it("resettable, and the group with collapse, description and mode", () => {
    assert.equal(filterOf("gender").resettable, true);
    assert.equal(filterOf("orderby").resettable, false);
    assert.equal(filterOf("city").resettable, undefined);
    assert.deepEqual(form.groups, [
      {
        key: "main",
        label: "Filters",
        icon: "sliders",
        description: "All of them",
        mode: "advanced",
        collapse: true,
        filters: form.filters.map(({ key }) => key),
      },
    ]);
  });

  it("relations between existing filters", () => {
    assert.deepEqual(form.relations, [
      ["country", "city"],
      ["publisher", "networks"],
    ]);
  });

  it("an action on the filter's own items belongs to the items", () => {
    const { items, action, actionData, disablesOthers } = filterOf("networks");
    assert.deepEqual(
      items.map((item) => item.action),
      [undefined, "blockOthers"],
    );
    assert.deepEqual(
      { action, actionData, disablesOthers },
      { action: undefined, actionData: ['"taboola"'], disablesOthers: undefined },
    );
  });

  it("DISABLE_OTHER of a filter is V2's disable_other: the named filters, or all", () => {
    assert.deepEqual(filterOf("verified").disablesOthers, ["city"]);
    const filters = [
      { key: "a", component: "CBoolean", component_data: { action: "DISABLE_OTHER" } },
      { key: "b", component: "CBoolean" },
      { key: "c", component: "CBoolean" },
    ];
    assert.equal(read({ filters }).filters[0]?.disablesOthers, true);
  });

  it("an unknown action does nothing", () => {
    const filters = [{ key: "a", component: "CBoolean", component_data: { action: "EXPLODE" } }];
    assert.equal(read({ filters }).filters[0]?.action, undefined);
  });

  it("groups in a list or by name, with relations of their own", () => {
    const one = {
      key: "g1",
      filters: [
        { key: "a", component: "CBoolean" },
        { key: "b", component: "CBoolean" },
      ],
      relations: [["a", "b"]],
    };
    const two = { key: "g2", filters: [{ key: "c", component: "CBoolean" }] };
    for (const data of [[one, two], { first: one, second: two }, { groups: [one, two] }, { filters: [one, two] }]) {
      const many = read(data);
      assert.deepEqual(
        many.filters.map(({ key }) => key),
        ["a", "b", "c"],
      );
      assert.deepEqual(many.relations, [["a", "b"]]);
      assert.deepEqual(many.groups, [
        { key: "g1", filters: ["a", "b"] },
        { key: "g2", filters: ["c"] },
      ]);
    }
    assert.deepEqual(read({ groups: [one, two], relations: [["b", "c"]] }).relations, [
      ["b", "c"],
      ["a", "b"],
    ]);
  });

  it("counts invalid filters, and takes each key once", () => {
    const many = read({
      filters: [null, "x", {}, { key: "a", component: "CBoolean" }, { key: "a", component: "CBoolean" }],
    });
    assert.deepEqual(
      many.filters.map(({ key }) => key),
      ["a"],
    );
    assert.ok(many.repairs >= 4);
  });

  it("items of a remote filter carry their action", () => {
    assert.deepEqual(readFilterItems(okText(itemsV1)).value, [
      { key: "11", label: "Shoes", icon: "shoe", action: "clearRelated" },
      { key: '"x"' },
    ]);
  });
});

describe("The contract's V1 filter", () => {
  type Json = Readonly<Record<string, unknown>>;
  /** A filter that says nothing but what it is given. */
  const filterWith = (fields: Json, settings: Json = {}) => {
    const wire = { key: "f", component: "StringMulti", ...fields, component_data: settings };
    const { filters, repairs } = read({ filters: [wire, { key: "g", component: "CBoolean" }] });
    assert.equal(repairs, 0);
    return filters[0]!;
  };

  it("has every field of V2's, with the settings of its component inside", () => {
    const fields = {
      ...{ label: "Gender", icon: "people", description: "Who", placeholder: "Any", resettable: false, default: "7" },
      ...{ component: "StringMultiSearchable", sub_keys: { type: "type", main: "text" } },
    };
    const items = [
      { key: 7, label: "Seven", icon: "dot", action: null },
      { key: "7", label: null, icon: null },
    ];
    const limits = { min: 13, max: 65, infinite_sign: true };
    assert.deepEqual(filterWith(fields, { ...limits, items, action: "SINGLETON_RELATION", action_data: ["g"] }), {
      ...{ key: "f", label: "Gender", icon: "people", description: "Who", placeholder: "Any", resettable: false },
      ...{ component: "StringMultiSearchable", componentName: "StringMultiSearchable", defaults: ['"7"'] },
      ...{ subKeys: { type: "type", main: "text" }, min: 13, max: 65, infinite: true },
      items: [{ key: "7", label: "Seven", icon: "dot" }, { key: '"7"' }],
      ...{ action: "clearRelated", actionData: ['"g"'] },
    });
    assert.equal(filterWith({}, { api_url: "/v1/native/filter/publishers/items" }).itemsFrom, "publishers");
  });

  it("takes null as nothing", () => {
    const outer = ["label", "icon", "description", "disabled", "placeholder", "sub_keys", "default", "resettable"];
    const inner = ["api_url", "items", "action", "action_data", "infinite_sign", "min", "max"];
    const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
    assert.deepEqual(filterWith(nulls(outer), nulls(inner)), filterWith({}));
  });

  for (const [action, is] of [
    ["SINGLETON_RELATION", "clearRelated"],
    ["DESELECT_OTHER", "replaceOthers"],
    ["DISABLE_OTHER", "blockOthers"],
    ["RESET_RELATION_ON_EMPTY", "resetRelatedWhenEmpty"],
  ] as const) {
    it(`has the action ${action} itself, or in an item`, () => {
      assert.equal(filterWith({}, { action }).action, is);
      assert.equal(filterWith({}, { items: [{ key: 1, action }] }).items[0]?.action, is);
    });
  }
});

describe("V1 search body", () => {
  const bodyFor = (choices: readonly FilterChoice[], cursor?: { page: number; lastHit: string }) => {
    const prepared = prepareSearch({ platform: "native", choices }, form);
    assert.ok("request" in prepared, JSON.stringify(prepared));
    return bodyOfV1(prepared.request, cursor);
  };
  const items = (filter: string, ...keys: readonly string[]): FilterChoice => ({
    filter,
    value: { kind: "items", items: keys.map((key) => ({ key })) },
  });

  it("a sort that the platform doesn't offer is found before paying", () => {
    const prepared = prepareSearch({ platform: "native", choices: [items("orderby", '"popularity"')] }, form);
    assert.deepEqual(prepared, { problems: [{ filter: "orderby", code: "unknownItem", value: '"popularity"' }] });
  });

  it("string and integer item keys keep their type, and long ones their digits", () => {
    const body = bodyFor([
      items("networks", '"adsense"'),
      items("gender", "1", "2"),
      items("interests", "9007199254740993", '"x"'),
      { filter: "target_age", value: { kind: "range", from: 20, to: 30 } },
      { filter: "search_field", value: { kind: "texts", texts: [{ type: "text", text: "shoes" }] } },
      items("orderby", '"oldest"'),
    ]);
    assert.equal(
      body,
      '{"networks":["adsense"],"gender":[1,2],"interests":[9007199254740993,"x"],"target_age":[20,30],' +
        '"search_field":[{"type":"text","text":"shoes"}],"orderby":"oldest","page":1}',
    );
  });

  it("later pages send the snapshot's exact digits, with the sort as text", () => {
    const body = bodyFor([items("orderby", '"oldest"')], { page: 2, lastHit: "9007199254740993" });
    assert.equal(body, '{"orderby":"oldest","page":2,"last_hit":9007199254740993}');
  });

  it("each sort has one equivalent", () => {
    assert.deepEqual([...new Map(sortsV1.map((sort) => [sort.orderby, sort])).values()], sortsV1);
  });

  it("a disabled filter is never sent", () => {
    const prepared = prepareSearch({ platform: "native", choices: [items("ai_tags", "3")] }, form);
    assert.deepEqual(prepared, { problems: [{ filter: "ai_tags", code: "disabledFilter", value: "notInPlan" }] });
  });
});
