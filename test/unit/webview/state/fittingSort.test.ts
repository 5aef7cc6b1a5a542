import assert from "node:assert/strict";
import type { SearchQuery } from "../../../../src/protocol/search";
import { displacedBy } from "../../../../webview/state/disablesOthers";
import { withFittingSort } from "../../../../webview/state/fittingSort";
import { formOf, formOfV1 } from "../../../support/panelPageForm";

const platform = "plat_social_a";
const gender = { filter: "gender", value: { kind: "items", items: [{ key: "1" }] } } as const;
const ofV2: SearchQuery = {
  platform,
  choices: [{ filter: "advanced_order", value: { kind: "order", by: "engagement", direction: "desc" } }, gender],
};

describe("a draft under the other version of the service", () => {
  it("sorts as the form does by default, and keeps all else", () => {
    const { choices } = withFittingSort(ofV2, formOfV1(platform));
    const sort = { kind: "items", items: [{ key: '"updated_at"', label: "Last seen" }] };
    assert.deepEqual(choices, [gender, { filter: "orderby", value: sort }]);
    const back = withFittingSort({ platform, choices }, formOf(platform));
    const newest = { kind: "order", by: "newest", direction: "desc" };
    assert.deepEqual(back.choices, [gender, { filter: "advanced_order", value: newest }]);
  });

  it("is the same where its sort is the form's", () => {
    assert.equal(withFittingSort(ofV2, formOf(platform)), ofV2);
    const unsorted = { platform, choices: [gender] } as const;
    assert.equal(withFittingSort(unsorted, formOfV1(platform)), unsorted);
  });

  it("has its V1 sort displaced by no filter, as V2's", () => {
    const form = formOfV1(platform);
    const alone = { ...form, filters: form.filters.map((one) => ({ ...one, ...(one.key === "gender" && all) })) };
    const displaced = displacedBy(alone, { platform, choices: [gender] });
    assert.equal(displaced.has("orderby"), false);
    assert.equal(displaced.has("behaviors"), true);
  });
});

const all = { disablesOthers: true } as const;
