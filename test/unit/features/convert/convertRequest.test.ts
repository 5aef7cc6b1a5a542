import assert from "node:assert/strict";
import { readFilterForm } from "../../../../src/api/wire/filters";
import { prepareSearch, queryFromBody } from "../../../../src/api/wire/query";
import { isLoss, type Change, changeText } from "../../../../src/features/convert/change";
import { convertRequest, type LiveFilters } from "../../../../src/features/convert/convertRequest";
import { readRequestV1 } from "../../../../src/features/convert/requestText";
import { withSortOf } from "../../../../src/features/convert/sorts";
import { readFilterFormV1 } from "../../../../src/api/v1/formV1";
import type { FilterItem } from "../../../../src/protocol/filters";
import { okText } from "../../../support/misbehavingReplies";
import { groupV1 } from "../../../support/v1Answers";

const sorts = ["newest", "engagement", "relevancy", "ad_impressions", "days_running", "web_traffic"];
const formV2 = readFilterForm(
  okText({
    filters: [
      {
        key: "advanced_order",
        component: "StringSingle",
        items: sorts.map((key) => ({ key })),
        sub_keys: { type: "order", main: "orderby" },
      },
      {
        key: "search_field",
        component: "SearchBox",
        items: [{ key: "text" }, { key: "without_owner" }],
        sub_keys: { type: "type", main: "text" },
      },
      {
        key: "networks",
        component: "StringMulti",
        items: [
          { key: 11, label: "Google AdSense" },
          { key: 12, label: "Taboola" },
          { key: 13, label: "Twin" },
          { key: 14, label: "Twin" },
        ],
      },
      { key: "gender", component: "StringMulti", items: [{ key: 1, label: "Female" }, { key: 2 }] },
      { key: "os", component: "StringMulti", items: [{ key: "ios", label: "iOS" }, { key: "android" }] },
      { key: "interests", component: "StringMultiSearchableApi", api_url: "/v2/ads/facebook/filters/interests" },
      { key: "target_age", component: "NumberMultiRange", min: 18, max: 65 },
      { key: "verified", component: "CBoolean" },
    ],
  }),
  "display",
);
const offered: readonly FilterItem[] = [
  { key: "901", label: "Running shoes" },
  { key: "9007199254740993", label: "Running" },
  { key: '"cooking"' },
];

/** Live filters that remember what was looked up. */
function live() {
  const asked: string[] = [];
  const find: LiveFilters["find"] = (filter, text) => {
    asked.push(`${filter.itemsFrom}: ${text}`);
    return Promise.resolve(
      offered.filter(({ key, label }) => `${label} ${key}`.toLowerCase().includes(text.toLowerCase())),
    );
  };
  return { asked, form: formV2, find };
}

async function convert(body: unknown, filters: LiveFilters | "none" = live()) {
  const request = readRequestV1(typeof body === "string" ? body : JSON.stringify(body));
  assert.ok(typeof request !== "string");
  const converted = await convertRequest(request, "display", filters === "none" ? undefined : filters);
  if (filters !== "none") {
    const { query, problems } = queryFromBody("display", converted.body, filters.form);
    assert.deepEqual(problems, [], "the form accepts all of it");
    assert.ok("request" in prepareSearch(query, filters.form));
  }
  return converted;
}

/** The contract's table of sorts, row by row. */
const table: readonly (readonly [string, string, string])[] = [
  ["updated_at", "newest", "desc"],
  ["oldest", "newest", "asc"],
  ["popularity", "engagement", "desc"],
  ["most_relevant", "relevancy", "desc"],
  ["seen_counts", "ad_impressions", "desc"],
  ["impressions", "ad_impressions", "desc"],
  ["days_active", "days_running", "desc"],
  ["running_longest", "days_running", "desc"],
  ["domain.traffic", "web_traffic", "desc"],
];

describe("V1 request to V2", () => {
  for (const [orderby, by, order] of table) {
    it(`orderby ${orderby} becomes ${by}, ${order}`, async () => {
      const { body, changes } = await convert({ orderby });
      assert.deepEqual(body, { advanced_order: { orderby: by, order } });
      assert.deepEqual(
        changes.map(({ field, code, from }) => [field, code, from]),
        [["orderby", "sortRenamed", orderby]],
      );
    });
  }

  it("removes and reports a sort that the platform doesn't offer", async () => {
    const form = { ...formV2, filters: formV2.filters.map((one) => ({ ...one, items: one.items.slice(0, 1) })) };
    const { body, changes } = await convert({ orderby: "popularity" }, { ...live(), form });
    assert.deepEqual(body, {});
    assert.deepEqual(changes, [{ field: "orderby", code: "sortNotOffered", from: "popularity", to: "engagement" }]);
  });

  it("removes and reports an unknown sort", async () => {
    assert.deepEqual((await convert({ orderby: "luck" })).changes, [
      { field: "orderby", code: "sortUnknown", from: "luck" },
    ]);
    assert.deepEqual((await convert({ orderby: 7 })).changes, [{ field: "orderby", code: "sortUnknown", from: "7" }]);
  });

  it("removes api_key and its value", async () => {
    const converted = await convert({ api_key: "SECRET-1", gender: [1] });
    assert.deepEqual(converted.body, { gender: [1] });
    assert.deepEqual(converted.changes, [{ field: "api_key", code: "keyRemoved" }]);
    assert.ok(!JSON.stringify(converted).includes("SECRET-1"));
  });

  it("removes page and last_hit: the snapshot is V1's", async () => {
    const { body, changes } = await convert('{"page":3,"last_hit":9007199254740993,"gender":[1]}');
    assert.deepEqual(body, { gender: [1] });
    assert.deepEqual(
      changes.map(({ field, code }) => [field, code]),
      [
        ["page", "pagingRemoved"],
        ["last_hit", "pagingRemoved"],
      ],
    );
    assert.deepEqual((await convert({ page: 1 })).changes, []);
  });

  it("turns names of networks into the form's item keys", async () => {
    const { body, changes } = await convert({ networks: ["google_adsense", "TABOOLA", 12] });
    assert.deepEqual(body, { networks: [11, 12] });
    assert.deepEqual(changes, [
      { field: "networks", code: "nameToKey", from: "google_adsense", to: "11" },
      { field: "networks", code: "nameToKey", from: "TABOOLA", to: "12" },
    ]);
  });

  it("turns numbers and texts into the form's key", async () => {
    assert.deepEqual((await convert({ gender: ["1", "female"], os: ["IOS"] })).body, { gender: [1], os: ["ios"] });
  });

  it("looks up names of remote items once each, exactly", async () => {
    const filters = live();
    const { body, changes } = await convert({ interests: ["running shoes", "Running", 901, "cooking"] }, filters);
    assert.deepEqual(body, { interests: [901, 9007199254740993n, "cooking"] });
    assert.deepEqual(filters.asked, ["interests: running shoes", "interests: Running", "interests: cooking"]);
    assert.deepEqual(
      changes.map(({ from, to }) => [from, to]),
      [
        ["running shoes", "901"],
        ["Running", "9007199254740993"],
      ],
    );
  });

  it("removes and reports unknown and ambiguous names", async () => {
    const { body, changes } = await convert({ networks: ["nobody", "twin"], interests: ["run"] });
    assert.deepEqual(body, {});
    assert.deepEqual(changes, [
      { field: "networks", code: "nameUnknown", from: "nobody", to: "Google AdSense, Taboola, Twin, Twin" },
      { field: "networks", code: "nameAmbiguous", from: "twin", to: "13, 14" },
      { field: "interests", code: "nameUnknown", from: "run", to: "Running shoes, Running" },
    ]);
    assert.ok(changes.every(isLoss));
  });

  it("turns single values into lists, and removes empty ones", async () => {
    const { body, changes } = await convert({ gender: 1, verified: true, os: [], networks: null });
    assert.deepEqual(body, { gender: [1], verified: [true] });
    assert.deepEqual(
      changes.map(({ field, code }) => [field, code]),
      [
        ["os", "emptyRemoved"],
        ["networks", "emptyRemoved"],
        ["gender", "madeList"],
        ["verified", "madeList"],
      ],
    );
  });

  it("keeps texts and ranges, and removes what the form refuses, with the reason", async () => {
    const kept = { search_field: [{ type: "text", text: "shoes" }], target_age: [20, 30] };
    assert.deepEqual(await convert(kept), { platform: "display", body: kept, changes: [] });
    const { body, changes } = await convert({ target_age: [5, 99], search_field: "shoes" });
    assert.deepEqual(body, {});
    assert.deepEqual(
      changes.map(({ field, code }) => [field, code]),
      [
        ["target_age", "valueRefused"],
        ["search_field", "valueRefused"],
      ],
    );
  });

  it("removes and reports a filter that V2 lacks", async () => {
    const { body, changes } = await convert({ publisher_platforms: ["x"], gender: [2] });
    assert.deepEqual(body, { gender: [2] });
    assert.deepEqual(changes, [{ field: "publisher_platforms", code: "filterUnknown" }]);
  });

  it("uses only the contract's tables without live filters, and says what is unchecked", async () => {
    const { body, changes } = await convert({ orderby: "oldest", networks: ["taboola"], api_key: "x" }, "none");
    assert.deepEqual(body, { advanced_order: { orderby: "newest", order: "asc" }, networks: ["taboola"] });
    assert.deepEqual(
      changes.map(({ code }) => code),
      ["sortNotChecked", "notChecked", "keyRemoved"],
    );
  });

  it("uses a V1 library's item keys and sorts", async () => {
    const form = readFilterFormV1(okText(groupV1), "display");
    const converted = async (orderby: string) => {
      const request = readRequestV1(`{"orderby":"${orderby}","gender":["women"]}`);
      assert.ok(typeof request !== "string");
      return (await convertRequest(request, "display", { form, find: () => Promise.resolve([]) })).body;
    };
    assert.deepEqual(await converted("oldest"), { advanced_order: { orderby: "newest", order: "asc" }, gender: [1] });
    assert.deepEqual(await converted("popularity"), { gender: [1] });
  });

  it("describes every change", () => {
    const codes: readonly Change["code"][] = [
      ...(["keyRemoved", "pagingRemoved", "sortRenamed", "sortNotChecked", "sortUnknown", "sortNotOffered"] as const),
      ...(["nameUnknown", "nameAmbiguous", "madeList", "emptyRemoved", "filterUnknown", "valueRefused"] as const),
      ...(["nameToKey", "notChecked", "renamed"] as const),
    ];
    const texts = codes.map((code) => changeText({ field: "f", code, from: "a", to: "b" }));
    assert.equal(new Set(texts).size, codes.length);
    for (const text of texts) assert.match(text, /^f: .{10}/);
  });
});

describe("a search saved under the other version", () => {
  const formV1 = readFilterFormV1(okText(groupV1), "display");
  it("translates V2's sort to the V1 name that the platform offers", () => {
    const body = (orderby: string, order: string) => withSortOf(formV1, { advanced_order: { orderby, order }, a: [1] });
    assert.deepEqual(body("newest", "desc"), { orderby: ["updated_at"], a: [1] });
    assert.deepEqual(body("newest", "asc"), { orderby: ["oldest"], a: [1] });
    assert.deepEqual(body("ad_impressions", "desc"), { orderby: ["seen_counts"], a: [1] });
  });
  it("keeps an untranslatable sort, and reports it", () => {
    const body = { advanced_order: { orderby: "ad_impressions", order: "asc" } };
    assert.equal(withSortOf(formV1, body), body);
    assert.equal(queryFromBody("display", withSortOf(formV1, body), formV1).problems[0]?.code, "unknownFilter");
    const popular = { orderby: ["luck"] };
    assert.equal(withSortOf(formV2, popular), popular);
  });
  it("translates V1's sort to V2, from a text or a list", () => {
    for (const orderby of ["oldest", ["oldest"]]) {
      assert.deepEqual(withSortOf(formV2, { orderby }), { advanced_order: { orderby: "newest", order: "asc" } });
    }
  });
  it("leaves a body of the form's own version unchanged", () => {
    for (const [form, body] of [
      [formV1, { orderby: ["oldest"] }],
      [formV2, { advanced_order: { orderby: "newest", order: "asc" } }],
    ] as const) {
      assert.equal(withSortOf(form, body), body);
    }
  });
});
