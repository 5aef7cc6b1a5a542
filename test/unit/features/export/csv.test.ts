import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { numberCell, textCell } from "../../../../src/features/export/csvCell";
import { exportPages } from "../../../../src/features/export/exportPages";
import type { ExportExtras } from "../../../../src/features/export/exportPages";
import { localTarget } from "../../../../src/features/export/localTarget";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { jsonIssues } from "./schemas";
import { about, adTexts, aPage } from "./someAnswers";

/** Reads a cell as docs/export-format.md says. */
const readBack = (cell: string) => (cell.startsWith("'") ? cell.slice(1) : cell);
const parsed = (text: string): string[][] => parse(text, { bom: true, record_delimiter: "\r\n" });
const trigger = /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const hostile = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "  =1",
  "\u00a0=cmd|' /C calc'!A0",
  "\u3000＝1",
  "＠x",
  "＋1",
  "－1",
  "\u200b=1",
  "\ufeff=1",
  "'quoted",
  "''=1",
  'say "hi"',
  '",=1',
  "a;=1",
  "a\r\n=1",
  " space ",
  "",
  "日本, 東京",
  "9007199254740993",
  "-9007199254740993",
  "007",
  "1e999",
];

describe("CSV cells", () => {
  it("cannot be run by a spreadsheet, and are read back exactly", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" }), fc.string()), (text) => {
        const [[cell, next] = []] = parsed(`${textCell(text)},next\r\n`);
        assert.ok(!trigger.test(cell!), `${JSON.stringify(cell)} is run`);
        assert.equal(readBack(cell!), text);
        assert.equal(next, "next");
      }),
      { numRuns: 3000 },
    );
  });

  it("hold numbers as numbers where a spreadsheet can", () => {
    assert.equal(numberCell(-5), "-5");
    assert.equal(numberCell(1.5), "1.5");
    assert.equal(numberCell(123_456_789_012_345), "123456789012345");
    assert.equal(numberCell(1_234_567_890_123_456), "'1234567890123456");
    assert.equal(numberCell("9007199254740993"), "'9007199254740993");
  });
});

describe("CSV export", () => {
  const folder = temporaryFolder();
  async function rowsOf(ads: readonly string[], extras?: ExportExtras): Promise<Record<string, string>[]> {
    const file = join(folder(), "a.csv");
    await exportPages(localTarget(file), "csv", about, [aPage(1), aPage(2, ads)], undefined, undefined, extras);
    const text = readFileSync(file, "utf8");
    assert.equal(text[0], "\ufeff");
    const [header, ...records] = parsed(text);
    for (const record of records) assert.equal(record.length, header!.length);
    const rows = records.map((record) => Object.fromEntries(record.map((cell, index) => [header![index]!, cell])));
    for (const row of rows) assert.deepEqual(jsonIssues("export-csv-row", row), []);
    return rows;
  }

  it("has one row for each ad, ids exact", async () => {
    const rows = await rowsOf(adTexts(2));
    assert.equal(rows.length, 36);
    assert.deepEqual(rows[0], {
      key: "plat_shortvideo:9007199254740993",
      platform: "tikTok",
      id: "'9007199254740993",
      title: `'=1+1 "1" 日本 0`,
      advertiser: "Åsa; Ünal, Inc",
      advertiser_id: "'9007199254740993",
      advertiser_verified: "",
      display_url: "",
      domain: "",
      monthly_traffic: "1",
      post_url: "",
      last_seen: "",
      active: "",
      bookmarked: "",
      media_count: "0",
      media_type: "",
      media_url: "",
      media_thumbnail: "",
      media_subtitle: "",
      media_seconds: "",
      stats: "Likes: 100",
      metadata: "",
      page: "1",
      position: "1",
      fetched_at: "2026-01-02T03:04:06.000Z",
    });
  });

  it("stays a table with hostile texts in every field", async () => {
    const ads = hostile.map((text, id) =>
      JSON.stringify({
        id,
        platform: text,
        title: text,
        display_url: text,
        last_seen: text,
        post_url: text,
        owner: { id: text, name: text },
        attachments: [{ type: text, url: text, thumbnail: text, subtitle: text, youtube_id: text }],
        stats: [{ tooltip: text, value: 1 }],
        metadata: [{ tooltip: text, value: text }],
        active: text,
        vendorweb: text,
      }),
    );
    const rows = await rowsOf([...ads, "null", "7", '"x"', "[]", "{}"]);
    assert.equal(rows.length, 18 + hostile.length + 5);
    const titles = rows.slice(18, 18 + hostile.length).map(({ title }) => readBack(title!));
    assert.deepEqual(titles, hostile);
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      assert.ok(!trigger.test(cell) || /^-[\d.]+$/.test(cell), JSON.stringify(cell));
    }
  });

  it("has further columns where details were asked for", async () => {
    const detail = {
      card: { title: "T", description: "@d" },
      impression: { total: 5, first_seen_at: "2026-01-01T00:00:00.000000Z" },
      url_chain: [{ url: "https://a.example" }, { url: "https://b.example" }],
    };
    const text = JSON.stringify({ status: "ok", meta: { code: 1000 }, data: detail });
    const details = () => Promise.resolve({ text, fetchedAt: "2026-01-02T03:04:07.000Z", owned: true });
    const [first, ...rest] = await rowsOf(['{"title":"no id"}'], { details });
    assert.equal(first!.detail_description, "'@d");
    assert.equal(first!.detail_impressions, "5");
    assert.equal(first!.detail_url_chain, "https://a.example https://b.example");
    assert.equal(rest.at(-1)!.detail_title, "");
  });
});
