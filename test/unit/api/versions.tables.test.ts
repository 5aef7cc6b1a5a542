import assert from "node:assert/strict";
import { bodyOfV1 } from "../../../src/api/v1/endpointsV1";
import { detailToV2 } from "../../../src/api/v1/detailToV2";
import { readFilterFormV1, sortsV1 } from "../../../src/api/v1/formV1";
import { readFilterItems } from "../../../src/api/wire/filters";
import { prepareSearch } from "../../../src/api/wire/query";
import { withSortOf } from "../../../src/features/convert/sorts";
import type { Filter } from "../../../src/protocol/filters";
import { okText } from "../../support/misbehavingReplies";
import { detailV1 } from "../../support/v1Answers";

type Json = Readonly<Record<string, unknown>>;

/** A V1 form with one filter, which says nothing but what it is given. */
function filterWith(fields: Json, settings: Json = {}): Filter {
  const wire = { key: "f", component: "StringMulti", ...fields, component_data: settings };
  const form = readFilterFormV1(okText({ filters: [wire, { key: "g", component: "CBoolean" }] }), "native");
  assert.equal(form.repairs, 0);
  return form.filters[0]!;
}

/** The member of a value behind a path such as `card.title`. */
const at = (value: unknown, path: string) =>
  path.split(".").reduce<unknown>((part, name) => (part as Json | undefined)?.[name], value);

const ofFilter: readonly (readonly [row: string, fields: Json, settings: Json, is: Partial<Filter>])[] = [
  ["key", { key: "gender" }, {}, { key: "gender" }],
  ["label", { label: "Gender" }, {}, { label: "Gender" }],
  ["icon", { icon: "people" }, {}, { icon: "people" }],
  ["description", { description: "Who" }, {}, { description: "Who" }],
  ["disabled: free_plan", { disabled: "free_plan" }, {}, { disabled: "notInPlan" }],
  ["disabled: coming_soon", { disabled: "coming_soon" }, {}, { disabled: "announced" }],
  ["placeholder", { placeholder: "Any" }, {}, { placeholder: "Any" }],
  [
    "sub_keys",
    { component: "SearchBox", sub_keys: { type: "type", main: "text" } },
    {},
    { subKeys: { type: "type", main: "text" } },
  ],
  ["default: a list", { default: [2] }, { items: [{ key: 1 }, { key: 2 }] }, { defaults: ["2"] }],
  ["default: one text", { default: "b" }, { items: [{ key: "a" }, { key: "b" }] }, { defaults: ['"b"'] }],
  ["component", { component: "DateMulti" }, {}, { component: "DateMulti", componentName: "DateMulti" }],
  ["resettable: true", { resettable: true }, {}, { resettable: true }],
  ["resettable: false", { resettable: false }, {}, { resettable: false }],
  ["component_data.api_url", {}, { api_url: "/v1/native/filter/publishers/items" }, { itemsFrom: "publishers" }],
  [
    "component_data.items: integer and string keys, label and icon or null",
    {},
    {
      items: [
        { key: 7, label: "Seven", icon: "dot", action: null },
        { key: "7", label: null, icon: null },
      ],
    },
    { items: [{ key: "7", label: "Seven", icon: "dot" }, { key: '"7"' }] },
  ],
  ["component_data.action_data", {}, { action: "SINGLETON_RELATION", action_data: ["g"] }, { actionData: ['"g"'] }],
  ["component_data.infinite_sign", {}, { infinite_sign: true }, { infinite: true }],
  ["component_data.min", { component: "NumberMultiRange" }, { min: 13 }, { min: 13 }],
  ["component_data.max", { component: "NumberMultiRange" }, { max: 65 }, { max: 65 }],
];

describe("The contract's V1 filter, field by field", () => {
  for (const [row, fields, settings, is] of ofFilter) {
    it(row, () => {
      const filter = filterWith(fields, settings);
      for (const [name, value] of Object.entries(is)) assert.deepEqual(filter[name as keyof Filter], value, name);
    });
  }

  it("null means nothing", () => {
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
    it(`action ${action}: of a filter, of its item, and of an item that the service finds`, () => {
      assert.equal(filterWith({}, { action }).action, is);
      assert.equal(filterWith({}, { items: [{ key: 1, action }] }).items[0]?.action, is);
      assert.equal(readFilterItems(okText([{ key: 1, action }])).value[0]?.action, is);
    });
  }
});

/** `orderby`, then what it is in `advanced_order`: the contract's table. */
const sorts: readonly (readonly [orderby: string, by: string, order: string])[] = [
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

describe("The contract's V1 sorts, row by row", () => {
  it("are exactly those of the adapter", () => {
    assert.deepEqual(
      sortsV1.map(({ orderby, v2 }) => [orderby, v2.orderby, v2.order]),
      sorts,
    );
  });

  for (const [orderby, by, order] of sorts) {
    it(`${orderby}: is sent as text for a search saved as ${by}, ${order}`, () => {
      const sort = { key: "orderby", component: "StringSingle", component_data: { items: [{ key: orderby }] } };
      const form = readFilterFormV1(okText({ filters: [sort] }), "native");
      const kept = withSortOf(form, { advanced_order: { orderby: by, order } });
      assert.deepEqual(kept, { orderby: [orderby] });
      const choice = {
        filter: "orderby",
        value: { kind: "items", items: [{ key: JSON.stringify(orderby) }] },
      } as const;
      const prepared = prepareSearch({ platform: "native", choices: [choice] }, form);
      assert.ok("request" in prepared);
      assert.equal(bodyOfV1(prepared.request), `{"orderby":"${orderby}","page":1}`);
    });
  }
});

/** A path in a V1 detail's `data`, and the one in V2's. */
const ofDetail: readonly (readonly [v1: string, v2: string, is?: unknown])[] = [
  ["data.ad.id", "id"],
  ["data.ad.ad_url", "post_url"],
  ["data.ad.title", "card.title"],
  ["data.ad.cta", "card.cta"],
  ["data.ad.is_bookmarked", "card.is_bookmarked"],
  [
    "data.ad.owner",
    "card.owner",
    { id: 9, name: "The Shop", avatar_url: "https://cdn.example/icon.png", domain: "shop.example" },
  ],
  ["data.ad.attachments", "card.attachments", [{ id: 1, type: "image", url: "https://cdn.example/1.png" }]],
  ["data.ad.impressions", "impression.total"],
  ["data.ad.active_days", "impression.days_running"],
  ["data.ad.first_seen_at", "impression.first_seen_at"],
  ["data.ad.last_seen_at", "impression.last_seen_at"],
  [
    "data.ad.engagements",
    "engagement_data.lifetime.breakdown.datasets",
    [
      { key: "likes", label: "Likes", value: 10 },
      { key: "comments", label: "Comments", value: 2 },
    ],
  ],
  ["data.url_chains", "url_chain"],
  ["data.domain.domain", "domain.name"],
  ["data.domain.monthly_traffic", "domain.monthly_visit"],
  // What V2 has not stays under its own name.
  ["data.domain.daily_traffic", "domain.daily_traffic"],
  ["data.domain.created_at", "domain.created_at"],
  ["data.domain.updated_at", "domain.updated_at"],
  ["data.domain.expires_at", "domain.expires_at"],
  ["data.durations", "durations"],
  ["data.technologies", "technologies"],
];

describe("The contract's V1 detail mapping, row by row", () => {
  const detail = detailToV2(detailV1);
  for (const [v1, v2, is = at(detailV1, v1)] of ofDetail) {
    it(`${v1} becomes ${v2}`, () => {
      assert.notEqual(is, undefined);
      assert.deepEqual(at(detail, v2), is);
    });
  }

  it("nothing else is left under its V1 name", () => {
    const known = ofDetail.map(([, v2]) => v2.split(".")[0]!);
    assert.deepEqual(Object.keys(detail!).sort(), [...new Set(known)].sort());
  });
});
