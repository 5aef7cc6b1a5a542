import assert from "node:assert/strict";
import { isItemKey, readFilterForm, readFilterItems } from "../../../../src/api/wire/filters";
import { type Filter, hasRemoteItems, isSingle, kindOf, subKeysOf } from "../../../../src/protocol/filters";
import { okText } from "../../../support/misbehavingReplies";
import { wireFilters, wireForm, wireItems } from "../answers";

const read = (data: unknown) => readFilterForm(okText(data), "native");
const readOne = (wire: object): Filter => {
  const [filter] = read({ filters: [{ key: "k", component: "StringMulti", ...wire }] }).filters;
  return filter!;
};

describe("Filter forms", () => {
  it("have every field of the contract, under names of our own", () => {
    const filter = {
      key: "interests",
      label: "Interests",
      description: "What they like",
      icon: "heart",
      placeholder: "Search",
      component: "StringMultiSearchableApi",
      api_url: "/v2/ads/facebook/filters/interests",
      items: [{ key: 7, label: "Cats", icon: "cat" }],
      default: [7],
      min: 1,
      max: 9,
      infinite_sign: true,
      disable_other: ["gender"],
      sub_keys: { type: "kind", main: "value" },
    };
    assert.deepEqual(read({ key: "group", filters: [filter] }), {
      platform: "native",
      repairs: 0,
      filters: [
        {
          key: "interests",
          label: "Interests",
          description: "What they like",
          icon: "heart",
          placeholder: "Search",
          component: "StringMultiSearchableApi",
          componentName: "StringMultiSearchableApi",
          itemsFrom: "interests",
          items: [{ key: "7", label: "Cats", icon: "cat" }],
          defaults: ["7"],
          min: 1,
          max: 9,
          infinite: true,
          disablesOthers: ["gender"],
          subKeys: { type: "kind", main: "value" },
        },
      ],
    });
  });

  it("know all fifteen components", () => {
    const { filters, repairs } = read(wireForm);
    assert.equal(new Set(filters.map(({ component }) => component)).size, 15);
    assert.deepEqual([filters.length, repairs], [wireFilters.length, 0]);
    assert.ok(filters.every(({ component, componentName }) => component === componentName));
  });

  it("leave absent fields absent", () => {
    assert.deepEqual(readOne({}), {
      key: "k",
      component: "StringMulti",
      componentName: "StringMulti",
      items: [],
      defaults: [],
    });
  });

  it("keep an unknown component under its own name", () => {
    for (const component of ["Slider3D", "", "toString", "stringmulti"]) {
      const filter = readOne({ component });
      assert.deepEqual([filter.component, filter.componentName], [undefined, component]);
    }
    assert.equal(readOne({ component: undefined }).componentName, "");
  });

  it("leave out invalid filters, and keep the others", () => {
    const broken = [
      { component: "StringMulti" },
      { key: "" },
      { key: "page", component: "NumberSingleRange" },
      { key: "last_hit" },
      { key: "api_key" },
      { key: 5 },
      null,
      5,
    ];
    const form = read({ filters: [...broken, { key: "good" }, { key: "good", label: "again" }, { key: "__proto__" }] });
    assert.deepEqual(
      form.filters.map(({ key, label }) => [key, label]),
      [
        ["good", undefined],
        ["__proto__", undefined],
      ],
    );
    // Nine left out, and two of them had an unreadable part besides.
    assert.equal(form.repairs, 11);
  });

  it("have no label with the sign at which programs end a text", () => {
    assert.equal(readOne({ items: [{ key: 1, label: "One\0" }] }).items[0]?.label, "One␀");
  });

  it("keep each item key's JSON type, and each key once", () => {
    const { items } = readOne({
      items: [...wireItems, { key: true }, { key: 1 }, { label: "none" }, {}, "x", { key: {} }],
    });
    assert.deepEqual(items, [
      { key: "1", label: "One", icon: "one" },
      { key: '"1"' },
      { key: "3", label: "Three" },
      { key: "true" },
    ]);
    const big = okText({ filters: [{ key: "k", items: [{ key: 0 }] }] }).replace(":0}", ":9007199254740993}");
    assert.equal(readFilterForm(big, "native").filters[0]?.items[0]?.key, "9007199254740993");
    const endless = okText({ filters: [{ key: "k", items: [{ key: 0 }, { key: 2 }] }] }).replace(":0}", ":1e400}");
    const [filter] = readFilterForm(endless, "native").filters;
    assert.deepEqual(filter?.items, [{ key: "2" }], "a number beyond all doubles is no key");
  });

  it("read defaults of every shape, but only selectable ones", () => {
    const items = [{ key: 1 }, { key: "a" }];
    const sub_keys = { type: "order", main: "orderby" };
    const shapes: readonly (readonly [unknown, readonly string[]])[] = [
      [
        [1, "a"],
        ["1", '"a"'],
      ],
      [[1, 1, "1", 9], ["1"]],
      ["a", ['"a"']],
      [{ orderby: "a", order: "desc" }, ['"a"']],
      [[{ orderby: "a" }], ['"a"']],
      [[{ other: 1 }], []],
      [[null, [], {}], []],
      [null, []],
    ];
    for (const [value, defaults] of shapes) {
      assert.deepEqual(readOne({ items, sub_keys, default: value }).defaults, defaults, JSON.stringify(value));
    }
    assert.deepEqual(readOne({ default: [18, 65] }).defaults, ["18", "65"]);
    const remote = { items, api_url: "/v2/ads/x/filters/interests" };
    assert.deepEqual(readOne({ ...remote, default: [9, 1] }).defaults, ["9", "1"], "the form does not list all items");
  });

  it("accept bounds only if they make sense", () => {
    const bounds = (min: unknown, max: unknown) => {
      const filter = readOne({ min, max });
      return [filter.min, filter.max];
    };
    assert.deepEqual(bounds(18, 65), [18, 65]);
    assert.deepEqual(bounds(0, "65"), [0, 65]);
    assert.deepEqual(bounds(65, 18), [undefined, undefined]);
    assert.deepEqual(bounds(18, 18), [18, 18]);
    assert.deepEqual(bounds(null, 5), [undefined, 5]);
    assert.deepEqual(bounds("x", []), [undefined, undefined]);
  });

  it("read what a choice disables", () => {
    const disables = (value: unknown) => readOne({ disable_other: value }).disablesOthers;
    assert.deepEqual([true, ["a", 5, "b"], "a"].map(disables), [true, ["a", "b"], ["a"]]);
    assert.deepEqual([false, null, [], 5, {}].map(disables), [undefined, undefined, undefined, undefined, undefined]);
  });

  it("need two different sub keys", () => {
    const subKeys = (value: unknown) => readOne({ sub_keys: value }).subKeys;
    assert.deepEqual(subKeys({ type: "a", main: "b" }), { type: "a", main: "b" });
    for (const value of [{ type: "a" }, { main: "b" }, { type: "a", main: "a" }, { type: "", main: "b" }, "x", []]) {
      assert.equal(subKeys(value), undefined);
    }
    for (const value of [
      { type: 5, main: "b" },
      { type: "a", main: ["b"] },
    ]) {
      const { filters, repairs } = read({ filters: [{ key: "k", sub_keys: value }] });
      assert.deepEqual([filters[0]?.subKeys, repairs], [undefined, 1], "names are texts");
    }
  });

  const addresses: readonly (readonly [unknown, string | undefined])[] = [
    ["/v2/ads/facebook/filters/interests", "interests"],
    ["v2/ads/facebook/filters/owner_categories?search=", "owner_categories"],
    ["https://api.example:8080/base/v2/ads/x/filters/publishers?search=a#b", "publishers"],
    ["//evil.example/filters/interests", "interests"],
    ["filters/interests/", "interests"],
    ["/filters/a/filters/b-2", "b-2"],
    ["/v2/ads/facebook/filters", undefined],
    ["/v2/ads/facebook/filters/", undefined],
    ["interests", undefined],
    ["/filters/..", undefined],
    ["/filters/../../search", undefined],
    ["/filters/%2e%2e/%2e%2e/x", undefined],
    ["/filters/..\\..\\search", undefined],
    ["/filters/a%2Fb", undefined],
    ["/filters/a b", undefined],
    ["/filters/interests/../../search", undefined],
    ["javascript:/filters/interests", undefined],
    ["file:///filters/interests", undefined],
    ["https://user:pass@api.example/filters/interests", undefined],
    ["https://user@api.example/filters/interests", undefined],
    ["https://:pass@api.example/filters/interests", undefined],
    ["http://api.example/filters/interests", "interests"],
    ["xhttps://api.example/filters/interests", undefined],
    ["http://[bad/filters/interests", undefined],
    ["", undefined],
    [null, undefined],
    [5, undefined],
    [{}, undefined],
  ];
  for (const [address, name] of addresses) {
    it(`read ${name ?? "no name"} from ${JSON.stringify(address)}`, () => {
      assert.equal(readOne({ api_url: address }).itemsFrom, name);
    });
  }

  it("tolerate the shapes that mega's may have", () => {
    const [a, b] = [
      { key: "a", component: "CBoolean" },
      { key: "b", component: "CBoolean" },
    ];
    const shapes: readonly unknown[] = [
      { filters: [a, b] },
      { filters: [a, b], relations: [["a", "b"]], items: [{ key: "c" }] },
      [{ filters: [a] }, { filters: [b] }],
      [a, b],
      { facebook: { filters: [a] }, native: { key: "x", filters: [b] } },
      { facebook: [a], native: [b], count: 2, label: "All", description: null },
      { groups: { social: { facebook: [a] }, other: [b] } },
      { filters: [{ key: "group", filters: [a] }, b] },
    ];
    for (const shape of shapes) {
      const form = readFilterForm(okText(shape), "mega");
      assert.deepEqual(
        form.filters.map(({ key }) => key),
        ["a", "b"],
        JSON.stringify(shape),
      );
      assert.equal(form.repairs, 0);
    }
    for (const empty of [{}, [], { filters: [] }]) assert.deepEqual(readFilterForm(okText(empty), "mega").filters, []);
    let [mixed, listed, named]: unknown[] = [[a], [a], [a]];
    for (let level = 0; level < 50; level += 1) {
      [mixed, listed, named] = [{ filters: [{ filters: mixed }] }, [{ filters: listed }], { group: named }];
    }
    for (const groups of [mixed, listed, named]) {
      assert.deepEqual(readFilterForm(okText(groups), "mega"), { platform: "mega", filters: [], repairs: 0 });
    }
  });

  it("need something that can contain filters", () => {
    const specifics = "data holds no filters";
    for (const data of [null, 5, "x", true]) assert.throws(() => read(data), { code: "badAnswer", specifics });
  });
});

describe("Filter items", () => {
  it("are read with the types of their keys", () => {
    assert.deepEqual(readFilterItems(okText(wireItems)), {
      value: [{ key: "1", label: "One", icon: "one" }, { key: '"1"' }, { key: "3", label: "Three" }],
      repairs: 0,
    });
    assert.deepEqual(readFilterItems(okText([])), { value: [], repairs: 0 });
  });

  it("read a label that is a number, and an action that is known", () => {
    const wire = [
      { key: "a", label: 18, action: "DESELECT_OTHER" },
      { key: "b", action: "EXPLODE" },
    ];
    assert.deepEqual(readFilterItems(okText(wire)).value, [
      { key: '"a"', label: "18", action: "replaceOthers" },
      { key: '"b"' },
    ]);
    for (const [sent, action] of [
      ["SINGLETON_RELATION", "clearRelated"],
      ["DISABLE_OTHER", "blockOthers"],
      ["RESET_RELATION_ON_EMPTY", "resetRelatedWhenEmpty"],
    ]) {
      assert.deepEqual(readFilterItems(okText([{ key: 1, action: sent }])).value, [{ key: "1", action }]);
    }
  });

  it("count unselectable items", () => {
    const { value, repairs } = readFilterItems(
      okText([{ key: 1 }, { key: [] }, { key: 1 }, 5, null, { label: "x" }, { key: 2, label: {} }]),
    );
    assert.deepEqual([value.map(({ key }) => key), repairs], [["1", "2"], 5]);
    assert.equal(readFilterItems(okText([{ key: null }])).repairs, 1, "a key that is null is absent, not unreadable");
  });

  it("need a list", () => {
    const facts = { name: "AdLibraryError", code: "badAnswer", specifics: "data is not a list of items" };
    for (const data of [{}, null, "x"]) assert.throws(() => readFilterItems(okText(data)), facts);
  });

  it("read twenty thousand", () => {
    const items = Array.from({ length: 20_000 }, (_, key) => ({ key, label: `Item ${key}` }));
    assert.equal(readFilterItems(okText(items)).value.length, 20_000);
  });
});

describe("Item keys", () => {
  it("are the canonical JSON texts of numbers, strings, and Booleans", () => {
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

  it("name an object's fields as the form does, or as the contract does", () => {
    const named = (wire: object) => subKeysOf(readOne(wire));
    assert.deepEqual(named({ key: "advanced_order", sub_keys }), sub_keys);
    assert.deepEqual(named({ key: "search_field", sub_keys }), sub_keys);
    assert.deepEqual(named({ key: "advanced_order" }), { type: "order", main: "orderby" });
    assert.deepEqual(named({ key: "search_field" }), { type: "type", main: "text" });
    assert.equal(named({ key: "gender" }), undefined);
  });
});
