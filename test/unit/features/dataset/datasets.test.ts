import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Datasets } from "../../../../src/features/dataset/datasets";
import { readManifest, type Part, writeManifest } from "../../../../src/features/dataset/manifest";
import { datasetTexts } from "../../../../src/features/dataset/texts";
import { type DatasetRow, type Table, tableNames } from "../../../../src/features/dataset/tables";
import { daysRunning } from "../../../../src/protocol/adFields";
import { StorageError } from "../../../../src/features/disk/storageError";
import { FeatureError } from "../../../../src/features/failures/featureError";
import { shareLibrary } from "../../../support/fixtures";
import { filesWith } from "../../../support/filesWith";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { rowsOf } from "../../../support/valuesOf";
import { wireDetail } from "../../api/answers";
import { openStack, type Stack, useStacks } from "../stack";
import { addForeignPart, buyAwkwardPage, buyDetails, buyPages, oldLink, rowsIn } from "./filledArchive";

describe("a dataset", () => {
  const at = temporaryFolder();
  const library = shareLibrary();
  const openOne = useStacks();
  let stack: Stack;
  beforeEach(() => (stack = openOne(at("storage"), library.url, library.key)));

  const write = (more: object = {}) => stack.datasets.write({ folder: at("set"), ...more });
  const verify = () => stack.datasets.verify({ folder: at("set") });
  const manifest = async () => (await readManifest(at("set")))!;
  const now = () => new Date();
  const later = () => new Datasets({ ...stack, now: () => new Date(Date.now() + 40 * 86_400_000) });

  async function rows(table: Table): Promise<(DatasetRow & { platform: string; month: string })[]> {
    const found = [];
    for (const part of (await manifest()).files) {
      if (part.table !== table) continue;
      const { platform, month } = part;
      const read = await rowsIn(at("set"), part);
      found.push(...read.map((row) => ({ ...row, platform, month })));
    }
    return found;
  }

  async function filesOnDisk(): Promise<readonly string[]> {
    const names = await readdir(at("set"), { recursive: true });
    return names.filter((name) => name.endsWith(".parquet") && !name.startsWith(".")).sort();
  }

  async function stamps(): Promise<readonly number[]> {
    return Promise.all((await filesOnDisk()).map(async (name) => (await stat(at("set", name))).mtimeMs));
  }

  const texts = (all: readonly DatasetRow[]) =>
    all.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, String(value)]))).sort();
  const named = (files: readonly Part[]) => files.map(({ path }) => path).sort();

  it("answers how long ads run and when they were launched, by cards and details alike, one row per ad", async () => {
    const { first } = await buyPages(stack, "native", 1);
    await buyDetails(stack, first, 2);
    await write();
    const columns = ["origin", "ad_key", "platform", "answer", "position", "received_at", "received_day", "days_running", "seen_in"]; // prettier-ignore
    const db = new DatabaseSync(":memory:");
    db.exec(`create table sightings (${columns.join()})`);
    const seen = await rows("sightings");
    const insert = db.prepare(`insert into sightings values (${columns.map(() => "?").join()})`);
    const cell = (value: unknown) => (value instanceof Date ? value.toISOString() : typeof value === "bigint" || typeof value === "number" ? value : String(value)); // prettier-ignore
    for (const row of seen) insert.run(...columns.map((name) => (row[name] == null ? null : cell(row[name]))));
    const asked = (name: string) => db.prepare(datasetTexts[`queries/${name}.sql`]!.replace(/date '1970-01-01' \+ cast\((\w+) as int\)/g, "$1")).all(); // prettier-ignore
    db.function("date_trunc", (_unit, day) => day);
    const longest = asked("longest-running");
    assert.equal(longest.length, first.ads.length);
    const daysOf = new Map(first.ads.map((card) => [`native:${card.id}`, daysRunning(card)]));
    const silent = first.ads.filter((card) => daysRunning(card) === undefined).length;
    assert.ok(longest.some(({ service_days, source }) => Number(service_days) > 1 && source === "card"));
    for (const { ad_key, service_days, source } of longest)
      if (source === "card") assert.equal(Number(service_days), daysOf.get(String(ad_key)), String(ad_key));
    assert.deepEqual(longest, longest.toSorted((one, other) => Number(other.service_days ?? 1) - Number(one.service_days ?? 1))); // prettier-ignore
    const launched = asked("launched-per-week").reduce((sum, row) => sum + Number(row.launched_ads), 0);
    assert.ok(launched >= first.ads.length - silent && launched > 0, `${launched}`);
    db.close();
  });

  it("counts ads by landing domain with and without www. together", () => {
    const db = new DatabaseSync(":memory:");
    db.exec(`create table sightings (ad_key, domain, received_at); create table url_chain (ad_key, domain, received_at);
      insert into sightings values ('a', 'www.shop.example', 1), ('b', 'shop.example', 2), ('c', 'www2.example', 3);
      insert into url_chain values ('a', 'www.shop.example', 4), ('a', 'shop.example', 5), ('c', null, 6)`);
    assert.deepEqual(
      db
        .prepare(datasetTexts["queries/landing-domains.sql"]!)
        .all()
        .map((row) => Object.values(row)),
      [
        ["target", "shop.example", 2, 1, 2],
        ["chain", "shop.example", 1, 4, 5],
        ["target", "www2.example", 1, 3, 3],
      ],
    );
    db.close();
  });

  it("marks imported answers, which cost nothing here, also in a manifest made from its parts", async () => {
    const other = openStack(at("other"), library.url, library.key);
    const { first } = await buyPages(other, "native", 2);
    await buyDetails(other, first, 1);
    const { name } = await stack.archive.sharing.take(at("other", "archive"));
    await other.close();
    await buyPages(stack, "tiktok", 1);
    await write();
    const told = async () => {
      const { searches, details } = await manifest();
      return [searches.map((one) => [one.platform, one.credits, one.imported_from]).sort(), details];
    };
    const expected = [
      [
        ["native", 0, [name]],
        ["tiktok", 100, undefined],
      ],
      { answers: 1, credits: 0 },
    ];
    assert.deepEqual(await told(), expected);
    assert.deepEqual(
      (await rows("pages")).flatMap(({ platform, credits, imported_from }) => [
        platform,
        Number(credits),
        imported_from,
      ]),
      ["native", 0, name, "native", 0, name, "tiktok", 100, undefined],
    );
    await rm(at("set", "manifest.json"));
    await stack.datasets.adopt({ folder: at("set") });
    assert.deepEqual(await told(), expected);
  });

  it("has a row for every ad in every bought page and detail, for 0 credits, and no key", async () => {
    const { first, frozen } = await buyPages(stack, "native", 3);
    await buyPages(stack, "mega", 2);
    await buyDetails(stack, first, 2);
    const paid = library.paid().length;
    const summary = await write();
    assert.deepEqual([summary.pages, summary.details, summary.ads, summary.unreadable], [5, 2, 5 * 18, 0]);
    assert.equal(library.paid().length, paid);
    const sightings = await rows("sightings");
    await stack.archive.tidied();
    const db = new DatabaseSync(at("storage", "archive", "index.db"), { readOnly: true });
    const one = (sql: string) => {
      const statement = db.prepare(sql);
      statement.setReadBigInts(true);
      return statement.get()?.n;
    };
    const inArchive = {
      sightings: one("select count(*) as n from sighting"),
      stats: one("select count(*) as n from stat"),
      sum: one("select sum(value) as n from stat where typeof(value) = 'integer'"),
    };
    db.close();
    const stats = await rows("stats");
    assert.equal(BigInt(sightings.length), inArchive.sightings);
    assert.equal(BigInt(stats.length), inArchive.stats);
    const sum = stats.reduce((all, { value }) => all + (typeof value === "bigint" ? value : 0n), 0n);
    assert.equal(sum, inArchive.sum);
    const text = (await stack.search.boughtAnswer(frozen, first.lastHit!, 1))!.text;
    const native = sightings.filter(({ search_platform, page }) => search_platform === "native" && page === 1n);
    for (const [index, { id }] of first.ads.entries()) {
      const row = native.find(({ position }) => position === BigInt(index + 1))!;
      assert.deepEqual([row.ad_id, row.ad_id_int64, row.ad_key], [id, BigInt(id!), `native:${id}`]);
      assert.ok(text.includes(String(row.raw)), "raw is a piece of the answer");
    }
    const month = new Date().toISOString().slice(0, 7);
    assert.deepEqual([...new Set(sightings.map((row) => row.month))], [month]);
    assert.ok(new Set(sightings.map((row) => row.platform)).size > 3, "ads of mega are in their platforms' folders");
    const details = await rows("details");
    assert.deepEqual(
      details.map(({ ad_id }) => ad_id).sort(),
      first.ads
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
    for (const table of ["breakdowns", "url_chain", "attachments"] as const) assert.ok((await rows(table)).length > 0);
    assert.deepEqual((await verify()).problems, []);
    assert.deepEqual(await filesWith(library.key, at("set")), []);
  });

  it("keeps every digit, and null for what was not provided", async () => {
    await buyAwkwardPage(stack, library);
    await write();
    const ids = (row: DatasetRow) => [row.ad_id, row.ad_id_int64, row.owner_id, row.owner_id_int64, row.platform];
    const sightings = (await rows("sightings")).sort((one, other) => Number(one.position) - Number(other.position));
    assert.deepEqual(sightings.map(ids), [
      ["9223372036854775807", 2n ** 63n - 1n, "123456789012345678901", undefined, "tiktok"],
      ["-9223372036854775808", -(2n ** 63n), "-1", -1n, "tiktok"],
      ["123456789012345678901234567890", undefined, undefined, undefined, "unknown"],
      [undefined, undefined, undefined, undefined, "tiktok"],
    ]);
    const [first, second, third, fourth] = sightings;
    assert.deepEqual([first!.monthly_traffic, first!.title, second!.title], [2n ** 63n - 1n, "19 digits", ""]);
    assert.equal(first!.owner_name, '𝒜 "quoted", 東京');
    assert.match(String(first!.raw), /"unknown_field":\{"a":\[1,2\]\}/);
    assert.deepEqual([third!.domain, third!.platform_sent], ["xn--mnchen-3ya.example", "somewhere new"]);
    assert.deepEqual(
      [fourth!.bookmarked, fourth!.active, fourth!.ad_key],
      [undefined, undefined, `?${String(fourth!.answer)}:4`],
    );
    assert.deepEqual(rowsOf(await rows("stats"), "name", "value", "value_text"), [
      ["Likes", 9007199254740993n, undefined],
      ["Views", undefined, "12.5k"],
      ["Share", undefined, "0.25"],
      ["huge", undefined, "123456789012345678901234567890"],
    ]);
    const [video] = await rows("attachments");
    assert.deepEqual(
      [video!.attachment_id, video!.duration_seconds, video!.duration_seconds_text],
      ["-5", undefined, "long"],
    );
    const { searches } = await manifest();
    assert.deepEqual(rowsOf(searches, "last_hit", "pages", "complete", "credits"), [
      ["1700000000", [[1, 1]], true, 100],
    ]);
  });

  it("has the same times wherever it's written, and only those that have one meaning", async () => {
    const { frozen } = await buyPages(stack, "native", 1);
    const { TZ } = process.env;
    const times = ["2026-01-31 10:00:00", "02/03/2026", "2026-02-30T00:00:00Z", "7"];
    for (const [at, first_seen_at] of times.entries()) {
      const text = okText({ ...wireDetail, id: at + 1, impression: { ...wireDetail.impression, first_seen_at } });
      const ad = { platform: "native", id: String(at + 1) } as const;
      await stack.archive.storeDetail(frozen.address.origin, "v2", ad, {
        text,
        receivedAt: "2026-03-01T00:00:00.000Z",
      });
    }
    try {
      process.env.TZ = "America/New_York";
      await write();
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
    const details = (await rows("details")).sort((one, other) => Number(one.ad_id) - Number(other.ad_id));
    assert.deepEqual(rowsOf(details, "first_seen_at", "first_seen_at_text"), [
      [BigInt(Date.parse("2026-01-31T10:00Z")), times[0]],
      ...times.slice(1).map((text) => [undefined, text]),
    ]);
  });

  it("leaves out damaged and unreadable answers", async () => {
    const { frozen, first } = await buyPages(stack, "native", 4);
    const [, second, third] = await stack.archive.answers(frozen.address.origin);
    const bytes = await readFile(second!.file);
    bytes[500]! ^= 1;
    await writeFile(second!.file, bytes);
    await rm(third!.file);
    const text = '{"status":"ok"}';
    await stack.archive.storePage(frozen.address, first.lastHit, 3, { text, receivedAt: third!.receivedAt });
    const { pages, unreadable } = await write();
    assert.deepEqual([pages, unreadable], [2, 2]);
    assert.deepEqual((await rows("pages")).map(({ page }) => page).sort(), [1n, 4n]);
    assert.deepEqual((await verify()).problems, []);
  });

  it("adds only what is new, of a platform or since a date if asked, and writes nothing if nothing is new", async () => {
    await buyPages(stack, "tiktok", 1);
    await buyPages(stack, "native", 2);
    assert.equal((await write({ platforms: ["native"] })).pages, 2);
    assert.equal((await write({ since: new Date(Date.now() + 86_400_000) })).pages, 0);
    const before = await stamps();
    const text = await readFile(at("set", "manifest.json"), "utf8");
    const again = await write({ platforms: ["native"] });
    assert.deepEqual([again.files, again.pages], [0, 0]);
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), text);
    assert.deepEqual(await stamps(), before);
    assert.deepEqual([(await write()).pages, (await rows("pages")).length], [1, 3]);
    assert.equal((await rows("sightings")).length, 3 * 18);
    assert.deepEqual((await verify()).problems, []);
  });

  it("has few files however often little is added", async () => {
    const { frozen, first } = await buyPages(stack, "mega", 1);
    await write();
    const pages = times(4, 8);
    for (let page = 2; page <= pages; page++) {
      await stack.search.search(frozen, { page, lastHit: first.lastHit! }, new AbortController().signal);
      await write();
      assert.deepEqual((await verify()).problems, []);
    }
    const files = await manifest().then((described) => described.files);
    const places = new Set(files.map(({ table, platform, month }) => `${table} ${platform} ${month}`));
    assert.ok(files.length < places.size * 2, `${files.length} files in ${places.size} places`);
    assert.equal((await rows("sightings")).length, pages * 18);
    const named = (await rows("sightings")).map((row) => `${String(row.answer)} ${String(row.position)}`);
    assert.equal(new Set(named).size, pages * 18);
  });

  it("has no answer twice after the archive is recreated", async () => {
    const { first, frozen } = await buyPages(stack, "native", 2);
    await write();
    const kept = await stack.archive.pages(frozen.address, first.lastHit!);
    await stack.close();
    await rm(at("storage", "archive"), { recursive: true });
    stack = openOne(at("storage"), library.url, library.key);
    await buyPages(stack, "tiktok", 1);
    for (const { page, ...answer } of kept) await stack.archive.storePage(frozen.address, first.lastHit, page, answer);
    assert.equal((await write()).pages, 1);
    assert.equal((await rows("pages")).length, 3);
    assert.equal(
      new Set((await rows("sightings")).map((row) => `${String(row.answer)}:${String(row.position)}`)).size,
      54,
    );
  });

  it("groups the ads of its platforms, also those without an ID, and keeps its groups if there are many answers", async () => {
    const { first } = await buyPages(stack, "native", 1);
    await buyPages(stack, "tiktok", 1);
    await write({ platforms: ["native"] });
    const keys = async (table: Table) => (await rows(table)).map(({ ad_key }) => String(ad_key)).sort();
    const native = first.ads.map(({ id }) => `native:${id}`).sort();
    assert.deepEqual(await keys("creative_group"), native);
    const archive = Object.create(stack.archive) as Stack["archive"];
    // Of answers that are named several times, each is added once.
    archive.answers = async (origin) => {
      const answers = await stack.archive.answers(origin);
      return Array.from({ length: 3001 }, (_, at) => answers[at % answers.length]!);
    };
    const full = new Datasets({ ...stack, archive, now });
    await buyAwkwardPage(stack, library);
    const { grouped, pages } = await full.write({ folder: at("set") });
    assert.deepEqual([grouped, pages, await keys("creative_group")], [false, 2, native]);
    const summary = await full.write({ folder: at("set"), groups: true });
    assert.deepEqual([summary.grouped, summary.pages, summary.files > 0], [true, 0, true]);
    const seen = await keys("sightings");
    assert.deepEqual([seen.length, await keys("creative_group")], [18 + 18 + 4, seen]);
    const [unnamed] = (await rows("creative_group")).filter(({ ad_id }) => ad_id === undefined);
    assert.deepEqual([unnamed?.ad_key, unnamed?.title, unnamed?.reasons], [seen[0], "no id", undefined]);
    const huge = (await rows("creative_group")).find(({ ad_id }) => ad_id === "123456789012345678901234567890");
    assert.deepEqual([huge?.platform, huge?.ad_platform, huge?.ad_id_int64], ["unknown", "unknown", undefined]);
    assert.deepEqual((await verify()).problems, []);
  });

  it("describes every table to engines, even empty ones, and belongs to one library", async () => {
    await write();
    const { files, schema } = await manifest();
    assert.deepEqual(files.map(({ table, rows }) => [table, rows]).sort(), tableNames.map((name) => [name, 0]).sort());
    const described = JSON.parse(await readFile(at("set", "schema", "v1.json"), "utf8")) as { tables: object };
    assert.deepEqual(Object.keys(described.tables), tableNames);
    assert.equal(schema.name, "v1");
    assert.deepEqual((await verify()).problems, []);
    stack.set({ baseUrl: "https://elsewhere.example" });
    await assert.rejects(write(), { code: "otherDataset" });
  });

  it("merges a past month's small files; readers of the old ones can finish", async () => {
    const { frozen, first } = await buyPages(stack, "native", 5);
    await write();
    // So little more that it isn't merged at once.
    await stack.search.search(frozen, { page: 6, lastHit: first.lastHit! }, new AbortController().signal);
    await write();
    const before = texts(await rows("sightings"));
    const old = (await manifest()).files.filter(({ month }) => month !== "none");
    assert.equal(
      (await stack.datasets.compact({ folder: at("set") })).after,
      (await manifest()).files.length,
      "not this month",
    );
    const { before: many, after: few } = await later().compact({ folder: at("set") });
    assert.ok(few < many, `${few} < ${many}`);
    const now = await manifest();
    assert.deepEqual(await filesOnDisk(), named(now.files));
    for (const { path, bytes } of old)
      if (!now.files.some((file) => file.path === path))
        assert.equal((await stat(at("set", ".replaced", path))).size, bytes);
    const merged = texts(await rows("sightings"));
    assert.deepEqual(merged, before);
    assert.deepEqual((await verify()).problems, []);
    assert.equal((await write()).files, 0);
    assert.equal(existsSync(at("set", ".replaced")), false);
  });

  it("never disturbs readers of an older manifest", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    await write();
    let old = (await manifest()).files;
    const isWhole = async (part: Part, ...place: string[]) => {
      const bytes = await readFile(at("set", ...place, part.path));
      return createHash("sha256").update(bytes).digest("hex") === part.sha256;
    };
    const all = async (read: (part: Part) => Promise<boolean>) =>
      (await Promise.all(old.map(read))).every((whole) => whole);
    await buyDetails(stack, first, 1);
    await stack.search.search(frozen, { page: 2, lastHit: first.lastHit! }, new AbortController().signal);
    const isMoved = (each: Part) => !existsSync(at("set", each.path));
    const areThere = () => all((each) => (isMoved(each) ? isWhole(each, ".replaced") : isWhole(each)));
    assert.ok((await write()).files > 0);
    assert.ok(old.some(isMoved) && (await areThere()));
    await addForeignPart(at("set"));
    old = (await manifest()).files;
    const part = old.find(({ table, rows: count }) => table === "url_chain" && count > 0)!;
    const opened = await open(at("set", part.path));
    await later().compact({ folder: at("set") });
    // Who has a part open reads it to its end; who has only its name finds it set aside.
    assert.equal((await opened.readFile()).length, part.bytes);
    await opened.close();
    assert.ok(isMoved(part));
    await verify();
    assert.ok(await areThere());
    // The next writer is the one that removes them.
    await later().compact({ folder: at("set") });
    assert.equal(existsSync(at("set", ".replaced")), false);
  });

  it("reads parts of an older version, and leaves those of a newer one alone", async () => {
    const { first } = await buyPages(stack, "native", 1);
    await buyDetails(stack, first, 1);
    await write();
    await addForeignPart(at("set"));
    assert.deepEqual((await verify()).problems, []);
    const links = (await rows("url_chain")).length;
    await later().compact({ folder: at("set") });
    const merged = await rows("url_chain");
    assert.equal(merged.length, links);
    const old = merged.find(({ answer }) => answer === "old")!;
    assert.deepEqual(
      [old.url, old.times_seen, old.received_at],
      ["https://old.example", undefined, oldLink.received_at],
    );
    const newer = await addForeignPart(at("set"), ["column_of_tomorrow"]);
    assert.deepEqual((await verify()).problems, []);
    await later().compact({ folder: at("set") });
    assert.ok((await manifest()).files.some(({ path }) => path === newer));
  });

  it("names each damaged file and what is wrong with it", async () => {
    await buyPages(stack, "native", 1);
    await write();
    const { files } = await manifest();
    const pathOf = (table: Table) => files.find((file) => file.table === table && file.rows > 0)!.path;
    const changed = await readFile(at("set", pathOf("sightings")));
    changed[changed.length >> 1]! ^= 1;
    await writeFile(at("set", pathOf("sightings")), changed);
    await truncate(at("set", pathOf("stats")), 100);
    await rm(at("set", pathOf("attachments")));
    await writeFile(at("set", "schema", "v1.json"), "{}");
    // As sync tools and people leave them.
    const others = ["part-7-8.parquet", "part-20261101-20261101 (1).parquet", "notes.PARQUET", "deep/er/x.parquet"];
    const foreign = others.map((name) => pathOf("pages").replace(/part-.*/, name));
    for (const path of foreign) {
      await mkdir(dirname(at("set", path)), { recursive: true });
      await writeFile(at("set", path), "half");
    }
    const found = await verify();
    const why = Object.fromEntries(found.problems.map((problem) => [problem.file, problem.why]));
    assert.match(why[pathOf("sightings")]!, /different SHA-256/);
    assert.match(why[pathOf("stats")]!, /has 100 bytes, but the manifest says \d+/);
    assert.match(why[pathOf("attachments")]!, /missing/);
    assert.match(why["schema/v1.json"]!, /not the schema/);
    for (const path of foreign) assert.match(why[path]!, /not part of the dataset/);
    assert.deepEqual([found.problems.length, found.stray], [8, []]);
    await buyPages(stack, "tiktok", 1);
    assert.deepEqual([...(await write()).foreign].sort(), [...foreign].sort());
    for (const path of foreign) assert.equal(await readFile(at("set", path), "utf8"), "half");
    await assert.rejects(stack.datasets.verify({ folder: at("nowhere") }), { code: "noDataset" });
    assert.equal(existsSync(at("nowhere")), false);
  });

  it("names a damaged file that it must read, and stays unchanged", async () => {
    const { first } = await buyPages(stack, "native", 1);
    await buyDetails(stack, first, 1);
    await write();
    const path = await addForeignPart(at("set"));
    const before = await readFile(at("set", "manifest.json"), "utf8");
    const whole = await readFile(at("set", path));
    const damaged = (reason: RegExp) => (error: unknown) =>
      error instanceof FeatureError &&
      error.code === "damagedDataset" &&
      String(error.more.specifics).startsWith(`${path}: `) &&
      reason.test(String(error.more.specifics));
    const flipped = Uint8Array.from(whole, (byte, index) => (index === 20 ? byte ^ 1 : byte));
    for (const [bytes, reason] of [
      [whole.subarray(0, 100), /has 100 bytes/],
      [flipped, /content has changed/],
    ] as const) {
      await writeFile(at("set", path), bytes);
      await assert.rejects(later().compact({ folder: at("set") }), damaged(reason));
    }
    await rm(at("set", path));
    await assert.rejects(later().compact({ folder: at("set") }), damaged(/missing/));
    await writeFile(at("set", path), whole);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), before);
    await buyPages(stack, "mega", 1);
    assert.equal((await write()).pages, 1);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal(existsSync(at("set/.writing")), false);
  });

  it("changes nothing when a write or a compaction is stopped", async () => {
    const { first } = await buyPages(stack, "native", 1);
    await buyDetails(stack, first, 1);
    await write();
    const before = await readFile(at("set", "manifest.json"), "utf8");
    await buyPages(stack, "tiktok", 11);
    const stop = new AbortController();
    await assert.rejects(write({ signal: stop.signal, onProgress: () => stop.abort() }), { name: "AbortError" });
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), before);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal((await write()).pages, 11);
    await addForeignPart(at("set"));
    const whole = await readFile(at("set", "manifest.json"), "utf8");
    const late = new AbortController();
    const ofNextMonth = () => (late.abort(), new Date(Date.now() + 40 * 86_400_000));
    const merging = new Datasets({ ...stack, now: ofNextMonth }).compact({ folder: at("set"), signal: late.signal });
    await assert.rejects(merging, { name: "AbortError" });
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), whole);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal(existsSync(at("set/.writing")), false);
  });

  it("reports file system errors, and continues once they are fixed", async () => {
    await buyPages(stack, "native", 2);
    await write({ platforms: ["reddit"] });
    // A file of somebody's where a folder of the dataset belongs.
    await writeFile(at("set/sightings/platform=native"), "mine");
    await assert.rejects(write(), { name: "StorageError", message: /platform=native/ });
    assert.equal((await verify()).problems.length, 0);
    await rm(at("set/sightings/platform=native"));
    assert.deepEqual((await write()).pages, 2);
    assert.equal((await verify()).problems.length, 0);
  });

  it("refuses a folder with other files, or a file in its place, and leaves it unchanged; tolerates hidden files", async () => {
    await writeFile(at("set"), "mine");
    await assert.rejects(write(), StorageError);
    assert.equal(await readFile(at("set"), "utf8"), "mine");
    await buyPages(stack, "native", 1);
    for (const name of ["notes.txt", "README.md", "queries/longest-running.sql"]) {
      await rm(at("set"), { recursive: true });
      await mkdir(at("set", dirname(name)), { recursive: true });
      await writeFile(at("set", name), "mine");
      await assert.rejects(write(), { code: "folderInUse", more: { specifics: name } });
      assert.equal(await readFile(at("set", name), "utf8"), "mine");
      assert.deepEqual(await readdir(at("set")), [name.split("/")[0]]);
    }
    await rm(at("set"), { recursive: true });
    await mkdir(at("set/.git"), { recursive: true });
    assert.equal((await write()).pages, 1);
    assert.deepEqual((await verify()).problems, []);
  });

  it("never writes over a file that an older manifest doesn't name", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    await write();
    const [before, old] = [await readFile(at("set/manifest.json")), (await manifest()).files];
    for (let page = 2; page <= 3; page++)
      await stack.search.search(frozen, { page, lastHit: first.lastHit! }, new AbortController().signal);
    await write();
    const newer = (await manifest()).files.filter(({ path }) => !old.some((part) => part.path === path));
    await writeFile(at("set/manifest.json"), before);
    await stack.search.search(frozen, { page: 4, lastHit: first.lastHit! }, new AbortController().signal);
    await write();
    for (const { path, sha256 } of newer)
      assert.equal(
        createHash("sha256")
          .update(await readFile(at("set", path)))
          .digest("hex"),
        sha256,
        path,
      );
  });

  describe("without its manifest", () => {
    const isNamed = (file: string, reason: RegExp) => (error: unknown) =>
      error instanceof FeatureError &&
      error.code === "notAdopted" &&
      String(error.more.specifics).startsWith(`${file}: `) &&
      reason.test(String(error.more.specifics));
    const adopt = () => stack.datasets.adopt({ folder: at("set") });

    beforeEach(async () => {
      const { first } = await buyPages(stack, "native", 3);
      await buyDetails(stack, first, 2);
      await buyAwkwardPage(stack, library);
      await write();
    });

    it("gets an equal manifest from its parts, and continues from there", async () => {
      const before = await manifest();
      await rm(at("set/manifest.json"));
      const sum = (of: "rows" | "bytes") => before.files.reduce((all, part) => all + part[of], 0);
      assert.deepEqual(await adopt(), { files: before.files.length, rows: sum("rows"), bytes: sum("bytes") });
      const after = await manifest();
      const comparable = ({ files, searches, answers, ...others }: typeof before) => ({
        ...others,
        ...{ written_at: "", answers: answers.toSorted(), files: named(files) },
        searches: searches.map((search) => JSON.stringify(search)).sort(),
      });
      assert.deepEqual(comparable(after), comparable(before));
      assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
      assert.equal((await write()).files, 0);
      await buyPages(stack, "tiktok", 1);
      assert.equal((await write()).pages, 1);
      assert.deepEqual((await verify()).problems, []);
      await assert.rejects(adopt(), { code: "hasManifest" });
    });

    it("stays unchanged by every command, and gets no manifest from damaged, duplicate, foreign, or unfinished parts", async () => {
      const { files } = await manifest();
      await rm(at("set/manifest.json"));
      const before = await stamps();
      for (const act of [write, () => later().compact({ folder: at("set") }), verify])
        await assert.rejects(act(), { code: "noManifest" });
      // The note of an interrupted later write.
      const noted = files.at(-1)!.path;
      const missing = "stats/platform=native/month=2026-11/part-20261101-20261101.parquet";
      await mkdir(at("set/.writing"));
      const note = JSON.stringify({ first: false, parts: [noted, missing], replaced: [] });
      await writeFile(at("set/.writing/parts.json"), note);
      await assert.rejects(write(), { code: "noManifest" });
      await assert.rejects(adopt(), isNamed(noted, /^[^:]+: an interrupted write/));
      await rm(at("set/.writing"), { recursive: true, force: true });
      assert.deepEqual(await stamps(), before);
      const path = files.find(({ table, rows: count }) => table === "sightings" && count > 0)!.path;
      const whole = await readFile(at("set", path));
      await writeFile(at("set", path), whole.subarray(0, whole.length - 20));
      await assert.rejects(adopt(), isNamed(path, /./));
      await writeFile(at("set", path), whole);
      const [copy, other] = [
        path.replace(".parquet", " (1).parquet"),
        path.replace(/part-.*/, "part-20260101-20260101.parquet"),
      ];
      await writeFile(at("set", copy), whole);
      await assert.rejects(adopt(), isNamed(copy, /name/));
      await rm(at("set", copy));
      await writeFile(at("set", other), whole);
      await assert.rejects(adopt(), isNamed(path, /same rows/));
      await rm(at("set", other));
      assert.equal((await adopt()).files, files.length);
    });
  });

  it("keeps queries that a person changed, and updates the others", async () => {
    await buyPages(stack, "native", 1);
    await write();
    const [mine, other] = [at("set/queries/longest-running.sql"), at("set/README.md")];
    await writeFile(mine, "select 1;");
    // As an older version wrote it.
    await writeFile(other, "older");
    const described = await manifest();
    const texts = { ...described.texts, "README.md": createHash("sha256").update("older").digest("hex") };
    await writeManifest(at("set"), { ...described, texts });
    await buyPages(stack, "native", 2);
    await write();
    assert.equal(await readFile(mine, "utf8"), "select 1;");
    assert.equal(await readFile(other, "utf8"), datasetTexts["README.md"]);
  });
});
