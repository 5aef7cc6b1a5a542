import * as l10n from "@vscode/l10n";
import fc from "fast-check";
import assert from "node:assert/strict";
import { adsTable } from "../../../src/protocol/adFields";
import type { AdCard } from "../../../src/protocol/ads";
import { type ColumnKey, plainColumns } from "../../../src/protocol/panel";
import { cardMetrics, cardRemarks } from "../../../webview/cards/adTexts";
import { columnsFor, gridRows } from "../../../webview/cards/CardGrid";
import { arranged, columnOf, directionText, offeredColumns } from "../../../webview/cards/tableColumns";
import { viewed, withBar } from "../../../webview/cards/viewed";
import { resultsOf, type ShownAd } from "../../../webview/state/results";
import { wholeView } from "../../../webview/state/panelState";
import { anyQuery, pageWith } from "../../support/panelStart";

const card = (more: Partial<AdCard>): AdCard => ({
  ...{ key: "1", platformName: "native", attachments: [], stats: [], metadata: [], repairs: 0 },
  ...more,
});
const stats = ["Shares", "Quality", "Comments", "Likes", "Views", "Impressions"].map((tooltip, value) => ({
  tooltip,
  value,
}));

describe("the numbers of a card", () => {
  it("have one order, whatever the service sent, with website traffic last", () => {
    const names = ["Impressions", "Views", "Likes", "Comments", "Shares", "Quality", "Monthly traffic"];
    fc.assert(
      fc.property(fc.shuffledSubarray(stats, { minLength: stats.length }), (shuffled) => {
        const metrics = cardMetrics(card({ stats: shuffled, monthlyTraffic: 5 }));
        assert.deepEqual(
          metrics.map(({ name }) => name),
          names,
        );
      }),
    );
  });

  it("are as sent if they can't be read, in cards, the table, and CSV", () => {
    const ad = card({ stats: [{ tooltip: "Likes", value: "“1,234”" }], monthlyTraffic: "“~5”" });
    assert.deepEqual(
      cardMetrics(ad).map(({ title }) => title),
      ["Likes: “1,234”\nAs the service calls it.", "Monthly visits to the advertised website: “~5”"],
    );
    const shown = { card: ad, fetchedAt: "2026-01-01T00:00:00Z", page: 1 } as ShownAd;
    for (const [key, text] of [
      ["stat:Likes", "“1,234”"],
      ["traffic", "“~5”"],
    ] as const) {
      const column = columnOf(key);
      assert.deepEqual([column.text(shown), column.title?.(shown), column.order(shown)], [text, text, undefined]);
    }
    const [, row] = adsTable([{ card: ad }]);
    assert.ok(row?.includes("“1,234”") && row.includes("“~5”"), row?.join());
  });

  it("are named after their icon if unnamed, and have all digits in the tooltip", () => {
    const [metric] = cardMetrics(card({ stats: [{ icon: "up_vote", value: "9007199254740995" }] }));
    assert.deepEqual(metric, {
      name: "Up vote",
      value: "9007199254740995",
      title: "Up vote: 9,007,199,254,740,995\nAs the service calls it.",
    });
  });
});

describe("the remarks of a card", () => {
  const remark = (tooltip: string | undefined, ...values: string[]) =>
    cardRemarks(card({ metadata: [{ ...(tooltip !== undefined && { tooltip }), values }] }))[0];

  it("have a name unless they are self-explanatory", () => {
    assert.deepEqual(remark("Score", "99.4"), { name: "Score", text: "99.4", title: "Score: 99.4" });
    assert.deepEqual(remark("is_shop", "true"), { name: "Is shop", text: "yes", title: "Is shop: true" });
    assert.deepEqual(remark("is_shop", "false"), { name: "Is shop", text: "no", title: "Is shop: false" });
    assert.deepEqual(remark(undefined, "Sponsored"), { text: "Sponsored", title: "Sponsored" });
  });

  it("name countries and languages, with the codes in the tooltip", () => {
    assert.deepEqual(remark("Regions", "fr", "il"), {
      text: "France, Israel",
      title: "Regions: France (FR), Israel (IL)",
    });
    assert.equal(remark("Regions", "us", "de", "fr", "Atlantis")?.text, "United States, Germany +2");
    assert.equal(remark("Language", "fr")?.text, "French");
  });

  it("count days as people do", () => {
    assert.equal(remark("Days running", "1 days")?.text, "Running for 1 day");
    assert.equal(remark("Days running", "12")?.text, "Running for 12 days");
    assert.deepEqual(remark("Days until it ends", "3"), {
      ...{ name: "Days until it ends", text: "3 days", title: "Days until it ends: 3" },
    });
    assert.equal(remark("Days running", "99999999999 days")?.text, "99999999999 days");
  });

  it("have one order: status, countries, languages, days running, then by name", () => {
    const metadata = [
      { tooltip: "Placements", values: ["Feed"] },
      { tooltip: "Days running", values: ["2 days"] },
      { tooltip: "Languages", values: ["fr"] },
      { tooltip: "Estimated impression", values: ["1K-5K"] },
      { tooltip: "Regions", values: ["fr"] },
    ];
    assert.deepEqual(
      // A name without a value says nothing, though it would look as if it did.
      cardRemarks(card({ active: false, metadata: [...metadata, { tooltip: "Verified", values: [" "] }] })).map(
        ({ name, text }) => name ?? text,
      ),
      ["Inactive", "France", "French", "Running for 2 days", "Estimated impression", "Placements"],
    );
  });
});

const pages = [pageWith(1, [0, 1, 2]), pageWith(2, []), pageWith(3, [3, 4])];
const { ads } = resultsOf(anyQuery, pages);
const shape = (columns: number, marked = pages) =>
  gridRows(ads, columns, marked).map((row) => (row.kind === "mark" ? `page ${row.page.page}` : row.ads.length));

describe("rows of the grid", () => {
  it("start a new row below the mark of each page with ads", () => {
    assert.deepEqual(shape(2), [2, 1, "page 3", 2]);
    assert.deepEqual(shape(5), [3, "page 3", 2]);
  });

  it("continue across pages without marks", () => {
    assert.deepEqual(shape(2, []), [2, 2, 1]);
  });

  it("hold at least one card, however narrow", () => {
    assert.equal(columnsFor(0, 12), 1);
    assert.equal(columnsFor(320, 12), 1);
    assert.equal(columnsFor(492, 12), 2);
    assert.equal(columnsFor(3000, 12), 11);
  });
});

const { ads: loaded } = resultsOf(anyQuery, [pageWith(1, [0, 1, 2, 3, 4, 5, 6])]);
const positions = (view: typeof wholeView) => viewed(loaded, view).map((ad) => loaded.indexOf(ad));

describe("a view of loaded ads", () => {
  it("starts with all ads in the service's order", () => {
    assert.equal(viewed(loaded, wholeView), loaded);
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

  it("filters by a bar of the overview until it is pressed again", () => {
    const bar = { field: "advertiser", value: "Atlas Travel" } as const;
    const narrowed = withBar(wholeView, bar);
    assert.deepEqual(positions(narrowed), [1]);
    assert.deepEqual(withBar(narrowed, bar), wholeView);
  });

  it("sorts texts alphabetically and dates by time, both ways", () => {
    assert.deepEqual(positions({ ...wholeView, sort: "seen" }), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(positions({ ...wholeView, sort: "seen", descending: false }), [6, 5, 4, 3, 2, 1, 0]);
    assert.deepEqual(positions({ ...wholeView, sort: "platform" }), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(positions({ ...wholeView, sort: "advertiser", descending: false }), [1, 5, 3, 2, 0, 6, 4]);
    assert.deepEqual(positions({ ...wholeView, sort: "days" }), [6, 5, 4, 3, 2, 1, 0]);
  });

  it("sorts texts as the language of the page does, whatever their case", () => {
    const titles = ["Zebra", "äpfel", "zebra", "Birne", "Apfel"];
    const named = titles.map((title) => ({ card: card({ title }), page: 1, fetchedAt: "2026-01-01T00:00:00Z" }));
    const inOrder = viewed(named, { ...wholeView, sort: "title", descending: false });
    assert.deepEqual(
      inOrder.map((ad) => ad.card.title),
      ["Apfel", "äpfel", "Birne", "Zebra", "zebra"],
    );
  });

  it("names each order by what it sorts", () => {
    const words = (key: ColumnKey) => [true, false].map((descending) => directionText(columnOf(key), descending));
    assert.deepEqual(words("title"), ["Z to A", "A to Z"]);
    assert.deepEqual(words("seen"), ["Newest first", "Oldest first"]);
    assert.deepEqual(words("days"), ["Largest first", "Smallest first"]);
  });

  it("shows days running and countries by default, and no column that fewer than one in ten ads has", () => {
    const shown = (ads: readonly ShownAd[]) =>
      arranged(offeredColumns(ads), ads, {}).flatMap((one) => (one.shown ? [one.column.key] : []));
    const usual = shown(loaded);
    for (const key of ["days", "country", "advertiser", "stat:Likes"] as const) assert.ok(usual.includes(key), key);
    const [withStat] = loaded;
    const silent = { ...withStat!, card: { ...withStat!.card, stats: [], metadata: [] } };
    const few = shown([withStat!, ...Array.from({ length: 10 }, () => silent)]);
    for (const key of ["days", "country", "stat:Likes"] as const) assert.ok(!few.includes(key), key);
    const enough = shown([withStat!, ...Array.from({ length: 9 }, () => silent)]);
    assert.ok(enough.includes("stat:Likes"));
  });

  it("has a translated name for each column", () => {
    l10n.config({ contents: new Proxy({}, { get: (_, text) => `→${String(text)}` }) });
    try {
      const names = plainColumns.map((key) => columnOf(key).name);
      assert.deepEqual(
        names.filter((name) => !name.startsWith("→")),
        [],
      );
    } finally {
      l10n.config({ contents: {} });
    }
  });

  it("offers a column for every field that some ad has, numbers first", () => {
    assert.deepEqual(
      offeredColumns(loaded).map(({ key }) => key),
      [
        ...["stat:Likes", "stat:Comments", "stat:Shares", "traffic"],
        ...["advertiser", "days", "country", "seen", "platform", "fetched", "domain", "mediaType", "status"],
      ],
    );
  });
});
