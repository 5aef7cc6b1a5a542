import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import { type FilterChoice, type FilterValue, type QueryProblem, sentOf } from "../../../../src/protocol/search";
import { parseExact } from "../../../../src/api/integers";
import { readFilterForm } from "../../../../src/api/wire/filters";
import { bodyOf, canonicalBody, prepareSearch, queryFromBody } from "../../../../src/api/wire/query";
import { okText } from "../../../support/misbehavingReplies";
import { wireForm } from "../answers";
import { junk } from "../mutations";
import { times } from "../../../support/long";

const form = readFilterForm(okText(wireForm), "facebook");
const platform = "facebook";

function prepare(choices: readonly FilterChoice[], of: FilterForm = form) {
  const prepared = prepareSearch({ platform, choices }, of);
  return "problems" in prepared ? prepared.problems : prepared.request.body;
}

const choice = (filter: string, value: FilterValue): FilterChoice => ({ filter, value });
const items = (...keys: readonly string[]): FilterValue => ({ kind: "items", items: keys.map((key) => ({ key })) });
const texts = (...pairs: readonly (readonly [string, string])[]): FilterValue => ({
  kind: "texts",
  texts: pairs.map(([type, text]) => ({ type, text })),
});
const flag = (on: boolean): FilterValue => ({ kind: "flag", on });
const dates = (from?: string, to?: string): FilterValue => ({
  kind: "dates",
  ...(from && { from }),
  ...(to && { to }),
});
const range = (from?: number, to?: number): FilterValue => ({
  kind: "range",
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
const order = (by: string, direction: "asc" | "desc" = "desc"): FilterValue => ({ kind: "order", by, direction });

describe("A search body", () => {
  const sent: readonly (readonly [string, FilterValue, string])[] = [
    ["gender", items("1", '"1"'), '{"gender":[1,"1"]}'],
    ["gender", items("1", "1"), '{"gender":[1]}'],
    ["gender", items(), "{}"],
    ["tracker", items("9007199254740993", '"x"'), '{"tracker":[9007199254740993,"x"]}'],
    ["interests", items("5"), '{"interests":[5]}'],
    ["language", items("9"), '{"language":[9]}'],
    [
      "search_field",
      texts(["text", 'a "b"'], ["without_owner", "c"]),
      '{"search_field":[{"type":"text","text":"a \\"b\\""},{"type":"without_owner","text":"c"}]}',
    ],
    ["search_field", texts(['"text"', "a"]), '{"search_field":[{"type":"text","text":"a"}]}'],
    ["search_field", texts(["text", "a"], ["text", "a"]), '{"search_field":[{"type":"text","text":"a"}]}'],
    ["search_field", texts(), "{}"],
    ["advanced_order", order("newest"), '{"advanced_order":{"orderby":"newest","order":"desc"}}'],
    ["advanced_order", order('"engagement"', "asc"), '{"advanced_order":{"orderby":"engagement","order":"asc"}}'],
    ["target_age", range(20, 30), '{"target_age":[20,30]}'],
    ["target_age", range(20), '{"target_age":[20,65]}'],
    ["target_age", range(undefined, 30), '{"target_age":[18,30]}'],
    ["target_age", range(18, 65), '{"target_age":[18,65]}'],
    ["target_age", range(20, 20), '{"target_age":[20,20]}'],
    ["target_age", range(), "{}"],
    ["days", range(undefined, 5), '{"days":[0,5]}'],
    ["seen", dates("2024-02-29", "2024-03-01"), '{"seen":["2024-02-29","2024-03-01"]}'],
    ["seen", dates("2024-02-29", "2024-02-29"), '{"seen":["2024-02-29","2024-02-29"]}'],
    ["seen", dates("2024-02-29"), '{"seen":["2024-02-29"]}'],
    ["seen", dates(), "{}"],
    ["created", dates("2024-02-29"), '{"created":["2024-02-29"]}'],
    ["created", dates("2024-02-29", "2024-02-29"), '{"created":["2024-02-29"]}'],
    ["verified", flag(true), '{"verified":[true]}'],
    ["verified", flag(false), "{}"],
    ["flags", items("0", "1"), '{"flags":[0,1]}'],
    ["flags", flag(true), '{"flags":[1]}'],
    ["flags", flag(false), "{}"],
    ["active", flag(true), '{"active":[true]}'],
  ];
  for (const [filter, value, body] of sent) {
    it(`sends ${filter} ${JSON.stringify(value)} as ${body}`, () =>
      assert.equal(prepare([choice(filter, value)]), body));
  }

  const refused: readonly (readonly [string, FilterValue, QueryProblem["code"], string?])[] = [
    ["nothing", items("1"), "unknownFilter"],
    ["page", range(1, 2), "reservedName"],
    ["last_hit", items("1"), "reservedName"],
    ["api_key", texts(["text", "x"]), "reservedName"],
    ["gender", flag(true), "wrongKind", "flag"],
    ["gender", range(1, 2), "wrongKind", "range"],
    ["verified", items("1"), "wrongKind", "items"],
    ["gender", items("2"), "unknownItem", "2"],
    ["gender", items('"3"'), "unknownItem", '"3"'],
    ["interests", items("[1]"), "unknownItem", "[1]"],
    ["interests", items("1}"), "unknownItem", "1}"],
    ["interests", items("1e1"), "unknownItem", "1e1"],
    ["interests", items("null"), "unknownItem", "null"],
    ["language", items("9", "10"), "singleOnly", "9,10"],
    ["advanced_order", order("relevancy"), "sortNotOffered", "relevancy"],
    ["search_field", texts(["title", "x"]), "unknownSubType", "title"],
    ["search_field", texts(["text", " \n"]), "emptyText"],
    ["target_age", range(30, 20), "rangeOrder", "30, 20"],
    ["target_age", range(17, 20), "rangeBounds", "17, 20"],
    ["target_age", range(20, 66), "rangeBounds", "20, 66"],
    ["target_age", range(70), "rangeBounds", "70, 65"],
    ["target_age", range(undefined, 10), "rangeBounds", "18, 10"],
    ["target_age", range(20.5, 30), "rangeBounds", "20.5, 30"],
    ["target_age", range(Number.NaN, 30), "rangeBounds", "NaN, 30"],
    ["days", range(5), "bothEnds", "5"],
    ["seen", dates("2024-02-30"), "badDate", "2024-02-30"],
    ["seen", dates("2024-2-3"), "badDate", "2024-2-3"],
    ["seen", dates("2024-13-01"), "badDate", "2024-13-01"],
    ["seen", dates("2024-01-01", "soon"), "badDate", "soon"],
    ["seen", dates(undefined, "2024-01-01"), "bothEnds", "2024-01-01"],
    ["seen", dates("2024-01-02", "2024-01-01"), "rangeOrder", "2024-01-02,2024-01-01"],
    ["created", dates("2024-01-01", "2024-01-02"), "singleOnly", "2024-01-01,2024-01-02"],
  ];
  for (const [filter, value, code, text] of refused) {
    it(`refuses ${filter} ${JSON.stringify(value)}: ${code}`, () => {
      const bounds = code === "rangeBounds" && { bounds: { min: 18, max: 65 } };
      const problem = { filter, code, ...bounds, ...(text !== undefined && { value: text }) };
      assert.deepEqual(prepare([choice(filter, value)]), [problem]);
    });
  }

  it("reports every problem at once", () => {
    const problems = prepare([
      choice("gender", items("8", "9")),
      choice("search_field", texts(["text", ""], ["x", "y"])),
      choice("seen", dates("2024-01-01")),
      choice("seen", dates("2024-01-01")),
    ]);
    assert.ok(Array.isArray(problems));
    assert.deepEqual(
      problems.map(({ filter, code }: QueryProblem) => [filter, code]),
      [
        ["gender", "unknownItem"],
        ["gender", "unknownItem"],
        ["search_field", "emptyText"],
        ["search_field", "unknownSubType"],
        ["seen", "singleOnly"],
      ],
    );
  });

  it("clips an offending value", () => {
    const [problem] = prepare([choice("gender", items(JSON.stringify("x".repeat(500))))]) as readonly QueryProblem[];
    assert.equal(problem?.value?.length, 100);
  });

  const formOf = (filter: Partial<Filter>): FilterForm => ({
    platform,
    filters: [{ key: "k", componentName: filter.component ?? "", items: [], defaults: [], ...filter }],
    repairs: 0,
  });

  it("never sends a disabled filter", () => {
    const off = formOf({ component: "NumberSingleRange", disabled: "Choose a country first" });
    assert.deepEqual(prepare([choice("k", range(1, 2))], off), [
      { filter: "k", code: "disabledFilter", value: "Choose a country first" },
    ]);
  });

  it("checks a one-sided bound", () => {
    const upTo = formOf({ component: "NumberSingleRange", max: 9 });
    assert.equal(prepare([choice("k", range(-5, 9))], upTo), '{"k":[-5,9]}');
    assert.deepEqual(prepare([choice("k", range(undefined, 9))], upTo), [
      { filter: "k", code: "bothEnds", value: "9" },
    ]);
    assert.deepEqual(prepare([choice("k", range(5, 10))], upTo), [
      { filter: "k", code: "rangeBounds", value: "5, 10", bounds: { max: 9 } },
    ]);
    assert.deepEqual(prepare([choice("k", range(1.5, 2))], formOf({ component: "NumberSingleRange", min: 1 })), [
      { filter: "k", code: "rangeBounds", value: "1.5, 2", bounds: { min: 1 } },
    ]);
  });

  it("refuses an infinite bound as out of range, not as missing", () => {
    const open = formOf({ component: "NumberSingleRange" });
    for (const [from, to] of [
      [-Infinity, 5],
      [5, Infinity],
    ] as const) {
      const problem = { filter: "k", code: "rangeBounds", value: `${from}, ${to}`, bounds: {} };
      assert.deepEqual(prepare([choice("k", range(from, to))], open), [problem]);
    }
  });

  it("never sends an unknown component", () => {
    const problems = prepare([choice("k", items("1"))], formOf({ componentName: "Slider3D", items: [{ key: "1" }] }));
    assert.deepEqual(problems, [{ filter: "k", code: "unsupportedComponent", value: "Slider3D" }]);
  });

  it("names object fields by sub_keys", () => {
    const subKeys = { type: "__proto__", main: 'm"' };
    const box = formOf({ component: "SearchBox", subKeys });
    assert.equal(prepare([choice("k", texts(["t", "x"]))], box), '{"k":[{"__proto__":"t","m\\"":"x"}]}');
    const sort = formOf({ component: "StringSingle", subKeys, items: [{ key: "1" }] });
    assert.equal(prepare([choice("k", order("1"))], sort), '{"k":{"m\\"":1,"__proto__":"desc"}}');
    const multi = formOf({ component: "StringMulti", subKeys, items: [{ key: '"t"' }] });
    assert.equal(prepare([choice("k", texts(["t", "x"]))], multi), '{"k":[{"__proto__":"t","m\\"":"x"}]}');
  });

  it("uses the contract's names if sub_keys are missing", () => {
    const sort = formOf({ key: "advanced_order", component: "StringSingle", items: [{ key: '"newest"' }] });
    assert.equal(
      prepare([choice("advanced_order", order("newest"))], sort),
      '{"advanced_order":{"orderby":"newest","order":"desc"}}',
    );
    const search = formOf({ key: "search_field", component: "StringMulti" });
    assert.equal(
      prepare([choice("search_field", texts(["text", "x"]))], search),
      '{"search_field":[{"type":"text","text":"x"}]}',
    );
    const plain = formOf({ component: "SearchBox" });
    assert.equal(prepare([choice("k", texts(["text", "x"]))], plain), '{"k":["x"]}');
  });

  it("requires a sub-type and accepts any if none is listed", () => {
    const box = formOf({ component: "SearchBox", subKeys: { type: "type", main: "text" } });
    assert.deepEqual(prepare([choice("k", texts(["", "x"]))], box), [
      { filter: "k", code: "unknownSubType", value: "" },
    ]);
  });

  it("accepts a sort that is listed elsewhere", () => {
    const remote = formOf({ key: "advanced_order", component: "StringSingleSearchableApi", itemsFrom: "sorts" });
    assert.equal(
      prepare([choice("advanced_order", order("any"))], remote),
      '{"advanced_order":{"orderby":"any","order":"desc"}}',
    );
  });

  it("turns a flag into the yes item, if there is one", () => {
    const boolean = (...keys: readonly string[]) =>
      formOf({ component: "CBoolean", items: keys.map((key) => ({ key })) });
    const bodies = [["0", "1"], ["21", '"yesterday"', "1"], ['"no"', '"Yes"'], ["false", "true"], ["7"]].map((keys) =>
      prepare([choice("k", flag(true))], boolean(...keys)),
    );
    assert.deepEqual(bodies, ['{"k":[1]}', '{"k":[1]}', '{"k":["Yes"]}', '{"k":[true]}', '{"k":[7]}']);
    assert.deepEqual(prepare([choice("k", flag(true))], boolean("7", "8")), [
      { filter: "k", code: "wrongKind", value: "flag" },
    ]);
    assert.equal(prepare([choice("k", items("8"))], boolean("7", "8")), '{"k":[8]}');
    assert.deepEqual(prepare([choice("k", items("7", "8"))], boolean("7", "8")), [
      { filter: "k", code: "singleOnly", value: "7,8" },
    ]);
  });

  it("survives hostile names", () => {
    const hostile = formOf({ key: "__proto__", component: "StringMulti", items: [{ key: "1" }] });
    const body = prepare([choice("__proto__", items("1"))], hostile);
    assert.equal(body, '{"__proto__":[1]}');
    assert.equal(canonicalBody(parseExact(String(body))), '{"__proto__":[1]}');
    assert.deepEqual(queryFromBody(platform, parseExact(String(body)), hostile).problems, []);
  });
});

describe("A page's body", () => {
  const request = { platform, body: '{"gender":[1]}' } as const;

  it("is page 1 without last_hit, and later pages with page 1's digits", () => {
    assert.equal(bodyOf(request), '{"gender":[1],"page":1}');
    assert.equal(bodyOf({ platform, body: "{}" }), '{"page":1}');
    const lastHit = "9223372036854775807";
    assert.equal(bodyOf(request, { page: 2, lastHit }), `{"gender":[1],"page":2,"last_hit":${lastHit}}`);
  });

  it("requires a valid snapshot", () => {
    const cursors = [
      { page: 1, lastHit: "5" },
      { page: 0, lastHit: "5" },
      { page: -2, lastHit: "5" },
      { page: 1.5, lastHit: "5" },
      { page: Number.NaN, lastHit: "5" },
      { page: 2, lastHit: "" },
      { page: 2, lastHit: "05" },
      { page: 2, lastHit: '5,"x":1' },
    ];
    for (const cursor of cursors) {
      assert.throws(() => bodyOf(request, cursor), {
        code: "invalidRequest",
        charge: "none",
        problems: [{ code: "badPage", value: `${cursor.page}, ${cursor.lastHit}`.trim() }],
      });
    }
  });
});

describe("A canonical body", () => {
  const canonical = (body: string) => canonicalBody(parseExact(body));

  const same: readonly (readonly [string, string])[] = [
    ['{"a":[1],"b":[2]}', '{"b":[2],"a":[1]}'],
    ['{"a":[1,2]}', '{"a":[2,1,2]}'],
    ['{"a":["x","y"]}', '{"a":["y","x"]}'],
    ['{"a":[]}', "{}"],
    ['{"a":[1],"page":2,"last_hit":9007199254740993,"api_key":"k"}', '{"a":[1]}'],
    ['{"a":1}', '{"a":[1]}'],
    ['{"a":{"x":1}}', '{"a":[{"x":1}]}'],
    ['{ "a" : [ 1 ] }', '{"a":[1]}'],
    ['{"a":{"x":1,"y":2}}', '{"a":{"y":2,"x":1}}'],
    ['{"a":[{"x":1,"y":2}]}', '{"a":[{"y":2,"x":1}]}'],
    ['{"a":["\\u0061"]}', '{"a":["a"]}'],
    ['{"a":["on 2024-01-01","x"]}', '{"a":["x","on 2024-01-01"]}'],
    ['{"a":["2024-01-01 on","a"]}', '{"a":["a","2024-01-01 on"]}'],
    ['{"a":["x\\"2024-01-01","b"]}', '{"a":["b","x\\"2024-01-01"]}'],
  ];
  for (const [one, other] of same)
    it(`is the same for ${one} and ${other}`, () => assert.equal(canonical(one), canonical(other)));

  const different: readonly (readonly [string, string])[] = [
    ['{"a":[1]}', '{"a":["1"]}'],
    ['{"a":[1]}', '{"b":[1]}'],
    ['{"a":[9007199254740993]}', '{"a":[9007199254740992]}'],
    ['{"a":[{"t":"x"},{"t":"y"}]}', '{"a":[{"t":"y"},{"t":"x"}]}'],
    ['{"a":["2024-01-01"]}', '{"a":["2024-01-01","2024-01-01"]}'],
    ['{"a":["x","2024-01-01"]}', '{"a":["2024-01-01","x"]}'],
    ['{"a":{"order":"asc"}}', '{"a":{"order":"desc"}}'],
  ];
  for (const [one, other] of different) {
    it(`differs for ${one} and ${other}`, () => assert.notEqual(canonical(one), canonical(other)));
  }

  it("is empty for a non-object", () => assert.equal(canonical("[]"), "{}"));
});

/** A choice that is right for the filter. */
function rightValue(filter: Filter): fc.Arbitrary<FilterValue> {
  const day = fc.date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  const iso = day.map((date) => date.toISOString().slice(0, 10));
  const keys = filter.items.map(({ key }) => key);
  const remote = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String),
    fc.string().map((text) => JSON.stringify(text)),
  );
  const single = filter.componentName.includes("Single");
  const maxLength = single ? 1 : 4;
  if (filter.key === "advanced_order") {
    return fc
      .tuple(fc.constantFrom("newest", "engagement"), fc.constantFrom("asc" as const, "desc" as const))
      .map(([by, direction]) => order(by, direction));
  }
  if (filter.key === "search_field") {
    const text = fc.string({ unit: "binary", minLength: 1 }).filter((one) => one.trim() !== "");
    return fc
      .uniqueArray(fc.tuple(fc.constantFrom("text", "without_owner"), text), {
        minLength: 1,
        maxLength: 3,
        selector: String,
      })
      .map((pairs) => texts(...pairs));
  }
  if (filter.componentName.startsWith("Number")) {
    return fc
      .tuple(fc.integer({ min: 18, max: 40 }), fc.integer({ min: 40, max: 65 }))
      .map(([from, to]) => range(from, to));
  }
  if (filter.componentName === "DateSingle") return iso.map((from) => dates(from));
  if (filter.componentName === "DateMulti") {
    return fc
      .tuple(iso, fc.option(iso, { nil: undefined }))
      .map(([one, two]) => (two === undefined ? dates(one) : dates(...[one, two].sort())));
  }
  if (keys.length === 0 && filter.componentName.includes("Boolean")) return fc.constant(flag(true));
  const key = keys.length > 0 ? fc.constantFrom(...keys) : remote;
  return fc.uniqueArray(key, { minLength: 1, maxLength }).map((chosen) => ({
    kind: "items",
    items: chosen.map((one) => {
      const label = filter.items.find((item) => item.key === one)?.label;
      return { key: one, ...(label !== undefined && { label }) };
    }),
  }));
}

const rightChoices = fc
  .uniqueArray(fc.constantFrom(...form.filters), { selector: ({ key }) => key })
  .chain((filters) =>
    fc.tuple(...filters.map((filter) => rightValue(filter).map((value) => choice(filter.key, value)))),
  );

describe("A query and its body", () => {
  it("convert into each other, whatever was chosen", () => {
    fc.assert(
      fc.property(rightChoices, (choices) => {
        const body = prepare(choices);
        assert.ok(typeof body === "string", JSON.stringify(body));
        const back = queryFromBody(platform, parseExact(body), form);
        assert.deepEqual(back, { query: sentOf(form, { platform, choices }), problems: [] });
      }),
      { numRuns: times(300, 3000) },
    );
  });

  it("have one canonical body in any order", () => {
    fc.assert(
      fc.property(rightChoices, (choices) => {
        const [body, reversed] = [prepare(choices), prepare([...choices].reverse())].map(String);
        assert.equal(canonicalBody(parseExact(body!)), canonicalBody(parseExact(reversed!)));
      }),
      { numRuns: times(100, 1000) },
    );
  });

  it("read single values as lists", () => {
    const { query, problems } = queryFromBody(
      platform,
      { gender: 1, verified: true, created: "2024-01-01", days: [0, 3] },
      form,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(query.choices, [
      choice("gender", { kind: "items", items: [{ key: "1", label: "One" }] }),
      choice("verified", flag(true)),
      choice("created", dates("2024-01-01")),
      choice("days", range(0, 3)),
    ]);
  });

  const unreadable: readonly (readonly [body: object, code: QueryProblem["code"], value?: string])[] = [
    [{ page: 2 }, "reservedName"],
    [{ api_key: "x" }, "reservedName"],
    [{ new_filter: [1] }, "unknownFilter"],
    [{ gender: [2] }, "unknownItem", "2"],
    [{ gender: [{}] }, "wrongKind", "object"],
    [{ gender: null }, "wrongKind", "null"],
    [{ interests: [2 ** 53] }, "wrongKind", "object"],
    [{ interests: 2 ** 53 }, "wrongKind", "9007199254740992"],
    [{ target_age: [20] }, "wrongKind", "object"],
    [{ target_age: ["20", 30] }, "wrongKind", "object"],
    [{ target_age: [20, "30"] }, "wrongKind", "object"],
    [{ target_age: [20, 30, 40] }, "wrongKind", "object"],
    [{ target_age: "x".repeat(200) }, "wrongKind", `"${"x".repeat(99)}`],
    [{ target_age: [30, 20] }, "rangeOrder", "30, 20"],
    [{ seen: [1] }, "wrongKind", "object"],
    [{ seen: ["2024-01-01", "2024-01-02", "2024-01-03"] }, "wrongKind", "object"],
    [{ verified: ["yes"] }, "wrongKind", "object"],
    [{ verified: [true, false] }, "wrongKind", "object"],
    [{ search_field: ["x"] }, "wrongKind", "object"],
    [{ search_field: [{ text: "x" }] }, "wrongKind", "object"],
    [{ search_field: [{ type: 5, text: "x" }] }, "unknownSubType", "5"],
    [{ search_field: [{ type: "text", text: 5 }] }, "wrongKind", "object"],
    [{ advanced_order: [] }, "wrongKind", "object"],
    [{ advanced_order: "newest" }, "wrongKind", '"newest"'],
    [{ advanced_order: { order: "asc" } }, "wrongKind", "object"],
    [{ advanced_order: { orderby: "newest", order: "up" } }, "wrongKind", "object"],
    [{ advanced_order: { orderby: "x", order: "asc" } }, "sortNotOffered", "x"],
    [{ advanced_order: Array(2).fill({ orderby: "newest", order: "asc" }) }, "wrongKind", "object"],
  ];
  for (const [body, code, value] of unreadable) {
    it(`report what is wrong with ${JSON.stringify(body)}`, () => {
      const problem = { filter: Object.keys(body)[0]!, code, ...(value !== undefined && { value }) };
      const { query, problems } = queryFromBody(platform, { ...body, active: [true] }, form);
      assert.deepEqual([problems, query.choices], [[problem], [choice("active", flag(true))]]);
    });
  }

  it("can be empty", () => {
    const { query, problems } = queryFromBody(
      platform,
      { target_age: [], seen: [], gender: [], search_field: [] },
      form,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(query.choices.find(({ filter }) => filter === "seen")?.value, { kind: "dates" });
    assert.equal(prepare(query.choices), "{}");
  });

  it("name an unknown component", () => {
    const unknown: FilterForm = {
      platform,
      filters: [{ key: "k", componentName: "New", items: [], defaults: [] }],
      repairs: 0,
    };
    assert.deepEqual(queryFromBody(platform, { k: 1 }, unknown).problems, [
      { filter: "k", code: "unsupportedComponent", value: "New" },
    ]);
  });

  it("read texts of a filter without sub keys", () => {
    const plain: FilterForm = {
      platform,
      filters: [{ key: "k", component: "SearchBox", componentName: "SearchBox", items: [], defaults: [] }],
      repairs: 0,
    };
    assert.deepEqual(queryFromBody(platform, { k: ["x"] }, plain).query.choices, [choice("k", texts(["", "x"]))]);
  });

  it("require an object, and survive anything in it", () => {
    for (const body of [null, 5, "x", [], undefined]) {
      assert.deepEqual(queryFromBody(platform, body, form).problems, [{ code: "wrongKind", value: typeof body }]);
    }
    const keys = fc.constantFrom(...form.filters.map(({ key }) => key), "page", "x", "__proto__");
    fc.assert(
      fc.property(fc.dictionary(keys, junk), (body) => {
        const { query, problems } = queryFromBody(platform, body, form);
        const prepared = prepareSearch(query, form);
        assert.ok("request" in prepared, JSON.stringify(prepared));
        parseExact(bodyOf(prepared.request));
        JSON.stringify(problems);
      }),
      { numRuns: times(300, 5000) },
    );
  });
});
