import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { exportListed } from "./exportListed";
import type { ExportExtras } from "../../../../src/features/export/exportPages";
import { readExportedRun } from "../../../../src/features/runs";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { payloads } from "../../../support/payloads";
import { localTarget } from "../../../../src/features/export/targets";
import { formulaCell, hostileCells, readCell } from "../../../support/csvCells";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { wireDetail } from "../../api/answers";
import { jsonIssues } from "./schemas";
import { about, adTexts, aPage } from "./someAnswers";

const parsed = (text: string, delimiter: string): string[][] =>
  parse(text, { bom: true, record_delimiter: "\r\n", delimiter });

describe("CSV export", () => {
  const folder = temporaryFolder();
  async function rowsOf(ads: readonly string[], extras?: ExportExtras): Promise<Record<string, string>[]> {
    const file = folder("a.csv");
    await exportListed(localTarget(file), "csv", about, [aPage(1), aPage(2, ads)], undefined, undefined, extras);
    const text = readFileSync(file, "utf8");
    assert.equal(text[0], "\ufeff");
    const [header, ...records] = parsed(text, extras?.separator === "semicolon" ? ";" : ",");
    for (const record of records) assert.equal(record.length, header!.length);
    const rows = records.map((record) => Object.fromEntries(record.map((cell, index) => [header![index]!, cell])));
    for (const row of rows) assert.deepEqual(jsonIssues("export-csv-row", row), []);
    return rows;
  }

  it("has one row for each ad, ids exact", async () => {
    const rows = await rowsOf(adTexts(2));
    assert.equal(rows.length, 36);
    assert.deepEqual(rows[0], {
      ...{ key: "tiktok:9007199254740993", platform: "tiktok", id: "'9007199254740993", title: `'=1+1 "1" 日本 0` },
      ...{ advertiser: "Åsa; Ünal, Inc", advertiser_id: "'9007199254740993", advertiser_verified: "" },
      ...{ display_url: "", domain: "", monthly_traffic: "1", post_url: "", last_seen: "", active: "" },
      ...{ bookmarked: "", media_count: "0", media_type: "", media_url: "", media_thumbnail: "" },
      ...{ media_subtitle: "", media_seconds: "", page: "1", position: "1", fetched_at: "2026-01-02T03:04:06.000Z" },
      "stat.likes": "100",
    });
  });

  it("stays a table with hostile texts in every field", async () => {
    const ads = hostileCells.map((text, id) =>
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
    assert.equal(rows.length, 18 + hostileCells.length + 5);
    const titles = rows.slice(18, 18 + hostileCells.length).map(({ title }) => readCell(title!));
    assert.deepEqual(
      titles,
      hostileCells.map((text) => text.replaceAll("\0", "␀")),
    );
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      assert.ok(!formulaCell.test(cell), JSON.stringify(cell));
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
      metadata: [
        { tooltip: "Regions", value: ["US", "DE"] },
        { tooltip: "Days running", value: "12 days" },
        { value: "late" },
      ],
    };
    const film = { id: 6, attachments: [{ type: "youtube", youtube_id: "a&b" }] };
    const text = okText({ ...wireDetail, id: undefined });
    const details = () => Promise.resolve({ text, fetchedAt: "2026-01-02T03:04:07.000Z", bought: true });
    const rows = await rowsOf([JSON.stringify(ad), JSON.stringify(film)], { details });
    assert.deepEqual(rows.at(-2), fullRow);
    assert.equal(rows.at(-1)!.media_url, "https://www.youtube.com/watch?v=a%26b");
  });

  it("leaves absent values empty", async () => {
    const text = okText({ card: { title: "T" } });
    const details = ({ id }: { readonly id: string }) =>
      Promise.resolve(id === "5" ? { text, fetchedAt: "2026-01-02T03:04:07.000Z", bought: true } : undefined);
    const rows = await rowsOf(['{"id":5,"platform":"native"}', '{"id":6,"platform":"native"}'], { details });
    const filled = (row: Record<string, string>) =>
      Object.keys(row).filter((name) => name.startsWith("detail_") && row[name] !== "");
    assert.deepEqual(filled(rows.at(-2)!), ["detail_title", "detail_fetched_at"]);
    assert.deepEqual(filled(rows.at(-1)!), []);
  });

  it("has a column for each number and remark of any page, and one for those beyond 300", async () => {
    const ads = [1, 2].map((id) => {
      const stats = Array.from({ length: 200 }, (_, at) => ({ tooltip: `Ad ${id} #${at}`, value: at }));
      return JSON.stringify({ id, stats, metadata: [{ tooltip: "Format", value: "Feed" }] });
    });
    const rows = await rowsOf(ads);
    const [one, two] = rows.slice(-2);
    assert.deepEqual(
      [one!["stat.ad_1_199"], one!["stat.ad_2_97"], one!["meta.format"], one!.more],
      ["199", "", "Feed", ""],
    );
    const rest = Array.from({ length: 200 }, (_, at) => at).filter((at) => two![`stat.ad_2_${at}`] === undefined);
    assert.equal(two!.more, rest.map((at) => `stat.ad_2_${at}: ${at}`).join("; "));
    assert.deepEqual([two!["stat.ad_2_97"], rest.length > 90, rows[0]!["stat.likes"]], ["97", true, "100"]);
  });

  it("has the same columns with semicolons, and decimal commas", async () => {
    const ad = { id: 5, title: "a; b, c", stats: [{ tooltip: "Score", value: -0.25 }] };
    const row = (await rowsOf([JSON.stringify(ad)], { separator: "semicolon" })).at(-1)!;
    assert.deepEqual([row.title, row["stat.score"]], ["a; b, c", "-0,25"]);
  });

  it("has further columns where details were asked for", async () => {
    const detail = {
      card: { title: "T", description: "@d" },
      impression: { total: 5, first_seen_at: "2026-01-01T00:00:00.000000Z" },
      url_chain: [{ url: "https://a.example" }, { id: 5 }, { url: "https://b.example" }],
    };
    const text = okText(detail);
    const details = () => Promise.resolve({ text, fetchedAt: "2026-01-02T03:04:07.000Z", bought: true });
    const [first, ...rest] = await rowsOf(['{"title":"no id"}'], { details });
    assert.equal(first!.detail_description, "'@d");
    assert.equal(first!.detail_times_observed, "5");
    assert.equal(first!.detail_url_chain, "https://a.example https://b.example");
    assert.equal(rest.at(-1)!.detail_title, "");
  });
});

describe("exported JSON and NDJSON", () => {
  const folder = temporaryFolder();

  it("name those whose answers are in it, in any script, and keep every ad", async () => {
    const many = Array.from({ length: 40 }, (_, at) => `colleague ${at}`);
    for (const names of [["Größen"], ["共有フォルダ".repeat(20)], ["é".repeat(120), "b"], many])
      for (const format of ["json", "ndjson"] as const) {
        const file = folder(`a.${format}`);
        const pages = names.map((from, at) => ({ ...aPage(at + 1), from }));
        await exportListed(localTarget(file), format, about, pages);
        const text = readFileSync(file, "utf8");
        const [head, ...ads] = format === "json" ? [text] : text.trimEnd().split("\n");
        const whole = JSON.parse(head!) as { about: { from?: string[] }; ads?: unknown[] };
        for (const ad of ads) JSON.parse(ad);
        assert.equal(whole.ads?.length ?? ads.length, names.length * 18);
        for (const name of whole.about.from ?? []) assert.ok(name === "…" || names.includes(name), name);
      }
  });

  const hostile = fc.oneof(
    fc.constantFrom(
      ...Object.values(payloads),
      ...hostileCells,
      "a\u2028b\u2029c\u0085d\u000be",
      "\ufeffa\ufffdb",
      "\ud800",
    ),
    fc.string({ unit: "binary" }),
  );

  it("are read back whatever their texts, names, marks, and encodings are", async () => {
    let number = 0;
    const read = async (bytes: Buffer, name: string) => {
      const file = folder(name);
      writeFileSync(file, bytes);
      const { facts, ads } = await readExportedRun(file, defaultSegments);
      return { pages: facts.pages, ads: [...ads.prints.values()] };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), fc.boolean(), async (texts, asDetails) => {
        const ads = texts.map((title, id) =>
          JSON.stringify({ id, platform: "tikTok", title, owner: { id, name: title } }),
        );
        const details = () => Promise.resolve(undefined);
        const files: Buffer[] = [];
        for (const format of ["json", "ndjson"] as const) {
          const file = folder(`${(number += 1)}.part`);
          const extras = asDetails ? { details } : undefined;
          await exportListed(localTarget(file), format, about, [aPage(1, ads)], undefined, undefined, extras);
          files.push(readFileSync(file));
        }
        const [json = Buffer.of(), ndjson = Buffer.of()] = files;
        const first = await read(json, "a.json");
        assert.deepEqual(first.pages, 1);
        assert.equal(first.ads.length, texts.length);
        const pretty = Buffer.from(JSON.stringify(JSON.parse(json.toString()), undefined, 2));
        const minified = Buffer.from(JSON.stringify(JSON.parse(json.toString())));
        for (const [bytes, name] of [
          [ndjson, "a.ndjson"],
          [ndjson, "a.jsonl"],
          [ndjson, "a.NDJSON"],
          [json, "a.ndjson"],
          [ndjson, "a.json"],
          [pretty, "a"],
          [minified, "a.txt"],
        ] as const) {
          assert.deepEqual(await read(bytes, name), first);
          assert.deepEqual(await read(Buffer.from(`\ufeff${bytes.toString()}`), name), first);
          assert.deepEqual(await read(Buffer.from(`\ufeff${bytes.toString()}`, "utf16le"), name), first);
          assert.deepEqual(await read(Buffer.from(`\ufeff${bytes.toString()}`, "utf16le").swap16(), name), first);
        }
        await assert.rejects(read(Buffer.concat([ndjson, Buffer.of(0xe9)]), "a.ndjson"), {
          code: "storage",
          reason: "notText",
        });
      }),
      { numRuns: times(8, 300) },
    );
  });
});

const fullRow: Readonly<Record<string, string>> = {
  ...{ active: "true", advertiser: "Shop", advertiser_id: "7", advertiser_verified: "true", bookmarked: "false" },
  ...{ detail_call_to_action: "Buy", detail_days_running: "12", detail_description: "Words" },
  ...{ detail_domain: "shop.example", detail_domain_age: "5 years", detail_domain_monthly_visits: "12000" },
  ...{ detail_engagement_score: "55", detail_fetched_at: "2026-01-02T03:04:07.000Z" },
  ...{ detail_first_seen_at: "2024-01-02T03:04:05.000006Z", detail_growth_last_month: "12%" },
  ...{ detail_times_observed: "1234", detail_last_seen_at: "2024-01-14T03:04:05.000006Z" },
  ...{ detail_published_at: "2024-01-02T03:04:05.000006Z", detail_subtitle: "Sub", detail_title: "Ad" },
  ...{ detail_url_chain: "https://shop.example/", display_url: "https://shop.example/a?b=1" },
  ...{ domain: "shop.example", fetched_at: "2026-01-02T03:04:06.000Z", id: "5", key: "youtube:5" },
  ...{ last_seen: "3 hours ago", media_count: "2", media_seconds: "12", media_subtitle: "Sub" },
  ...{ media_thumbnail: "https://a.example/t", media_type: "video", media_url: "https://a.example/v" },
  ...{ "meta.3": "late", "meta.days_running": "12", "meta.regions": "US, DE", monthly_traffic: "-5", page: "2" },
  ...{ platform: "youtube", position: "1", post_url: "https://post.example/5", "stat.3": "3", "stat.eye": "2" },
  ...{ "stat.likes": "1", title: "Shoes" },
};
