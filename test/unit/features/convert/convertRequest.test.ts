import assert from "node:assert/strict";
import { readFilterFormV1, sortsV1 } from "../../../../src/api/v1/formV1";
import { readFilterForm } from "../../../../src/api/wire/filters";
import { prepareSearch, queryFromBody } from "../../../../src/api/wire/query";
import { type Change, changeText, isLoss } from "../../../../src/features/convert/change";
import {
  convertRequest,
  liveFilters,
  type LiveFilters,
  requestDocument,
} from "../../../../src/features/convert/convertRequest";
import { readRequestV1 } from "../../../../src/features/convert/requestText";
import { withSortOf } from "../../../../src/features/convert/sorts";
import { FeatureError } from "../../../../src/features/failures/featureError";
import type { ApiVersion } from "../../../../src/protocol/apiVersion";
import type { FilterItem } from "../../../../src/protocol/filters";
import { type Misbehaving, startMisbehaving } from "../../../support/misbehaving";
import { body, failed, okText } from "../../../support/misbehavingReplies";
import { groupV1 } from "../../../support/v1Answers";
import { rowsOf, valuesOf } from "../../../support/valuesOf";
import { clientOf, segments } from "../../api/client";

const item = (key: string | number, label?: string) => ({ key, ...(label !== undefined && { label }) });
const multi = (key: string, ...items: readonly ReturnType<typeof item>[]) => ({ key, component: "StringMulti", items });
const orderOf = (...keys: readonly string[]) => ({
  ...{ key: "advanced_order", component: "StringSingle", sub_keys: { type: "order", main: "orderby" } },
  items: keys.map((key) => item(key)),
});
const interests = { key: "interests", component: "StringMultiSearchableApi", api_url: "/v2/ads/facebook/filters/interests" }; // prettier-ignore
const filtersV2 = [
  orderOf("newest", "engagement", "relevancy", "ad_impressions", "days_running", "web_traffic"),
  { ...multi("search_field", item("text"), item("without_owner")), component: "SearchBox", sub_keys: { type: "type", main: "text" } }, // prettier-ignore
  multi("networks", item(11, "Google AdSense"), item(12, "Taboola"), item(13, "Twin"), item(14, "Twin")),
  multi("gender", item(1, "Female"), item(2)),
  multi("os", item("ios", "iOS"), item("android")),
  interests,
  { key: "target_age", component: "NumberMultiRange", min: 18, max: 65 },
  { key: "verified", component: "CBoolean" },
];
const formV2 = readFilterForm(okText({ filters: filtersV2 }), "display");
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

describe("V1 request to V2", () => {
  it("renames each sort of the contract's table", async () => {
    const rows = [
      ...["updated_at newest desc", "oldest newest asc", "popularity engagement desc", "most_relevant relevancy desc"],
      ...["seen_counts ad_impressions desc", "impressions ad_impressions desc", "days_active days_running desc"],
      ...["running_longest days_running desc", "domain.traffic web_traffic desc"],
    ];
    assert.deepEqual(
      sortsV1.map(({ orderby, v2 }) => `${orderby} ${v2.orderby} ${v2.order}`),
      rows,
    );
    for (const row of rows) {
      const [orderby, by, order] = row.split(" ");
      const { body, changes } = await convert({ orderby });
      assert.deepEqual(body, { advanced_order: { orderby: by, order } });
      assert.deepEqual(valuesOf(changes, "field", "code", "from"), ["orderby", "sortRenamed", orderby]);
    }
  });

  it("removes and reports a sort that the platform doesn't offer, or that is unknown", async () => {
    const form = { ...formV2, filters: formV2.filters.map((one) => ({ ...one, items: one.items.slice(0, 1) })) };
    const { body, changes } = await convert({ orderby: "popularity" }, { ...live(), form });
    assert.deepEqual(body, {});
    assert.deepEqual(changes, [{ field: "orderby", code: "sortNotOffered", from: "popularity", to: "engagement" }]);
    for (const orderby of ["luck", 7])
      assert.deepEqual((await convert({ orderby })).changes, [{ field: "orderby", code: "sortUnknown", from: String(orderby) }]); // prettier-ignore
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
    assert.deepEqual(valuesOf(changes, "field", "code"), ["page", "pagingRemoved", "last_hit", "pagingRemoved"]);
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
    assert.deepEqual(valuesOf(changes, "from", "to"), ["running shoes", "901", "Running", "9007199254740993"]);
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
    assert.deepEqual(rowsOf(changes, "field", "code"), [
      ["os", "emptyRemoved"],
      ["networks", "emptyRemoved"],
      ["gender", "madeList"],
      ["verified", "madeList"],
    ]);
  });

  it("keeps texts and ranges, and removes what the form refuses, with the reason", async () => {
    const kept = { search_field: [{ type: "text", text: "shoes" }], target_age: [20, 30] };
    assert.deepEqual(await convert(kept), { platform: "display", body: kept, changes: [] });
    const { body, changes } = await convert({ target_age: [5, 99], search_field: "shoes" });
    assert.deepEqual(body, {});
    assert.deepEqual(rowsOf(changes, "field", "code"), [
      ["target_age", "valueRefused"],
      ["search_field", "valueRefused"],
    ]);
  });

  it("removes and reports a filter that V2 lacks", async () => {
    const { body, changes } = await convert({ publisher_platforms: ["x"], gender: [2] });
    assert.deepEqual(body, { gender: [2] });
    assert.deepEqual(changes, [{ field: "publisher_platforms", code: "filterUnknown" }]);
  });

  it("uses only the contract's tables without live filters, and says what is unchecked", async () => {
    const { body, changes } = await convert({ orderby: "oldest", networks: ["taboola"], api_key: "x" }, "none");
    assert.deepEqual(body, { advanced_order: { orderby: "newest", order: "asc" }, networks: ["taboola"] });
    assert.deepEqual(valuesOf(changes, "code"), ["sortNotChecked", "notChecked", "keyRemoved"]);
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

const form = { filters: [orderOf("engagement"), interests] };
const command =
  `curl 'https://a.example/v1/facebook/ads/search?api_key=SECRET' --data-raw ` +
  `'{"api_key":"SECRET","orderby":"popularity","interests":["Shoes","No\\nsuch"],"page":1}'`;

async function documentOf(live: Awaited<ReturnType<typeof liveFilters>>): Promise<string> {
  const request = readRequestV1(command);
  assert.ok(typeof request !== "string");
  const converted = await convertRequest(request, "facebook", "form" in live ? live : undefined);
  return requestDocument(converted, segments, live.why);
}

describe("the document of a converted request", () => {
  let service: Misbehaving;
  let onlyV1 = false;
  before(async () => {
    service = await startMisbehaving(({ seen, ...rest }) => {
      if (onlyV1 && seen.target.startsWith("/v2/")) return failed(1004, "not for V2")({ seen, ...rest });
      const items = [{ key: 901, label: "Shoes" }];
      const answer = seen.target.includes("/interests") ? items.filter(() => seen.target.endsWith("Shoes")) : form;
      return body(okText(answer))({ seen, ...rest });
    });
  });
  after(() => service.close());
  const signal = new AbortController().signal;

  /** Forms as the extension asks for them: over the client, free routes only. */
  const forms = (version: ApiVersion = "v2") => {
    const library = (asked: ApiVersion = version) => clientOf(service.url, { version: asked }).library;
    return {
      version,
      form: async (_: unknown, asked?: ApiVersion) => (await library(asked).filters("facebook")).value,
      items: async (_: unknown, filter: string, text: string, _signal: unknown, asked?: ApiVersion) =>
        (await library(asked).filterItems("facebook", filter, text)).value,
    };
  };
  /** The routes that a conversion asks for. */
  const asking = async (version: ApiVersion) => {
    const before = service.requests.length;
    const text = await documentOf(await liveFilters(forms(version), "facebook", signal));
    return { text, asked: service.requests.slice(before).map(({ method, target }) => `${method} ${target}`) };
  };
  const ofV2 = [
    "GET /v2/ads/facebook/filters",
    "GET /v2/ads/facebook/filters/interests?search=Shoes",
    "GET /v2/ads/facebook/filters/interests?search=No%0Asuch",
  ];

  it("states route, changes, and removals, then the body of page 1", async () => {
    const text = await documentOf(await liveFilters(forms(), "facebook", signal));
    assert.equal(
      text,
      `// Sending POST /v2/ads/facebook/search costs 100 credits.
//
// Changed:
// - api_key: removed. The key is sent only in the header x-api-key.
// - orderby: “popularity” became advanced_order {"orderby":"engagement","order":"desc"}.
// - interests: the name “Shoes” became the item key 901.
//
// Removed, so this request is not the same search:
// - interests: “No such” removed. The filter has no item with this name.
{
  "page": 1,
  "advanced_order": {
    "orderby": "engagement",
    "order": "desc"
  },
  "interests": [
    901
  ]
}
`,
    );
    assert.ok(!text.includes("SECRET"));
  });

  it("uses free routes of V2 only, one per name, even if V1 is connected: its key may be enabled for both", async () => {
    const [one, two] = [await asking("v1"), await asking("v2")];
    assert.deepEqual([one.asked, two.asked], [ofV2, ofV2]);
    assert.equal(one.text, two.text);
  });

  it("uses V1's filters for a V1-only key, and says so", async () => {
    onlyV1 = true;
    const { text, asked } = await asking("v1").finally(() => (onlyV1 = false));
    assert.deepEqual(asked.slice(0, 2), ["GET /v2/ads/facebook/filters", "GET /v1/filters/facebook/search"]);
    assert.match(
      text,
      /^\/\/ Not checked against the live filters of V2: .*not for V2.* Item keys are those of V1\.$/m,
    );
    assert.match(text, /"interests": \[\n {4}901\n {2}\]/);
    assert.match(text, /"orderby": "engagement"/);
    onlyV1 = true;
    const refused = await asking("v2").finally(() => (onlyV1 = false));
    assert.deepEqual(refused.asked, ["GET /v2/ads/facebook/filters"]);
  });

  it("works without a library, and says so", async () => {
    const live = await liveFilters(
      { version: "v2", form: () => Promise.reject(new FeatureError("noConnection")), items: () => Promise.resolve([]) },
      "facebook",
      signal,
    );
    const text = await documentOf(live);
    assert.match(text, /^\/\/ Not checked against the live filters of V2: No library is connected\./m);
    assert.match(text, /"interests": \[\n {4}"Shoes",\n {4}"No\\nsuch"\n {2}\]/);
  });

  it("ends when canceled", async () => {
    const stop = new AbortController();
    const live = await liveFilters(
      {
        version: "v2",
        form: () => Promise.resolve(readFilterForm(okText(form), "facebook")),
        items: () => Promise.resolve([]),
      },
      "facebook",
      stop.signal,
    );
    stop.abort();
    await assert.rejects(documentOf(live), { name: "AbortError" });
  });
});
