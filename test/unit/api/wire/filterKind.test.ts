import assert from "node:assert/strict";
import { isSingle, type Filter } from "../../../../src/protocol/filters";
import { isItemKey } from "../../../../src/api/wire/filterItems";
import { hasRemoteItems, kindOf, subKeysOf } from "../../../../src/api/wire/filterKind";
import { readFilterForm } from "../../../../src/api/wire/filters";
import { okText } from "../../../support/misbehavingReplies";

const readOne = (wire: object): Filter => {
  const form = { filters: [{ key: "k", component: "StringMulti", ...wire }] };
  return readFilterForm(okText(form), "native").filters[0]!;
};

describe("Item keys", () => {
  it("are the JSON texts of numbers, texts and truth values, written one way", () => {
    for (const key of ["7", "-1.5", '"7"', '""', "true", "false", "9007199254740993"]) assert.ok(isItemKey(key), key);
    for (const text of ["", "x", "{", "[1]", "{}", "null", " 7", "7.0", "1e400", '"\\u0041"'])
      assert.equal(isItemKey(text), false, text);
  });
});

describe("Kinds of filters", () => {
  const items = [{ key: 1 }];
  const sub_keys = { type: "kind", main: "value" };
  const kinds: readonly (readonly [object, string | undefined, boolean, boolean])[] = [
    [{ component: "SearchBox" }, "texts", false, false],
    [{ component: "StringMulti" }, "items", false, false],
    [{ component: "StringMultiApi" }, "items", false, true],
    [{ component: "StringMultiSearchable" }, "items", false, false],
    [{ component: "StringMultiSearchableApi" }, "items", false, true],
    [{ component: "StringSingle" }, "items", true, false],
    [{ component: "StringSingleSearchable" }, "items", true, false],
    [{ component: "StringSingleSearchableApi" }, "items", true, true],
    [{ component: "BooleanMulti" }, "flag", false, false],
    [{ component: "BooleanMulti", items }, "items", false, false],
    [{ component: "BooleanSingle" }, "flag", true, false],
    [{ component: "BooleanSingle", items }, "items", true, false],
    [{ component: "CBoolean" }, "flag", true, false],
    [{ component: "CBoolean", items }, "items", true, false],
    [{ component: "NumberMultiRange" }, "range", false, false],
    [{ component: "NumberSingleRange" }, "range", true, false],
    [{ component: "DateMulti" }, "dates", false, false],
    [{ component: "DateSingle" }, "dates", true, false],
    [{ component: "StringMulti", api_url: "/v2/ads/x/filters/interests" }, "items", false, true],
    [{ component: "StringMulti", sub_keys }, "texts", false, false],
    [{ component: "StringSingle", sub_keys }, "order", true, false],
    [{ key: "advanced_order", component: "StringMulti" }, "order", false, false],
    [{ key: "advanced_order", component: "SearchBox" }, "order", false, false],
    [{ key: "search_field", component: "StringMulti" }, "texts", false, false],
    [{ key: "advanced_order", component: "Slider3D" }, undefined, false, false],
    [{ component: "Slider3D", sub_keys }, undefined, false, false],
  ];
  for (const [wire, ...expected] of kinds) {
    it(`are ${expected.join(", ")} for ${JSON.stringify(wire)}`, () => {
      const filter = readOne(wire);
      assert.deepEqual([kindOf(filter), isSingle(filter), hasRemoteItems(filter)], expected);
    });
  }

  it("name the fields of a filter's objects as the form does, or else as the contract does", () => {
    const named = (wire: object) => subKeysOf(readOne(wire));
    assert.deepEqual(named({ key: "advanced_order", sub_keys }), sub_keys);
    assert.deepEqual(named({ key: "search_field", sub_keys }), sub_keys);
    assert.deepEqual(named({ key: "advanced_order" }), { type: "order", main: "orderby" });
    assert.deepEqual(named({ key: "search_field" }), { type: "type", main: "text" });
    assert.equal(named({ key: "gender" }), undefined);
  });
});
