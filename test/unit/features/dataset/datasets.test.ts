import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Datasets } from "../../../../src/features/dataset/datasets";
import { readRows } from "../../../../src/features/dataset/parquet";
import { readManifest, type Part, writeManifest } from "../../../../src/features/dataset/manifest";
import { withFile } from "../../../../src/features/dataset/reading";
import { datasetTexts } from "../../../../src/features/dataset/texts";
import { type DatasetRow, type Table, tableNames } from "../../../../src/features/dataset/tables";
import { StorageError } from "../../../../src/features/disk/storageError";
import { FeatureError } from "../../../../src/features/failures/featureError";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { addForeignPart, buyAwkwardPage, buyDetails, buyPages, oldLink } from "./filledArchive";

describe("a dataset", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  before(async () => (library = await startCountedLibrary()));
  after(() => library.close());
  beforeEach(() => (stack = openStack(at("storage"), library.url, library.key)));
  afterEach(() => stack.close());

  const at = (...path: string[]) => join(folder(), ...path);
  const write = (more: object = {}) => stack.datasets.write({ folder: at("set"), ...more });
  const verify = () => stack.datasets.verify({ folder: at("set") });
  const manifest = async () => (await readManifest(at("set")))!;
  const later = () => new Datasets({ ...stack, now: () => new Date(Date.now() + 40 * 86_400_000) });

  async function rows(table: Table): Promise<(DatasetRow & { platform: string; month: string })[]> {
    const found = [];
    for (const part of (await manifest()).files) {
      if (part.table !== table) continue;
      const { platform, month } = part;
      const read = await withFile(at("set", part.path), (file) => readRows(file, 0, part.rows));
      found.push(...read.map((row) => ({ ...row, platform, month })));
    }
    return found;
  }

  async function filesOnDisk(): Promise<readonly string[]> {
    const names = await readdir(at("set"), { recursive: true });
    return names.filter((name) => name.endsWith(".parquet")).sort();
  }

  const texts = (all: readonly DatasetRow[]) =>
    all.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, String(value)]))).sort();
  const named = (files: readonly Part[]) => files.map(({ path }) => path).sort();

  it("has a row for every ad in every owned page and detail, as the archive has it, for nothing", async () => {
    const { first, frozen } = await buyPages(stack, "native", 3);
    await buyPages(stack, "mega", 2);
    await buyDetails(stack, first, 2);
    const paid = library.paid().length;
    const summary = await write();
    assert.deepEqual([summary.pages, summary.details, summary.ads, summary.unreadable], [5, 2, 5 * 18, 0]);
    assert.equal(library.paid().length, paid);
    const sightings = await rows("sightings");
    const db = new DatabaseSync(at("storage", "archive", "archive.db"), { readOnly: true });
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
    const text = (await stack.search.ownedAnswer(frozen, first.lastHit!, 1))!.text;
    const native = sightings.filter(({ search_platform, page }) => search_platform === "native" && page === 1n);
    for (const [index, { id }] of first.ads.entries()) {
      const row = native.find(({ position }) => position === BigInt(index))!;
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
  });

  it("keeps every digit, and says nothing for what was not provided", async () => {
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
    assert.deepEqual([third!.domain, third!.platform_name], ["xn--mnchen-3ya.example", "somewhere new"]);
    assert.deepEqual(
      [fourth!.bookmarked, fourth!.active, fourth!.ad_key],
      [undefined, undefined, `?${String(fourth!.answer)}:3`],
    );
    assert.deepEqual(
      (await rows("stats")).map(({ name, value, value_text }) => [name, value, value_text]),
      [
        ["Likes", 9007199254740993n, undefined],
        ["Views", undefined, "12.5k"],
        ["Share", undefined, "0.25"],
        ["huge", undefined, "123456789012345678901234567890"],
      ],
    );
    const [video] = await rows("attachments");
    assert.deepEqual(
      [video!.attachment_id, video!.duration_seconds, video!.duration_seconds_text],
      ["-5", undefined, "long"],
    );
    const { searches } = await manifest();
    assert.deepEqual(
      searches.map(({ last_hit, pages, complete, credits }) => [last_hit, pages, complete, credits]),
      [["1700000000", [[1, 1]], true, 100]],
    );
  });

  it("leaves out an answer whose bytes are damaged, and one that it cannot read, and records the damaged one", async () => {
    await buyPages(stack, "native", 4);
    const file = at("storage", "archive", "archive.db");
    await stack.close();
    const db = new DatabaseSync(file);
    const { payload } = db.prepare("select payload from page where page = 2").get()!;
    const flipped = Uint8Array.from(payload as Uint8Array, (byte, index) => (index === 500 ? byte ^ 1 : byte));
    db.prepare("update page set payload = ? where page = 2").run(flipped);
    db.prepare("update page set coding = 'plain', payload = ? where page = 3").run(Buffer.from('{"status":"ok"}'));
    db.close();
    stack = openStack(at("storage"), library.url, library.key);
    assert.equal(await stack.archive.losses.count(), 0);
    const { pages, unreadable } = await write();
    assert.deepEqual([pages, unreadable], [2, 2]);
    assert.deepEqual((await rows("pages")).map(({ page }) => page).sort(), [1n, 4n]);
    assert.equal(await stack.archive.losses.count(), 1);
    assert.deepEqual((await verify()).problems, []);
  });

  it("adds what it lacks and changes no file; with nothing new it writes nothing", async () => {
    await buyPages(stack, "native", 2);
    await write();
    const before = await filesOnDisk();
    const stamps = await Promise.all(before.map(async (name) => (await stat(at("set", name))).mtimeMs));
    const text = await readFile(at("set", "manifest.json"), "utf8");
    const again = await write();
    assert.deepEqual([again.files, again.pages], [0, 0]);
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), text);
    await buyPages(stack, "plat_shortvideo", 1);
    assert.deepEqual([(await write()).pages, (await rows("pages")).length], [1, 3]);
    assert.deepEqual(await Promise.all(before.map(async (name) => (await stat(at("set", name))).mtimeMs)), stamps);
    assert.equal((await rows("sightings")).length, 3 * 18);
    assert.deepEqual((await verify()).problems, []);
  });

  it("takes one platform, or what is not older than a day, and the rest when that is asked for", async () => {
    await buyPages(stack, "native", 1);
    await buyPages(stack, "plat_shortvideo", 1);
    assert.equal((await write({ platforms: ["native"] })).pages, 1);
    const tomorrow = new Date(Date.now() + 86_400_000);
    assert.equal((await write({ since: tomorrow })).pages, 0);
    assert.equal((await write()).pages, 1);
    assert.equal((await rows("pages")).length, 2);
    assert.equal((await write()).files, 0);
  });

  it("has no answer twice where the archive was begun anew", async () => {
    const { first, frozen } = await buyPages(stack, "native", 2);
    await write();
    const kept = await stack.archive.pages(frozen.address, first.lastHit!);
    await stack.close();
    for (const ending of ["", "-wal", "-shm"])
      await rm(at("storage", "archive", `archive.db${ending}`), { force: true });
    stack = openStack(at("storage"), library.url, library.key);
    await buyPages(stack, "plat_shortvideo", 1);
    for (const { page, ...answer } of kept)
      await stack.archive.storePage(frozen.address, first.lastHit!, page, answer, page === 1 ? first.ads : []);
    assert.equal((await write()).pages, 1);
    assert.equal((await rows("pages")).length, 3);
    assert.equal(
      new Set((await rows("sightings")).map((row) => `${String(row.answer)}:${String(row.position)}`)).size,
      54,
    );
  });

  it("is of one library, and says so", async () => {
    await write();
    stack.set({ baseUrl: "https://elsewhere.example" });
    await assert.rejects(write(), (error) => error instanceof FeatureError && error.code === "otherDataset");
  });

  it("describes every table to engines, also where nothing is in it", async () => {
    await write();
    const { files, schema } = await manifest();
    assert.deepEqual(files.map(({ table, rows }) => [table, rows]).sort(), tableNames.map((name) => [name, 0]).sort());
    const described = JSON.parse(await readFile(at("set", "schema", "v1.json"), "utf8")) as { tables: object };
    assert.deepEqual(Object.keys(described.tables), tableNames);
    assert.equal(schema.name, "v1");
    assert.deepEqual((await verify()).problems, []);
  });

  it("merges the small files of a month that is over; who reads the old ones still can, until the next act", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    for (const page of [2, 3]) {
      await write();
      await stack.search.search(frozen, { page, lastHit: first.lastHit! }, new AbortController().signal);
    }
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
    assert.deepEqual(await filesOnDisk().then((all) => all.filter((name) => !name.startsWith("."))), named(now.files));
    for (const { path, bytes } of old)
      if (!now.files.some((file) => file.path === path))
        assert.equal((await stat(at("set", ".replaced", path))).size, bytes);
    const merged = texts(await rows("sightings"));
    assert.deepEqual(merged, before);
    assert.deepEqual((await verify()).problems, []);
    assert.equal((await write()).files, 0);
    assert.equal(existsSync(at("set", ".replaced")), false);
  });

  it("disturbs nobody who reads by an older manifest: a further run, nor compact, nor a check after it", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    await write();
    const old = (await manifest()).files;
    const isWhole = async (part: Part, ...place: string[]) => {
      const bytes = await readFile(at("set", ...place, part.path));
      return createHash("sha256").update(bytes).digest("hex") === part.sha256;
    };
    const all = async (read: (part: Part) => Promise<boolean>) =>
      (await Promise.all(old.map(read))).every((whole) => whole);
    await stack.search.search(frozen, { page: 2, lastHit: first.lastHit! }, new AbortController().signal);
    assert.ok((await write()).files > 0);
    assert.ok(await all((part) => isWhole(part)), "a further run touches no file");
    const part = old.find(({ table, rows: count }) => table === "sightings" && count > 0)!;
    await withFile(at("set", part.path), async (opened) => {
      await later().compact({ folder: at("set") });
      // Who has a part open reads it to its end; who has only its name finds it set aside.
      assert.equal((await readRows(opened, 0, part.rows)).length, part.rows);
    });
    const isMoved = (each: Part) => !existsSync(at("set", each.path));
    assert.ok(isMoved(part));
    await verify();
    assert.ok(await all((each) => (isMoved(each) ? isWhole(each, ".replaced") : isWhole(each))));
    // The next writer is the one that removes them.
    await later().compact({ folder: at("set") });
    assert.equal(existsSync(at("set", ".replaced")), false);
  });

  it("reads parts of an older version beside its own, and leaves those of a newer one as they are", async () => {
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
    const stray = pathOf("pages").replace(/part-.*/, "part-7-8.parquet");
    await writeFile(at("set", stray), "half");
    const own = pathOf("pages").replace(/part-.*/, "my-notes.parquet");
    await writeFile(at("set", own), "of a person");
    const found = await verify();
    const why = Object.fromEntries(found.problems.map((problem) => [problem.file, problem.why]));
    assert.match(why[pathOf("sightings")]!, /different SHA-256/);
    assert.match(why[pathOf("stats")]!, /has 100 bytes, but the manifest says \d+/);
    assert.match(why[pathOf("attachments")]!, /missing/);
    assert.match(why["schema/v1.json"]!, /not the schema/);
    assert.deepEqual([found.problems.length, found.stray], [4, [stray]]);
    await write();
    assert.deepEqual([(await verify()).stray, existsSync(at("set", own))], [[], true]);
    await assert.rejects(
      stack.datasets.verify({ folder: at("nowhere") }),
      (error) => error instanceof FeatureError && error.code === "noDataset",
    );
    assert.equal(existsSync(at("nowhere")), false);
  });

  it("names a damaged file that it has to read, and stays as it is", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    await write();
    await stack.search.search(frozen, { page: 2, lastHit: first.lastHit! }, new AbortController().signal);
    await write();
    const before = await readFile(at("set", "manifest.json"), "utf8");
    const part = (await manifest()).files.find(({ table, rows: count }) => table === "pages" && count > 0)!;
    const whole = await readFile(at("set", part.path));
    const damaged = (reason: RegExp) => (error: unknown) =>
      error instanceof FeatureError &&
      error.code === "damagedDataset" &&
      String(error.more.specifics).startsWith(`${part.path}: `) &&
      reason.test(String(error.more.specifics));
    for (const [bytes, reason] of [
      [whole.subarray(0, 100), /./],
      [Buffer.from("no Parquet at all, but long enough"), /parquet/i],
    ] as const) {
      await writeFile(at("set", part.path), bytes);
      await assert.rejects(later().compact({ folder: at("set") }), damaged(reason));
      // More is wanted than before: each answer is compared with those that it has.
      const described = await manifest();
      const reach = { native: { ...described.reach.native!, since: "2999-01-01T00:00:00.000Z" } };
      await writeManifest(at("set"), { ...described, reach });
      await assert.rejects(write(), damaged(reason));
      await writeFile(at("set", "manifest.json"), before);
    }
    await rm(at("set", part.path));
    await assert.rejects(later().compact({ folder: at("set") }), damaged(/ENOENT/));
    await writeFile(at("set", part.path), whole);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), before);
  });

  it("changes nothing when it is stopped", async () => {
    await buyPages(stack, "native", 1);
    await write();
    const before = await readFile(at("set", "manifest.json"), "utf8");
    await buyPages(stack, "plat_shortvideo", 11);
    const stop = new AbortController();
    await assert.rejects(write({ signal: stop.signal, onProgress: () => stop.abort() }), { name: "AbortError" });
    assert.equal(await readFile(at("set", "manifest.json"), "utf8"), before);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
    assert.equal((await write()).pages, 11);
  });

  it("says what the file system refuses, and goes on once that is mended", async () => {
    await buyPages(stack, "native", 2);
    await write({ platforms: ["reddit"] });
    // A file of somebody's where a folder of the dataset belongs.
    await writeFile(at("set/sightings/platform=native"), "mine");
    await assert.rejects(
      write(),
      (error) => error instanceof StorageError && error.message.includes("platform=native"),
    );
    assert.equal((await verify()).problems.length, 0);
    await rm(at("set/sightings/platform=native"));
    assert.deepEqual((await write()).pages, 2);
    assert.equal((await verify()).problems.length, 0);
  });

  for (const name of ["notes.txt", "README.md", "queries/longest-running.sql"])
    it(`refuses a folder of somebody else's with ${name}, and changes nothing in it`, async () => {
      await buyPages(stack, "native", 1);
      await mkdir(at("set", dirname(name)), { recursive: true });
      await writeFile(at("set", name), "mine");
      const refused = (error: unknown) =>
        error instanceof FeatureError && error.code === "folderInUse" && error.more.specifics === name;
      await assert.rejects(write(), refused);
      assert.equal(await readFile(at("set", name), "utf8"), "mine");
      assert.deepEqual(await readdir(at("set")), [name.split("/")[0]]);
    });

  it("says so if its folder is a file", async () => {
    await writeFile(at("set"), "mine");
    await assert.rejects(write(), StorageError);
    assert.equal(await readFile(at("set"), "utf8"), "mine");
  });

  it("is written beside hidden files, and where its first write was interrupted", async () => {
    await buyPages(stack, "native", 1);
    await mkdir(at("set/.git"), { recursive: true });
    await write();
    await rm(at("set/manifest.json"));
    assert.equal((await write()).pages, 1);
    assert.deepEqual(await verify().then(({ problems, stray }) => [problems, stray]), [[], []]);
  });

  it("keeps the queries that a person changed, and updates the others", async () => {
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

  it("has the key nowhere", async () => {
    await buyPages(stack, "native", 1);
    await write();
    for (const name of await readdir(at("set"), { recursive: true })) {
      const path = at("set", name);
      if ((await stat(path)).isFile()) assert.equal((await readFile(path)).includes(library.key), false, name);
    }
  });
});
