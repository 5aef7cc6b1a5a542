import assert from "node:assert/strict";
import type { CreativeGroup } from "../../../src/protocol/lens";
import type { ColumnKey, Layout } from "../../../src/protocol/panel";
import { creativeRows } from "../../../webview/cards/creativeGroups";
import { columnOf, offeredColumns, sortColumns, viewIn } from "../../../webview/cards/tableColumns";
import type { ShownAd } from "../../../webview/state/results";
import { wholeView } from "../../../webview/state/panelState";
import { cardAt } from "../../support/panelPageAds";

const ads: readonly ShownAd[] = [0, 1, 2, 3].map((at) => ({
  card: cardAt("tiktok", at, "https://pictures.invalid"),
  page: 1,
  fetchedAt: "2026-11-20T10:00:00Z",
}));
const keys = ads.map(({ card }) => card.key);
const of = (ids: readonly number[], more: Partial<CreativeGroup> = {}): CreativeGroup => ({
  ...{ id: keys[ids[0]!]!, ads: ids.map((at) => keys[at]!), reasons: [], title: "", platforms: ["tiktok"] },
  ...{ advertisers: [], domains: [], countries: [], firstSeen: "", lastSeen: "", stats: [] },
  ...more,
});
const views = { name: "Views", sum: 30, max: 20, ads: 2 };
const groups = [
  of([0, 1, 2], { reasons: ["text", "landing"], stats: [views], advertisers: ["Nordlauf", "Atlas"], title: "Boots" }),
  of([3], { stats: [{ ...views, sum: 70, max: 70, ads: 1 }] }),
];
const rowsOf = (view = wholeView, open: readonly string[] = []) => creativeRows(groups, ads, view, new Set(open));
const cell = (row: ShownAd | undefined, key: Parameters<typeof columnOf>[0]) => {
  const { text, more, title } = columnOf(key);
  return row && [text(row), more?.(row), title?.(row)];
};

describe("the table of creatives", () => {
  it("has a row for each creative, and its ads below it while it is open", () => {
    const [group, single] = rowsOf().rows;
    assert.deepEqual([group?.card.title, single?.card.key], ["Boots", keys[3]]);
    const open = rowsOf(wholeView, [group!.card.key]).rows;
    assert.deepEqual(
      open.map(({ card }) => card.key),
      [group!.card.key, ...keys],
    );
  });

  it("shows sum, maximum, and how many ads have a number; what no ad has is no 0", () => {
    const [group, single] = rowsOf().creatives;
    assert.deepEqual(cell(group, "stat:Views"), ["30", "max 20, 2 of 3 ads", "Sum: 30. Maximum: 20. 2 of 3 ads"]);
    assert.deepEqual(cell(single, "stat:Views")?.slice(0, 2), ["70", undefined]);
    // Its ads have likes, but the group doesn't say so.
    assert.deepEqual(cell(group, "stat:Likes")?.[0], undefined);
    assert.deepEqual(cell(group, "reasons")?.[0], "Text, Landing page");
    assert.deepEqual(cell(group, "advertiser")?.[0], "Nordlauf, Atlas");
    assert.deepEqual([cell(group, "ads")?.[0], cell(single, "ads")?.[0]], ["3", "1"]);
    assert.deepEqual(cell(group, "days")?.[0], undefined);
  });

  it("is sorted by what all ads of a creative have, and else in the lens's order", () => {
    const first = (sort: Parameters<typeof columnOf>[0], descending: boolean) =>
      rowsOf({ ...wholeView, sort, descending }).creatives[0]?.card.title;
    assert.equal(first("ads", true), "Boots");
    assert.notEqual(first("ads", false), "Boots");
    assert.notEqual(first("stat:Views", true), "Boots");
  });

  it("can be sorted by what creatives have, and ads by what they have", () => {
    const names = (layout: Layout) => sortColumns(ads, layout).map(({ key }) => key);
    assert.deepEqual(names("creatives"), [
      ...["ads", "reasons", "stat:Likes", "stat:Comments", "stat:Shares"],
      ...["advertiser", "country", "seen", "platform", "domain", "firstSeen"],
    ]);
    assert.ok(names("table").includes("days") && !names("table").includes("ads"));
    const sort = (layout: Layout, by: ColumnKey) => viewIn(layout, { ...wholeView, sort: by }).sort;
    assert.deepEqual([sort("creatives", "days"), sort("creatives", "ads")], ["service", "ads"]);
    assert.deepEqual([sort("cards", "days"), sort("cards", "ads")], ["days", "service"]);
  });

  it("offers the columns that creatives have, and the table of ads doesn't", () => {
    const names = (rows: readonly ShownAd[]) => offeredColumns(rows).map(({ key }) => key);
    assert.deepEqual(names(rowsOf().creatives), ["ads", "reasons", "stat:Views", "advertiser", "platform"]);
    assert.ok(!names(ads).includes("ads") && names(ads).includes("stat:Likes"));
  });
});
