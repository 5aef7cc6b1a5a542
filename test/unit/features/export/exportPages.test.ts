import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { readSearchPage } from "../../../../src/api/wire/cards";
import { StorageError } from "../../../../src/features/disk/storageError";
import type { ExportedPage, ExportFormat, ExportProgress } from "../../../../src/features/export/exportTypes";
import { deliveredTarget, localTarget, suggestName } from "../../../../src/features/export/targets";
import { times } from "../../../support/long";
import { skipBecause } from "../../../support/skipping";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { exportListed } from "./exportListed";
import { jsonIssues } from "./schemas";
import { about, adTexts, aPage } from "./someAnswers";

/** What an export says that it spent. */
const spent = () => ({ spent: 200, maybe: 100 });
const three = () => [aPage(1), aPage(2), aPage(3, adTexts(3, 4), false)];
const allAds = [...adTexts(1), ...adTexts(2), ...adTexts(3, 4)];

describe("export of pages", () => {
  const path = temporaryFolder();
  const files = () => readdirSync(path());
  const text = (name: string) => readFileSync(path(name), "utf8");

  it("writes JSON with every ad exactly as received, and a correct head", async () => {
    const target = localTarget(path("ads.json"));
    const summary = await exportListed(target, "json", about, three(), undefined, undefined, { spent });
    const written = text("ads.json");
    assert.equal(written.slice(written.indexOf('"ads":[') + 7), `\n${allAds.join(",\n")}\n]}\n`);
    const head: unknown = JSON.parse(`${written.slice(0, written.indexOf(",\n"))}}`);
    assert.deepEqual(jsonIssues("export-json", JSON.parse(written)), []);
    assert.ok(written.includes(`"query":${about.body},`));
    const { finished_at: finished, ...told } = (head as { about: Record<string, unknown> }).about;
    assert.ok(String(finished) > about.startedAt);
    assert.deepEqual(told, {
      ...{ tool: "Ad Library Explorer", format: 1, api_version: "v2", library: "https://ads.example" },
      ...{ platform: "tiktok", query: JSON.parse(about.body) as unknown, last_hit: "9007199254740995" },
      ...{ first_page: 1, pages: 3, ads: 40, details: 0, credits: 200, credits_uncertain: 100 },
      ...{ started_at: about.startedAt, complete: true, stopped: "asked" },
    });
    const bytes = Buffer.byteLength(written);
    const counts = { pages: 3, ads: 40, credits: 200, uncertain: 100, bytes };
    assert.deepEqual(summary, { ...counts, file: path("ads.json"), complete: true, stopped: "asked" });
    assert.deepEqual(files(), ["ads.json"]);
  });

  it("writes NDJSON: the head, then one ad per line, even if the service breaks lines", async () => {
    const broken = '{\n "id": 1,\r\n "title": "a\\nb" }';
    await exportListed(localTarget(path("ads.ndjson")), "ndjson", about, [...three(), aPage(4, [broken])]);
    const lines = text("ads.ndjson").split("\n");
    assert.equal(lines.pop(), "");
    const [head, ...ads] = lines;
    assert.deepEqual(jsonIssues("export-ndjson-line", JSON.parse(head!)), []);
    assert.deepEqual(ads, [...allAds, '{  "id": 1,  "title": "a\\nb" }']);
  });

  it("reports pages, ads and credits as they grow", async () => {
    const seen: ExportProgress[] = [];
    const noted = (progress: ExportProgress) => seen.push(progress);
    await exportListed(localTarget(path("a.json")), "json", about, three(), noted, undefined, { spent });
    assert.deepEqual(valuesOf(seen, "pages", "ads", "credits"), [1, 18, 200, 2, 36, 200, 3, 40, 200]);
  });

  it("writes only the chosen ads", async () => {
    const only = new Set(["tiktok:9007199254740993", "tiktok:9007199254741012"]);
    await exportListed(localTarget(path("a.ndjson")), "ndjson", about, three(), undefined, undefined, { only });
    assert.deepEqual(text("a.ndjson").trimEnd().split("\n").slice(1), [adTexts(1)[0], adTexts(2)[1]]);
  });

  it("writes each ad beside its detail", async () => {
    const detail = (id: string) => `{"id":${id},"post_url":"https://x.example", "card":{"title":"D ${id}"}}`;
    const extras = {
      details: ({ id }: { readonly id: string }) =>
        Promise.resolve({
          text: `{"status":"ok","meta":{"code":1000},"data":${detail(id)}}`,
          fetchedAt: "2026-01-02T03:04:07.000Z",
        }),
    };
    const pages = [aPage(1, [...adTexts(1, 2), '{"title":"no id"}'])];
    const target = localTarget(path("d.json"));
    await exportListed(target, "json", about, pages, undefined, undefined, extras);
    const written = text("d.json");
    assert.deepEqual(jsonIssues("export-json", JSON.parse(written)), []);
    const rows = adTexts(1, 2).map((ad, index) => {
      const id = String(9007199254740993n + BigInt(index));
      return `{"ad":${ad},"detail":${detail(id)},"detail_fetched_at":"2026-01-02T03:04:07.000Z"}`;
    });
    rows.push('{"ad":{"title":"no id"},"detail":null}');
    assert.equal(written.slice(written.indexOf('"ads_with_details":[') + 20), `\n${rows.join(",\n")}\n]}\n`);
    assert.match(written, /"details":2,/);
    await exportListed(localTarget(path("d.ndjson")), "ndjson", about, pages, undefined, undefined, extras);
    const lines = text("d.ndjson").trimEnd().split("\n");
    assert.deepEqual(lines.slice(1), rows);
    for (const line of lines) assert.deepEqual(jsonIssues("export-ndjson-line", JSON.parse(line)), []);
  });

  it("keeps what came before a cancel, in a file named incomplete", async () => {
    for (const format of ["json", "ndjson", "csv"] as const) {
      const abort = new AbortController();
      const pages = function* (): Generator<ExportedPage> {
        yield aPage(1);
        abort.abort();
        // It arrived, so it may have been paid for.
        yield aPage(2);
        abort.signal.throwIfAborted();
      };
      const target = localTarget(path(`a.${format}`));
      const summary = await exportListed(target, format, about, pages(), undefined, abort.signal);
      assert.equal(summary.file, path(`a.incomplete.${format}`));
      assert.equal(summary.complete, false);
      assert.equal(summary.stopped, "cancelled");
      assert.equal(summary.pages, 2);
    }
    assert.deepEqual(files(), ["a.incomplete.csv", "a.incomplete.json", "a.incomplete.ndjson"]);
    assert.match(text("a.incomplete.json"), /"complete":false,"stopped":"cancelled"/);
    assert.deepEqual(jsonIssues("export-json", JSON.parse(text("a.incomplete.json"))), []);
  });

  it("keeps what came before a failure, and reports it", async () => {
    const lost = new Error("the answer was lost");
    const pages = async function* (): AsyncGenerator<ExportedPage> {
      yield await Promise.resolve(aPage(1));
      throw lost;
    };
    const summary = await exportListed(localTarget(path("a.json")), "json", about, pages());
    assert.equal(summary.failure, lost);
    assert.deepEqual([summary.stopped, summary.pages, summary.file], ["failed", 1, path("a.incomplete.json")]);
  });

  it("leaves nothing behind without a page", async () => {
    const summary = await exportListed(localTarget(path("a.json")), "json", about, [], undefined, AbortSignal.abort());
    assert.equal(summary.file, undefined);
    assert.deepEqual(files(), []);
  });

  it("ends as failed on an invalid answer", async () => {
    const pages = function* (): Generator<ExportedPage> {
      yield aPage(1);
      yield { ...aPage(2), content: readSearchPage('{"status":"failed","meta":{"code":7},"data":[]}', "tiktok", 2) };
    };
    const { stopped, pages: count } = await exportListed(localTarget(path("a.csv")), "csv", about, pages());
    assert.deepEqual([stopped, count], ["failed", 1]);
  });

  it("writes an empty page as an export without ads", async () => {
    await exportListed(localTarget(path("a.json")), "json", about, [aPage(1, [], false)]);
    assert.deepEqual(jsonIssues("export-json", JSON.parse(text("a.json"))), []);
  });

  it("refuses an invalid body before writing", async () => {
    for (const body of ["", "[]", "7", '{"a":1}}']) {
      await assert.rejects(exportListed(localTarget(path("a.json")), "json", { ...about, body }, three()));
    }
    assert.deepEqual(files(), []);
  });

  describe("targets", () => {
    const refused = async (target: string, reason: string, format: ExportFormat = "json") => {
      let asked = 0;
      const pages = function* (): Generator<ExportedPage> {
        asked += 1;
        yield aPage(1);
      };
      await assert.rejects(
        exportListed(localTarget(target), format, about, pages()),
        (error) => error instanceof StorageError && error.reason === reason,
      );
      assert.equal(asked, 0);
    };

    it("that can't be written are refused before a page is requested", async () => {
      mkdirSync(path("folder.json"));
      await refused(path("folder.json"), "isFolder");
      await refused(join(path("gone"), "a.json"), "missing");
      writeFileSync(path("file"), "");
      await refused(join(path("file"), "a.json"), "missing");
      await refused(join(path("folder.json"), "n".repeat(300)), "failed");
    });

    it("in a folder without permission are refused", async function () {
      if (process.getuid?.() === 0) skipBecause(this, "permissions do not hold root back");
      mkdirSync(path("closed"), { mode: 0o500 });
      await refused(join(path("closed"), "a.json"), "noPermission");
      chmodSync(path("closed"), 0o700);
    });

    it("that exist are replaced whole; a link is replaced, never followed", async () => {
      writeFileSync(path("real.json"), "precious");
      symlinkSync(path("real.json"), path("link.json"));
      await exportListed(localTarget(path("link.json")), "json", about, three());
      assert.equal(text("real.json"), "precious");
      assert.match(text("link.json"), /^\{"about"/);
      await exportListed(localTarget(path("real.json")), "json", about, three());
      assert.match(text("real.json"), /^\{"about"/);
    });

    it("that fail at the end keep the previous file and leave no temporary one", async () => {
      writeFileSync(path("a.json"), "precious");
      const local = localTarget(path("a.json"));
      const target = { ...local, place: () => Promise.reject(new StorageError("full", "no room")) };
      await assert.rejects(exportListed(target, "json", about, three()), StorageError);
      assert.deepEqual(files(), ["a.json"]);
      assert.equal(text("a.json"), "precious");
    });

    it("leave a person's own incomplete file alone", async () => {
      writeFileSync(path("a.incomplete.json"), "precious");
      const names: (string | undefined)[] = [];
      for (let times = 0; times < 2; times += 1) {
        const stop = new AbortController();
        const pages = function* (): Generator<ExportedPage> {
          yield aPage(1);
          stop.abort();
          stop.signal.throwIfAborted();
        };
        names.push(
          (await exportListed(localTarget(path("a.json")), "json", about, pages(), undefined, stop.signal)).file,
        );
      }
      assert.deepEqual(names, [path("a.incomplete-2.json"), path("a.incomplete-3.json")]);
      assert.equal(text("a.incomplete.json"), "precious");
    });

    it("on virtual file systems get the finished file, which only its owner could read", async () => {
      mkdirSync(path("scratch"));
      const delivered: string[] = [];
      const target = deliveredTarget({
        scratch: path("scratch"),
        check: () => Promise.resolve(undefined),
        deliver: (finished, complete) => {
          delivered.push(readFileSync(finished, "utf8"));
          // Others can list the folder. Windows has no such permissions.
          if (process.platform !== "win32") assert.equal(statSync(finished).mode & 0o777, 0o600);
          const file = complete ? "memfs:/a.json" : "memfs:/a.incomplete.json";
          return Promise.resolve({ file, size: 1, modified: 1 });
        },
        remove: () => Promise.resolve(),
      });
      const { file } = await exportListed(target, "json", about, three());
      assert.equal(file, "memfs:/a.json");
      assert.deepEqual(jsonIssues("export-json", JSON.parse(delivered[0]!)), []);
      assert.deepEqual(readdirSync(path("scratch")), []);
    });
  });
});

const date = new Date(2026, 0, 31, 23, 59, 59);
const allowed = /^[^\\/:*?"'`$&;,()<>|%\p{Zs}\p{Zl}\p{Zp}\p{C}]+$/u;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

describe("suggested names", () => {
  it("have the local day", () => {
    const zone = process.env.TZ;
    try {
      for (const [there, day] of [
        ["Pacific/Auckland", "2026-02-01"],
        ["America/Los_Angeles", "2026-01-31"],
      ] as const) {
        process.env.TZ = there;
        assert.equal(suggestName("tiktok", "", new Date("2026-02-01T02:00:00.000Z"), "csv"), `tiktok-${day}.csv`);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("say what is inside", () => {
    assert.equal(suggestName("tiktok", "Summer shoes", date, "json"), "tiktok-summer-shoes-2026-01-31.json");
    assert.equal(
      suggestName("meta", "O'Neill & Söhne, target age 13–65, newest ↓", date, "json"),
      "meta-o-neill-söhne-target-age-13-65-newest-2026-01-31.json",
    );
    assert.equal(suggestName("mega", "", date, "csv"), "mega-2026-01-31.csv");
    assert.equal(suggestName("", "", date, "csv"), "ads-2026-01-31.csv");
    assert.equal(
      suggestName("reddit", "東京 タワー / 夜景", date, "ndjson"),
      "reddit-東京-タワー-夜景-2026-01-31.ndjson",
    );
  });

  it("are valid file names on every system", () => {
    const hostile = fc.constantFrom(
      ...[
        ...["../../etc/passwd", "..\\..\\x", "C:\\x", "//host/x", "CON", "nul.txt", "com1", "lpt¹", ".hidden"],
        ...["-rf", "a ."],
      ],
      ...[
        "safe\u202Egnp.exe",
        "a\u0000b",
        "a\nb",
        "\u2028",
        "x".repeat(500),
        "👨‍👩‍👧".repeat(60),
        "é".repeat(200),
        "%2e%2e%2f",
        "\ud800",
      ],
    );
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), hostile, (platform, about) => {
        for (const name of [suggestName(platform, about, date, "json"), suggestName("", platform, date, "json")]) {
          assert.match(name, allowed);
          assert.doesNotMatch(name, reserved);
          assert.match(name, /^[^.\- ].*-2026-01-31\.json$|^ads-2026-01-31\.json$/u);
          assert.ok(Buffer.byteLength(name) <= 120, name);
          assert.equal(Buffer.from(name).toString(), name);
        }
      }),
      { numRuns: times(100, 1000) },
    );
  });
});
