import assert from "node:assert/strict";
import { params, searchQuery } from "../../../../src/views/panel/params";

const item = (action: unknown) => ({ key: "3", label: "All", action });
const query = (items: readonly unknown[]) => ({
  platform: "facebook",
  choices: [{ filter: "gender", value: { kind: "items", items } }],
});

describe("what a panel may send", () => {
  for (const action of ["clearRelated", "replaceOthers", "blockOthers", "resetRelatedWhenEmpty"]) {
    it(`an item with V1's action ${action} keeps it, in searches and in what is remembered`, () => {
      const draft = query([item(action)]);
      assert.deepEqual(searchQuery.parse(draft), draft);
      const memory = { platform: "facebook", draft };
      assert.deepEqual(params.keep.parse({ memory }), { memory });
      assert.deepEqual(params.open.parse({ memory }), { memory });
    });
  }

  it("a number of pages, as far as a search file can want it", () => {
    const wanted = (pages: number) => {
      const memory = { platform: "facebook", draft: query([]), pages };
      return [params.search.safeParse({ query: query([]), pages }), params.keep.safeParse({ memory })];
    };
    assert.deepEqual(
      wanted(1_000_000).map(({ success }) => success),
      [true, true],
    );
    for (const pages of [0, 1.5, 1_000_001])
      assert.ok(
        wanted(pages).every(({ success }) => !success),
        String(pages),
      );
  });

  it("no other action", () => {
    assert.equal(searchQuery.safeParse(query([item("RUN_ANYTHING")])).success, false);
  });

  it("an item without one, as V2 has them", () => {
    assert.deepEqual(searchQuery.parse(query([{ key: "1" }])), query([{ key: "1" }]));
  });
});
