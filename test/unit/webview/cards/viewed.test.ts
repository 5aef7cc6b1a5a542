import assert from "node:assert/strict";
import { resultsOf } from "../../../../webview/state/results";
import { offeredColumns } from "../../../../webview/cards/tableColumns";
import { wholeView } from "../../../../webview/state/view";
import { viewed, withBar } from "../../../../webview/cards/viewed";
import { anyQuery, pageWith } from "../../../support/panelStart";

const { ads } = resultsOf(anyQuery, [pageWith(1, [0, 1, 2, 3, 4, 5, 6])]);
const positions = (view: typeof wholeView) => viewed(ads, view).map((ad) => ads.indexOf(ad));

describe("a look at what is loaded", () => {
  it("is the service's order and everything at first", () => {
    assert.equal(viewed(ads, wholeView), ads);
  });

  it("finds every word in title, advertiser, link or remarks", () => {
    assert.deepEqual(positions({ ...wholeView, text: "roasted monday" }), [0]);
    assert.deepEqual(positions({ ...wholeView, text: "nordlicht" }), [0, 6]);
    assert.deepEqual(positions({ ...wholeView, text: "nothing like it" }), []);
  });

  it("sorts by a stat in both directions", () => {
    assert.deepEqual(positions({ ...wholeView, sort: "stat:Comments" }), [6, 5, 4, 3, 2, 1, 0]);
    assert.deepEqual(positions({ ...wholeView, sort: "stat:Comments", descending: false }), [0, 1, 2, 3, 4, 5, 6]);
  });

  it("puts ads without the value last in either direction", () => {
    assert.deepEqual(positions({ ...wholeView, sort: "traffic" }), [6, 3, 0, 1, 2, 4, 5]);
    assert.deepEqual(positions({ ...wholeView, sort: "traffic", descending: false }), [0, 3, 6, 1, 2, 4, 5]);
  });

  it("follows the bar of the overview that was pressed, until it is pressed again", () => {
    const bar = { field: "advertiser", value: "Atlas Travel" } as const;
    const narrowed = withBar(wholeView, bar);
    assert.deepEqual(positions(narrowed), [1]);
    assert.deepEqual(withBar(narrowed, bar), wholeView);
  });

  it("sorts texts as they read, moments as they were, and both back", () => {
    assert.deepEqual(positions({ ...wholeView, sort: "seen" }), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(positions({ ...wholeView, sort: "seen", descending: false }), [6, 5, 4, 3, 2, 1, 0]);
    assert.deepEqual(positions({ ...wholeView, sort: "platform" }), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(positions({ ...wholeView, sort: "advertiser", descending: false }), [1, 5, 3, 2, 0, 6, 4]);
    assert.deepEqual(positions({ ...wholeView, sort: "days" }), [6, 5, 4, 3, 2, 1, 0]);
  });

  it("offers a column for all that some ad says, numbers in the order of the cards first", () => {
    assert.deepEqual(
      offeredColumns(ads).map(({ key }) => key),
      [
        ...["stat:Likes", "stat:Comments", "stat:Shares", "traffic"],
        ...["advertiser", "platform", "seen", "fetched", "domain", "mediaType", "days", "status"],
      ],
    );
  });
});
