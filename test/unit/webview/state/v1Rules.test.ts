import assert from "node:assert/strict";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import type { ChosenItem, SearchQuery } from "../../../../src/protocol/search";
import { blockedItems, disabledNote, settled } from "../../../../webview/state/v1Rules";
import { withChoice } from "../../../../webview/state/query";

const filter = (key: string, more: Partial<Filter> = {}): Filter => ({
  key,
  component: "StringMulti",
  componentName: "StringMulti",
  items: ["1", "2", "3"].map((item) => ({ key: item })),
  defaults: [],
  ...more,
});

const formOf = (filters: readonly Filter[], relations: readonly (readonly string[])[] = []): FilterForm => ({
  platform: "native",
  filters,
  relations,
  repairs: 0,
});

/** A draft in which a person chooses, one act after the other: `a:1,2` sets filter `a` to two items, `a:` empties it. */
function acts(form: FilterForm, ...all: readonly string[]): readonly string[] {
  let draft: SearchQuery = { platform: "native", choices: [] };
  for (const act of all) {
    const [key = "", keys = ""] = act.split(":");
    const items = keys.split(",").filter((item) => item !== "");
    draft = choose(
      form,
      draft,
      key,
      items.map((item) => ({ key: item })),
    );
  }
  return told(draft);
}

function choose(form: FilterForm, draft: SearchQuery, key: string, items: readonly ChosenItem[]): SearchQuery {
  return settled(form, draft, withChoice(draft, key, { kind: "items", items }), key);
}

function told(draft: SearchQuery): readonly string[] {
  return draft.choices.map(({ filter: key, value }) => {
    return `${key}:${value.kind === "items" ? value.items.map((item) => item.key).join() : value.kind}`;
  });
}

const itemsWith = (action: NonNullable<Filter["action"]>, key = "1"): Filter["items"] =>
  ["1", "2", "3"].map((item) => (item === key ? { key: item, action } : { key: item }));

describe("rules of a V1 form", () => {
  describe("replaceOthers", () => {
    const form = formOf([filter("a", { items: itemsWith("replaceOthers") }), filter("b")]);
    it("an item takes the place of all others", () => {
      assert.deepEqual(acts(form, "b:1", "a:2,3", "a:2,3,1"), ["b:1", "a:1"]);
    });
    it("another item takes its place", () => {
      assert.deepEqual(acts(form, "a:1", "a:1,2"), ["a:2"]);
    });
    it("a filter that has it keeps only the latest item", () => {
      assert.deepEqual(acts(formOf([filter("a", { action: "replaceOthers" })]), "a:1", "a:1,2"), ["a:2"]);
    });
    it("a filter that names others clears them when chosen, and stays when they are chosen", () => {
      const named = formOf([filter("a", { action: "replaceOthers", actionData: ['"b"'] }), filter("b"), filter("c")]);
      assert.deepEqual(acts(named, "b:1", "c:1", "a:1,2"), ["c:1", "a:1,2"]);
      assert.deepEqual(acts(named, "a:1", "b:1"), ["a:1", "b:1"]);
    });
  });

  describe("blockOthers", () => {
    const a = filter("a", { items: itemsWith("blockOthers") });
    const form = formOf([a]);
    it("an item excludes the others while it is chosen", () => {
      assert.deepEqual(acts(form, "a:2", "a:2,1"), ["a:1"]);
      assert.deepEqual(acts(form, "a:1", "a:1,2"), ["a:1"]);
      assert.deepEqual(acts(form, "a:1", "a:", "a:2"), ["a:2"]);
    });
    it("lists the blocked items", () => {
      assert.deepEqual([...blockedItems(a, { kind: "items", items: [{ key: "1" }] })], ["2", "3"]);
      assert.deepEqual([...blockedItems(a, { kind: "items", items: [{ key: "2" }] })], []);
      assert.deepEqual([...blockedItems(a, undefined)], []);
    });
  });

  describe("clearRelated", () => {
    const relations = [
      ["a", "b"],
      ["b", "c"],
    ];
    const form = formOf([filter("a"), filter("b", { action: "clearRelated" }), filter("c"), filter("d")], relations);
    it("a choice clears only related filters", () => {
      assert.deepEqual(acts(form, "a:1", "c:1", "d:1", "b:2"), ["d:1", "b:2"]);
    });
    it("a choice in a related filter clears it in turn", () => {
      assert.deepEqual(acts(form, "b:1", "d:1", "a:1", "c:2"), ["d:1", "a:1", "c:2"]);
    });
    it("filters named by the action replace the relations", () => {
      const b = filter("b", { action: "clearRelated", actionData: ['"d"'] });
      const named = formOf([filter("a"), b, filter("d")], [["a", "b"]]);
      assert.deepEqual(acts(named, "a:1", "d:1", "b:1"), ["a:1", "b:1"]);
      assert.deepEqual(acts(named, "b:1", "a:1", "d:1"), ["a:1", "d:1"]);
    });
    it("on an item, only that item is cleared", () => {
      const items = formOf([filter("a"), filter("b", { items: itemsWith("clearRelated") })], [["a", "b"]]);
      assert.deepEqual(acts(items, "b:1,2", "a:1"), ["b:2", "a:1"]);
      assert.deepEqual(acts(items, "a:1", "b:2"), ["a:1", "b:2"]);
      assert.deepEqual(acts(items, "a:1", "b:1,2"), ["b:1,2"]);
    });
    it("an item of a remote filter has its own action", () => {
      const remote = formOf([filter("a"), filter("b", { items: [], itemsFrom: "b" })], [["a", "b"]]);
      let draft = choose(remote, { platform: "native", choices: [] }, "a", [{ key: "1" }]);
      draft = choose(remote, draft, "b", [{ key: "77", action: "clearRelated" }]);
      assert.deepEqual(told(draft), ["b:77"]);
    });
  });

  describe("resetRelatedWhenEmpty", () => {
    const country = filter("country", { action: "resetRelatedWhenEmpty" });
    const city = filter("city", { defaults: ["3"] });
    const form = formOf([country, city, filter("d")], [["country", "city"]]);
    it("an emptied filter resets related ones to their defaults", () => {
      assert.deepEqual(acts(form, "country:1", "city:1", "d:1", "country:"), ["city:3", "d:1"]);
      assert.deepEqual(
        acts(formOf([country, filter("city")], [["country", "city"]]), "country:1", "city:1", "country:"),
        [],
      );
    });
    it("does nothing before a choice, or while one remains", () => {
      assert.deepEqual(acts(form, "city:1", "country:"), ["city:1"]);
      assert.deepEqual(acts(form, "country:1,2", "city:1", "country:1"), ["country:1", "city:1"]);
    });
    it("follows a chain, and a circle only once", () => {
      const action = "resetRelatedWhenEmpty" as const;
      const chain = [filter("a", { action }), filter("b", { action }), filter("c", { action })];
      const relations = [
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ];
      for (const some of [relations.slice(0, 2), relations]) {
        assert.deepEqual(acts(formOf(chain, some), "a:1", "b:1", "c:1", "a:"), []);
      }
    });
    it("an item triggers it when the last one is cleared", () => {
      const items = formOf([filter("a", { items: itemsWith("resetRelatedWhenEmpty") }), filter("b")], [["a", "b"]]);
      assert.deepEqual(acts(items, "a:1", "b:1", "a:"), []);
      assert.deepEqual(acts(items, "a:2", "b:1", "a:"), ["b:1"]);
    });
  });

  it("a form without actions returns the same draft", () => {
    const form = formOf([filter("a"), filter("b")], [["a", "b"]]);
    const before: SearchQuery = { platform: "native", choices: [] };
    const after = withChoice(before, "a", { kind: "items", items: [{ key: "1" }, { key: "2" }] });
    assert.equal(settled(form, before, after, "a"), after);
    assert.equal(settled(form, before, after, "unknown"), after);
  });

  it("says why a filter is disabled", () => {
    assert.equal(disabledNote(filter("a")), undefined);
    assert.match(disabledNote(filter("a", { disabled: "notInPlan" })) ?? "", /free plan/);
    assert.match(disabledNote(filter("a", { disabled: "announced" })) ?? "", /Announced/);
    assert.match(disabledNote(filter("a", { disabled: "maintenance" })) ?? "", /maintenance/);
  });
});
