import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { plainCell, textCell } from "../../../../src/features/text/csvCell";
import { exportListed } from "./exportListed";
import type { ExportExtras } from "../../../../src/features/export/exportPages";
import { csvRow } from "../../../../src/features/export/csvRows";
import { localTarget } from "../../../../src/features/export/localTarget";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { wireDetail } from "../../api/answers";
import { jsonIssues } from "./schemas";
import { about, adTexts, aPage } from "./someAnswers";
import { times } from "../../../support/long";

/** Reads a cell as docs/export-format.md says. */
const readBack = (cell: string) => cell.replace(/^'|(?<=[;\t\r\n])'/g, "");
const parsed = (text: string): string[][] => parse(text, { bom: true, record_delimiter: "\r\n" });
const trigger = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;

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
  "\u0000=1",
  "\u00ad\u202e=1",
  "|x",
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
        for (const part of cell!.split(/[;\t\r\n]/).slice(1))
          assert.ok(!/^[\s\p{Cc}\p{Cf}]*[=@＝＠]/u.test(part), `${JSON.stringify(part)} is run between semicolons`);
        assert.equal(readBack(cell!), text);
        assert.equal(next, "next");
      }),
      { numRuns: times(300, 3000) },
    );
  });

  it("hold numbers as numbers where a spreadsheet can", () => {
    assert.equal(plainCell(-5), "-5");
    assert.equal(plainCell(1.5), "1.5");
    assert.equal(plainCell(123_456_789_012_345), "123456789012345");
    assert.equal(plainCell(1_234_567_890_123_456), "'1234567890123456");
    assert.equal(textCell("9007199254740993"), "'9007199254740993");
  });

  it("are quoted and marked only where they must be", () => {
    for (const text of ["a b", "it's", "1234567890123456 ads", "a=1", "true", "5", ""])
      assert.equal(textCell(text), text);
    assert.equal(textCell("a\tb"), '"a\tb"');
    assert.equal(textCell("a "), '"a "');
    assert.equal(textCell("\u00a0a"), '"\u00a0a"');
    assert.equal(textCell("'a"), "''a");
    assert.equal(textCell("\na"), '"\'\na"');
    assert.equal(textCell("a;=1"), '"a;\'=1"');
    assert.equal(textCell("a\n'b"), "\"a\n''b\"");
    assert.equal(textCell("a\r\n -cmd|' /C calc'!A0"), "\"a\r\n' -cmd|' /C calc'!A0\"");
    assert.equal(textCell("a;+f(1)"), '"a;\'+f(1)"');
    assert.equal(textCell("a;\u200b－b!A1"), '"a;\'\u200b－b!A1"');
    for (const text of ["Off; -50 %", "These:\n- one\n+ two", "a;b", "a;b=c", "a;b@c", "a;b(c)", "a;b|c!"])
      assert.equal(textCell(text), `"${text}"`);
  });
});

describe("CSV export", () => {
  const folder = temporaryFolder();
  async function rowsOf(ads: readonly string[], extras?: ExportExtras): Promise<Record<string, string>[]> {
    const file = join(folder(), "a.csv");
    await exportListed(localTarget(file), "csv", about, [aPage(1), aPage(2, ads)], undefined, undefined, extras);
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

  it("has every fact of an ad in its column", async () => {
    const ad = {
      id: 5,
      platform: "youTube",
      title: "Shoes",
      display_url: "https://shop.example/a?b=1",
      vendorweb: -5,
      last_seen: "3 hours ago",
      post_url: "https://post.example/5",
      active: true,
      is_bookmarked: false,
      owner: { id: 7, name: "Shop", is_verified: true },
      attachments: [
        { type: "video", url: "https://a.example/v", thumbnail: "https://a.example/t", subtitle: "Sub", duration: 12 },
        { type: "image", url: "https://a.example/2" },
      ],
      stats: [{ tooltip: "Likes", value: 1 }, { icon: "eye", value: 2 }, { value: 3 }],
      metadata: [{ tooltip: "Regions", value: ["US", "DE"] }, { value: "late" }],
    };
    const film = { id: 6, attachments: [{ type: "youtube", youtube_id: "a&b" }] };
    const text = JSON.stringify({ status: "ok", meta: { code: 1000 }, data: wireDetail });
    const details = () => Promise.resolve({ text, fetchedAt: "2026-01-02T03:04:07.000Z", owned: true });
    const rows = await rowsOf([JSON.stringify(ad), JSON.stringify(film)], { details });
    assert.deepEqual(rows.at(-2), fullRow);
    assert.equal(rows.at(-1)!.media_url, "https://www.youtube.com/watch?v=a%26b");
  });

  it("leaves empty what a detail does not say, and says nothing of one that is not there", async () => {
    const text = JSON.stringify({ status: "ok", meta: { code: 1000 }, data: { card: { title: "T" } } });
    const details = ({ id }: { readonly id: string }) =>
      Promise.resolve(id === "5" ? { text, fetchedAt: "2026-01-02T03:04:07.000Z", owned: true } : undefined);
    const rows = await rowsOf(['{"id":5,"platform":"native"}', '{"id":6,"platform":"native"}'], { details });
    const filled = (row: Record<string, string>) =>
      Object.keys(row).filter((name) => name.startsWith("detail_") && row[name] !== "");
    assert.deepEqual(filled(rows.at(-2)!), ["detail_title", "detail_fetched_at"]);
    assert.deepEqual(filled(rows.at(-1)!), []);
  });

  it("is made of ads that were read", () => {
    const row = { slice: "{}", card: undefined, detail: undefined, ad: undefined, page: aPage(1), position: 0 };
    assert.throws(() => csvRow({ ...row, version: "v2" }, false), /^TypeError: A CSV row needs the ad's noun$/);
  });

  it("has further columns where details were asked for", async () => {
    const detail = {
      card: { title: "T", description: "@d" },
      impression: { total: 5, first_seen_at: "2026-01-01T00:00:00.000000Z" },
      url_chain: [{ url: "https://a.example" }, { id: 5 }, { url: "https://b.example" }],
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

const fullRow: Readonly<Record<string, string>> = {
  active: "true",
  advertiser: "Shop",
  advertiser_id: "7",
  advertiser_verified: "true",
  bookmarked: "false",
  detail_call_to_action: "Buy",
  detail_days_running: "12",
  detail_description: "Words",
  detail_domain: "shop.example",
  detail_domain_age: "5 years",
  detail_domain_monthly_visits: "12000",
  detail_engagement_score: "55",
  detail_fetched_at: "2026-01-02T03:04:07.000Z",
  detail_first_seen_at: "2024-01-02T03:04:05.000006Z",
  detail_growth_last_month: "12%",
  detail_impressions: "1234",
  detail_last_seen_at: "2024-01-14T03:04:05.000006Z",
  detail_published_at: "2024-01-02T03:04:05.000006Z",
  detail_subtitle: "Sub",
  detail_title: "Ad",
  detail_url_chain: "https://shop.example/",
  display_url: "https://shop.example/a?b=1",
  domain: "shop.example",
  fetched_at: "2026-01-02T03:04:06.000Z",
  id: "5",
  key: "plat_video:5",
  last_seen: "3 hours ago",
  media_count: "2",
  media_seconds: "12",
  media_subtitle: "Sub",
  media_thumbnail: "https://a.example/t",
  media_type: "video",
  media_url: "https://a.example/v",
  metadata: "Regions: US, DE; late",
  monthly_traffic: "-5",
  page: "2",
  platform: "youTube",
  position: "1",
  post_url: "https://post.example/5",
  stats: "Likes: 1; eye: 2; 3",
  title: "Shoes",
};
