import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { plotOfTimeline } from "../../../../webview/charts/plot";
import { csvOfTable, tableOfBars, tableOfPlot } from "../../../../webview/charts/table";

describe("table twins", () => {
  it("has one row for each moment and leaves gaps empty", () => {
    const plot = plotOfTimeline({
      metrics: [
        { key: "likes", label: "Likes" },
        { key: "views", label: "" },
      ],
      points: [
        { date: "2025-02-01", values: [2, undefined] },
        { date: "2025-01-01", values: [1, 5] },
      ],
    });
    const table = tableOfPlot(plot);
    assert.deepEqual(table.head, ["Month", "Likes", "views"]);
    assert.deepEqual(table.rows, [
      ["2025-01", 1, 5],
      ["2025-02", 2, undefined],
    ]);
    assert.equal(csvOfTable(table), "Month,Likes,views\r\n2025-01,1,5\r\n2025-02,2,\r\n");
  });

  it("adds shares to counts, not to percentages", () => {
    const bars = [
      { label: "A", value: 1 },
      { label: "B", value: 2 },
    ];
    assert.deepEqual(tableOfBars(bars, ["L", "V"]).rows, [
      ["A", 1, 33.3],
      ["B", 2, 66.7],
    ]);
    assert.deepEqual(tableOfBars(bars, ["L", "V"], "percentage").head, ["L", "V"]);
    assert.deepEqual(tableOfBars(bars, ["L", "V"], undefined, 4).rows[0], ["A", 1, 25]);
  });

  it("writes CSV that no spreadsheet runs and every reader splits alike", () => {
    const labels = ['=1+1,"x"', "@a\r\nb", " ＝cmd", "-", "plain", 'q"q'];
    const table = { head: ["Label", "Value"], rows: labels.map((label) => [label, -1.5]), units: [] };
    const rows: string[][] = parse(csvOfTable(table));
    assert.deepEqual(
      rows.slice(1).map(([label]) => label),
      [`'=1+1,"x"`, "'@a\r\nb", "' ＝cmd", "'-", "plain", 'q"q'],
    );
    assert.ok(rows.slice(1).every(([, value]) => value === "-1.5"));
  });
});
