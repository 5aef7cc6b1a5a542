import * as l10n from "@vscode/l10n";
import assert from "node:assert/strict";
import type { AdCard, AdDetail } from "../../../../src/protocol/ads";
import { comparedRows, highestCells, comparedTimeline } from "../../../../webview/compare/comparedRows";

const card: AdCard = { key: "1", platformName: "native", attachments: [], stats: [], metadata: [], repairs: 0 };
const shown = (more: Partial<AdCard>) => ({
  card: { ...card, ...more },
  page: 1,
  fetchedAt: "2025-05-03T00:00:00Z",
});
const ad = (fields: Partial<AdDetail>) => ({
  shown: shown(fields.title === undefined ? {} : { title: fields.title }),
  bought: {
    detail: {
      ad: { platform: "native", id: "1" },
      attachments: [],
      urlChain: [],
      repairs: 0,
      ...fields,
    } satisfies AdDetail,
    fetchedAt: "2025-05-03T00:00:00Z",
    bought: true,
  },
});

describe("compared ads", () => {
  const ads = [
    ad({ impression: { total: "9007199254740993", daysRunning: 10 }, callToAction: "Buy" }),
    ad({ impression: { total: 100, daysRunning: 10 } }),
    ad({}),
  ];
  const row = (label: string) => comparedRows(ads).find((candidate) => candidate.label === label);

  it("show only facts that some ad has, with all digits", () => {
    assert.deepEqual(
      row("Times observed")?.cells.map((cell) => cell?.text),
      ["9,007,199,254,740,993", "100", undefined],
    );
    assert.equal(row("Website"), undefined);
  });

  it("show each fact once, from the details or else from the card", () => {
    const onCard = {
      stats: [
        { tooltip: "Likes", value: 7 },
        { tooltip: "Impressions", value: 90 },
      ],
      metadata: [
        { tooltip: "Days running", values: ["1 days"] },
        { tooltip: "Regions", values: ["fr"] },
      ],
      monthlyTraffic: 5,
    };
    const two = [
      { ...ad({ impression: { total: 100 }, domain: { monthlyVisits: 9 } }), shown: shown(onCard) },
      { shown: shown(onCard) },
    ];
    const cells = comparedRows(two).map((one) => [one.label, ...one.cells.map((cell) => cell?.text)]);
    assert.deepEqual(cells, [
      ["Times observed", "100", undefined],
      ["Days running", "1", "1"],
      ["Monthly traffic", "9", "5"],
      ["Impressions", "90", "90"],
      ["Likes", "7", "7"],
      ["Creatives", "0", "0"],
      ["Regions", "France", "France"],
    ]);
  });

  it("have what only a card tells under the name of a detail", () => {
    const onCard = {
      stats: [
        { tooltip: "Times observed", value: 40 },
        { tooltip: "Engagement score", value: 7 },
      ],
      metadata: [
        { tooltip: "Call to action", values: ["Shop now"] },
        { tooltip: "First seen", values: ["2024-05-01"] },
      ],
    };
    const bought = ad({ impression: { total: 100 }, callToAction: "Buy" });
    const cells = (...ads: Parameters<typeof comparedRows>[0]) =>
      comparedRows(ads).map((one) => [one.label, ...one.cells.map((cell) => cell?.text)]);
    assert.deepEqual(cells({ shown: shown(onCard) }), [
      ["Times observed", "40"],
      ["Engagement score", "7"],
      ["First seen", "2024-05-01"],
      ["Call to action", "Shop now"],
      ["Creatives", "0"],
    ]);
    assert.deepEqual(cells(bought, { shown: shown(onCard) }), [
      ["Times observed", "100", "40"],
      ["Engagement score", undefined, "7"],
      ["First seen", undefined, "2024-05-01"],
      ["Call to action", "Buy", "Shop now"],
      ["Creatives", "0", "0"],
    ]);
  });

  it("show a fact once in another language, too, whether the service names it in English or in that language", () => {
    const stats = ["First seen", "Times observed", "Clics"].map((tooltip) => ({ tooltip, value: 7 }));
    const metadata = [
      { tooltip: "Landing page", values: ["a"] },
      { tooltip: "Région principale", values: ["b"] },
    ];
    l10n.config({
      contents: {
        "First seen": "Première observation",
        "Landing page": "Page de destination",
        "Times observed": "Observations",
        "Top region": "Région principale",
      },
    });
    try {
      assert.deepEqual(
        comparedRows([{ shown: shown({ stats, metadata }) }]).map(({ label }) => label),
        ["Observations", "Clics", "Première observation", "Région principale", "Creatives", "Page de destination"],
      );
    } finally {
      l10n.config({ contents: {} });
    }
  });

  it("mark the highest value if they differ", () => {
    assert.deepEqual([...highestCells(row("Times observed")!)], [0]);
    assert.deepEqual([...highestCells(row("Days running")!)], [], "all alike");
    assert.deepEqual([...highestCells(row("Call to action")!)], [], "no numbers");
  });

  it("share one timeline over all dates, with gaps", () => {
    const curve = (dates: readonly string[], value: number) =>
      ad({
        title: `Ad ${value}`,
        engagement: {
          lifetime: {
            timeline: {
              metrics: [
                { key: "a", label: "A" },
                { key: "b", label: "B" },
              ],
              points: dates.map((date) => ({ date, values: [value, undefined] })),
            },
          },
        },
      });
    const plot = comparedTimeline([
      curve(["2025-02-01", "2025-03-01"], 2),
      ad({}),
      curve(["2025-01-01", "2025-02-01"], 5),
    ]);
    assert.deepEqual(
      plot?.series.map(({ label, values }) => [label, values]),
      [
        ["Ad 2", [undefined, 2, 2]],
        ["Ad 5", [5, 5, undefined]],
      ],
    );
    assert.equal(comparedTimeline([curve(["2025-01-01"], 1), ad({})]), undefined, "one curve is no comparison");
  });
});
