import assert from "node:assert/strict";
import { adRef, nextCursor, resultsOf, withPage } from "../../../../webview/state/results";
import { cardAt } from "../../../support/panelPageAds";
import { anyQuery, pageWith } from "../../../support/panelStart";

describe("results", () => {
  it("show a repeated ad once, at its first place, and count it", () => {
    const results = resultsOf(anyQuery, [pageWith(1, [0, 1, 1]), pageWith(2, [1, 2])]);
    assert.deepEqual(
      results.ads.map(({ card, page }) => [card.id, page]),
      [
        ["9007199254740993", 1],
        ["9007199254740994", 1],
        ["9007199254740995", 2],
      ],
    );
    assert.equal(results.repeated, 2);
  });

  it("keep the same objects when a page is added", () => {
    const before = resultsOf(anyQuery, [pageWith(1, [0, 1])]);
    const after = withPage(before, pageWith(2, [2]));
    assert.equal(after.ads[0], before.ads[0]);
  });

  it("ask for the next page of the snapshot that page 1 returned", () => {
    const results = resultsOf(anyQuery, [pageWith(1, [0]), pageWith(2, [1], { lastHit: "5" })]);
    assert.deepEqual(nextCursor(results), { page: 3, lastHit: "9007199254740997" });
  });

  it("offer no next page at the end, if unsure, or without a snapshot", () => {
    const noSnapshot = pageWith(1, [0]);
    Reflect.deleteProperty(noSnapshot, "lastHit");
    assert.equal(nextCursor(resultsOf(anyQuery, [pageWith(1, [0], { hasNextPage: false })])), undefined);
    assert.equal(nextCursor(resultsOf(anyQuery, [pageWith(1, [0], { doubts: ["snapshotChanged"] })])), undefined);
    assert.equal(nextCursor(resultsOf(anyQuery, [noSnapshot])), undefined);
    assert.equal(nextCursor(resultsOf(anyQuery, [])), undefined);
  });

  it("have no details for an ad without an ID or a known platform", () => {
    const { id, platform, ...nameless } = cardAt("reddit", 1, "");
    assert.deepEqual(adRef({ ...nameless, id: id!, platform: platform! }), { platform: "reddit", id });
    assert.equal(adRef({ ...nameless, platform: platform! }), undefined);
    assert.equal(adRef({ ...nameless, id: id! }), undefined);
    assert.equal(adRef({ ...nameless, id: id!, platform: "mega" }), undefined);
  });
});
