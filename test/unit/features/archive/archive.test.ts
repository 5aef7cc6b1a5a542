import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { pageFolder, type SearchAddress } from "../../../../src/features/archive/address";
import type { Archive } from "../../../../src/features/archive/archive";
import { LinkedFolders } from "../../../../src/features/archive/linkedFolders";
import { asOtherUser } from "../../../support/otherUser";
import { skipBecause } from "../../../support/skipping";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { openArchive } from "../../../support/openArchive";
import { deleteAtOnce, temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";

const address: SearchAddress = { origin: "https://ads.example", version: "v2", platform: "tiktok", body: '{"a":1}' };
const ad = { platform: "tiktok", id: "9007199254740993" } as const;
const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

/** A page of the service with one ad for each title. */
const pageText = (...titles: readonly string[]) =>
  okText({ ads: titles.map((title, id) => ({ id: id + 1, platform: "tikTok", title })), last_hit: 5 });

describe("archive", () => {
  const parent = temporaryFolder();
  const folder = () => parent("deep", "archive");
  let lines: string[];
  let archive: Archive;
  const open = (linked: readonly string[] = [], place = folder()) =>
    openArchive(place, {
      linked: new LinkedFolders(
        () => linked,
        (one) => lines.push(one),
      ),
      log: (line) => lines.push(line),
    });
  beforeEach(() => {
    lines = [];
    archive = open();
  });
  afterEach(() => archive.close());

  const store = (text: string, { lastHit = "5", page = 1, second = 1, of = archive } = {}) =>
    of.storePage(address, lastHit, page, { text, receivedAt: at(second) });
  /** Every file of answers below a folder, as paths. */
  const files = (place = folder()) =>
    readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".json.zst"))
      .sort();
  const titles = async (of = archive) => (await of.search({})).hits.map(({ card }) => card.title);

  it("returns a page's exact text, also to another window", async () => {
    const text = '{"data":{"ads":[{"id":9007199254740993,"x":1.0,"y":"\\ud83d\\u2028 日本"}]}}';
    await store(text, { lastHit: "9007199254740995" });
    const other = open();
    assert.deepEqual(await other.page(address, "9007199254740995", 1), { text, receivedAt: at(1) });
    assert.equal(await other.page(address, "9007199254740994", 1), undefined);
    assert.equal(await other.page({ ...address, body: "{}" }, "9007199254740995", 1), undefined);
    assert.equal(await other.page({ ...address, version: "v1" }, "9007199254740995", 1), undefined);
    await other.close();
  });

  it("keeps each answer as a file that opens with zstd alone", async function () {
    await store("one page");
    await archive.storeDetail(address.origin, "v2", ad, { text: "a detail", receivedAt: at(2) });
    const [page = "", detail = ""] = files();
    assert.match(
      page,
      /^answers\/ads\.example-[0-9a-f]{8}\/v2\/tiktok\/[0-9a-f]{16}\/5\/0001\.20260102T030401000Z\.[0-9a-f]{6}\.json\.zst$/,
    );
    assert.match(
      detail,
      /^details\/ads\.example-[0-9a-f]{8}\/v2\/tiktok\/9007199254740993\/20260102T030402000Z\.[0-9a-f]{6}\.json\.zst$/,
    );
    const search = join(folder(), page, "..", "..", "search.json");
    assert.deepEqual(JSON.parse(readFileSync(search, "utf8")), address);
    assert.equal(statSync(join(folder(), page)).mode & 0o777, 0o600);
    const read = () => execFileSync("zstd", ["-dc", join(folder(), page)], { encoding: "utf8" });
    try {
      execFileSync("zstd", ["--version"]);
    } catch {
      skipBecause(this, "zstd is not installed");
    }
    assert.equal(read(), "one page");
  });

  it("maps hostile and long names to portable paths and back", async () => {
    const names = fc.record({
      origin: fc.oneof(
        fc.constantFrom("sample:", "https://con", "http://[::1]:80"),
        fc.webUrl({ withFragments: false }),
      ),
      lastHit: fc.oneof(
        fc.constantFrom("", "0", "-5", "-9223372036854775808", "9".repeat(40)),
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
      ),
      body: fc.string({ maxLength: 3000 }),
      text: fc.string(),
    });
    let searches = 0;
    await fc.assert(
      fc.asyncProperty(names, async ({ lastHit, text, origin, body: drawn }) => {
        const body = `${drawn}${++searches}`; // Two draws of one body would be one search with two answers.
        const where = { ...address, origin, body };
        await archive.storePage(where, lastHit, 1, { text, receivedAt: at(1) });
        const [bought] = (await archive.snapshots(where)).filter((one) => lastHit === "" || one.lastHit === lastHit);
        assert.equal((await archive.page(where, bought!.lastHit, 1))?.text, text);
        const [listed] = (await archive.answers(origin)).filter(
          (one) => one.body === body && one.lastHit === bought!.lastHit,
        );
        assert.deepEqual([listed?.body, listed?.page, listed?.receivedAt], [body, 1, at(1)]);
        assert.ok(listed!.path.length <= 160, listed!.path);
        assert.match(listed!.path, /^[a-z0-9._/TZ-]+$/);
        for (const part of listed!.path.split("/")) assert.doesNotMatch(part, /^-|^\.|\.$|^(con|nul|aux|prn)(\.|$)/);
      }),
      { numRuns: times(20, 50) },
    );
  });

  it("returns an address's newest intact answer, and notes repeated equal ones", async () => {
    await store("one", { second: 1 });
    await store("one", { second: 1 });
    assert.equal(files().length, 1);
    await store("one", { second: 3 });
    assert.deepEqual(await archive.snapshots(address), [{ lastHit: "5", pages: 1, fetchedAt: at(3) }]);
    await store("two", { second: 4 });
    await store("old", { second: 2 });
    assert.deepEqual(await archive.pages(address, "5"), [{ page: 1, text: "two", receivedAt: at(4) }]);
    assert.equal(files().length, 4);
    // While the newest is damaged, an older one.
    writeFileSync(join(folder(), files().at(-1)!), "garbage");
    assert.equal((await archive.page(address, "5", 1))?.text, "one");
  });

  it("returns pages without gaps, from page 1", async () => {
    for (const page of [2, 1, 4]) await store(`page ${page}`, { page, second: page });
    const pages = await archive.pages(address, "5");
    assert.deepEqual(valuesOf(pages, "page", "text"), [1, "page 1", 2, "page 2"]);
    assert.deepEqual(await archive.snapshots(address), [{ lastHit: "5", pages: 2, fetchedAt: at(1) }]);
  });

  it("lists snapshots newest first, and only those that begin with page 1", async () => {
    await store("old", { lastHit: "7", second: 1 });
    await store("new", { lastHit: "8", second: 5 });
    await store("no start", { lastHit: "9", page: 2, second: 8 });
    assert.deepEqual(valuesOf(await archive.snapshots(address), "lastHit"), ["8", "7"]);
    assert.equal(await archive.firstPageSince(address, at(2), at(9)), "8");
    assert.equal(await archive.firstPageSince(address, at(6), at(9)), undefined);
    assert.equal(await archive.firstPageSince(address, at(0), at(4)), "7", "not one from the future");
  });

  it("orders snapshots by the service's clock where it names them by a time, whichever was stored first", async () => {
    const snapshot = fc.record({
      lastHit: fc.oneof(
        fc.integer({ min: 1_790_000_000, max: 1_790_000_009 }).map(String),
        fc.constantFrom("", "7", "8", "12345678901"),
      ),
      second: fc.integer({ min: 0, max: 9 }),
    });
    const orders = fc
      .uniqueArray(snapshot, { selector: ({ lastHit }) => lastHit, minLength: 2, maxLength: 6 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    let searches = 0;
    await fc.assert(
      fc.asyncProperty(orders, async (both) => {
        const listed = [];
        for (const all of both) {
          const where = { ...address, body: String(++searches) };
          for (const { lastHit, second } of all)
            await archive.storePage(where, lastHit, 1, { text: lastHit, receivedAt: at(second) });
          listed.push(await archive.snapshots(where));
        }
        const [one = [], other] = listed;
        assert.deepEqual(one, other);
        const isTimed = ({ lastHit }: { readonly lastHit: string }) => /^\d{10}$/.test(lastHit);
        const timed = valuesOf(one.filter(isTimed), "lastHit");
        assert.deepEqual(timed, [...timed].sort().reverse());
        const others = valuesOf(
          one.filter((each) => !isTimed(each)),
          "fetchedAt",
        );
        assert.deepEqual(others, [...others].sort().reverse());
      }),
      { numRuns: times(20, 100) },
    );
    // One whose name is no time has its place between them.
    await store("first", { lastHit: "1790000000", second: 1 });
    await store("unnamed", { lastHit: "7", second: 2 });
    await store("last", { lastHit: "1790000001", second: 3 });
    assert.deepEqual(valuesOf(await archive.snapshots(address), "lastHit"), ["1790000001", "7", "1790000000"]);
  });

  it("tells answers without a snapshot apart, and finds each again", async () => {
    for (const text of ["one", "two", "one"]) await store(text, { lastHit: "", second: 1 });
    const bought = await archive.snapshots(address);
    const texts = await Promise.all(bought.map(async ({ lastHit }) => (await archive.page(address, lastHit, 1))?.text));
    assert.deepEqual(texts.sort(), ["one", "two"]);
  });

  it("keeps every fetch of a detail and returns the newest", async () => {
    for (const second of [1, 3, 2])
      await archive.storeDetail(address.origin, "v2", ad, { text: `at ${second}`, receivedAt: at(second) });
    assert.equal((await archive.detail(address.origin, "v2", ad))?.text, "at 3");
    assert.equal(await archive.detail("https://other.example", "v2", ad), undefined);
    assert.equal(await archive.detail(address.origin, "v1", ad), undefined);
    const bought = await archive.boughtDetails(address.origin, "v2", [ad, { ...ad, id: "9007199254740992" }]);
    assert.deepEqual(bought, new Set(["tiktok:9007199254740993"]));
  });

  it("gives what was fetched after a clock was set back, not what it dated into the future", async () => {
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    await archive.storeDetail(address.origin, "v2", ad, { text: "clock ahead", receivedAt: ahead });
    assert.equal((await archive.detail(address.origin, "v2", ad))?.text, "clock ahead");
    await archive.storeDetail(address.origin, "v2", ad, { text: "clock right", receivedAt: new Date().toISOString() });
    assert.equal((await archive.detail(address.origin, "v2", ad))?.text, "clock right");
  });

  /** Resolves once the archive announces a change. */
  const told = () =>
    new Promise<void>((resolve) => {
      const subscription = archive.onChanged(() => {
        subscription.dispose();
        resolve();
      });
    });

  it("announces what another window stores, and what it clears itself", async () => {
    const other = open();
    const stored = told();
    await store("{}", { of: other });
    await stored;
    await other.close();
    const cleared = told();
    await archive.clear();
    await cleared;
    assert.deepEqual(await archive.snapshots(address), []);
  });

  it("says that something couldn't be deleted, and not that files are unchanged, and announces that some may be gone", async function () {
    const stored = told();
    await store("{}");
    await stored;
    const cleared = told();
    await asOtherUser(this, () => assert.rejects(archive.clear(), { reason: "notDeleted" }));
    await cleared;
  });

  it("reports exactly the damaged files, and returns all others", async () => {
    const rounds = fc.record({
      which: fc.integer({ min: 1, max: 6 }),
      how: fc.constantFrom("flip", "zero", "cut", "empty", "delete", "noise"),
      at: fc.nat(),
    });
    for (let page = 1; page <= 6; page += 1) await store(pageText(`page ${page}`), { page, second: page });
    const stored = files();
    await fc.assert(
      fc.asyncProperty(rounds, async ({ which, how, at: place }) => {
        const path = join(folder(), stored[which - 1]!);
        const good = readFileSync(path);
        const bad = Buffer.from(good);
        if (how === "flip") bad[place % bad.length]! ^= 1 << (place % 8);
        if (how === "zero") bad.fill(0, place % bad.length);
        if (how === "noise") bad.fill(place % 256, 0, 1 + (place % bad.length));
        if (how === "delete") rmSync(path);
        else writeFileSync(path, how === "empty" ? "" : how === "cut" ? bad.subarray(0, place % bad.length) : bad);
        const harmless = how !== "delete" && how !== "empty" && how !== "cut" && bad.equals(good);
        for (let page = 1; page <= 6; page += 1) {
          const expected = page === which && !harmless ? undefined : pageText(`page ${page}`);
          const found = await archive.page(address, "5", page);
          // A few bits of a frame's header don't change its content.
          if (found) assert.equal(found.text, pageText(`page ${page}`));
          else assert.equal(expected, undefined, `page ${page}`);
          const state = found ? "bought" : how === "delete" ? "absent" : "damaged";
          assert.equal(await archive.ownershipOfPage(address, page, "5"), state);
        }
        writeFileSync(path, good);
      }),
      { numRuns: times(40, 120) },
    );
  });

  it("repairs what says whose a folder is, and removes what a killed process left", async () => {
    await store(pageText("one"));
    const [library = ""] = readdirSync(join(folder(), "answers"));
    const notes = [join("answers", library, "library.json"), join(dirname(dirname(files()[0]!)), "search.json")];
    const good = notes.map((path) => readFileSync(join(folder(), path), "utf8"));
    for (const path of notes) writeFileSync(join(folder(), path), "{");
    const torn = join(dirname(join(folder(), files()[0]!)), ".999999999.00000000-0000-0000-0000-000000000000.tmp");
    writeFileSync(torn, "half");
    await store(pageText("two"), { page: 2, second: 2 });
    assert.deepEqual(
      notes.map((path) => readFileSync(join(folder(), path), "utf8")),
      good,
    );
    assert.deepEqual(await titles(), ["two"]);
    await archive.tidied();
    assert.equal(existsSync(torn), false);
  });

  it("rejects a small file that unpacks to gigabytes", async () => {
    await store("good");
    const bomb = zlib.zstdCompressSync(Buffer.alloc(300 * 1024 * 1024));
    writeFileSync(join(folder(), files()[0]!), bomb);
    assert.equal(await archive.ownershipOfPage(address, 1, "5"), "damaged");
  });

  it("continues when its folder is deleted, and stores the next answer there", async () => {
    await store(pageText("before"));
    assert.deepEqual(await titles(), ["before"]);
    deleteAtOnce(folder());
    assert.deepEqual(await archive.snapshots(address), []);
    await archive.canTake("answers");
    await store(pageText("after"));
    assert.equal((await archive.page(address, "5", 1))?.text, pageText("after"));
    assert.deepEqual(await titles(), ["after"]);
  });

  describe("its index", () => {
    const rows = () => {
      const db = new DatabaseSync(join(folder(), "index.db"));
      const all = (sql: string) => {
        const statement = db.prepare(sql);
        statement.setReadBigInts(true);
        return statement.all().map((row) => ({ ...row }));
      };
      try {
        return {
          files: all("select path, origin, kind, page, received_at, bytes from file order by path"),
          ads: all(
            `select origin, identity, platform, sighting, card, detail, title, owner, domain, body, detail_title,
             detail_body from ad order by origin, identity`,
          ),
          sightings: all(
            `select sighting.id, identity, path, position from sighting join ad on ad.id = ad
             join file on file.id = file order by sighting.id`,
          ),
          stats: all("select * from stat order by sighting, name"),
          words: all("select rowid from ad_text order by rowid"),
        };
      } finally {
        db.close();
      }
    };

    it("is the same in whatever order the files are read", async () => {
      const seen = fc.record({
        page: fc.integer({ min: 1, max: 3 }),
        // Some are dated into the future, by a wrong clock.
        second: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1_000_000_000, max: 1_000_000_020 })),
        lastHit: fc.constantFrom("5", "6", ""),
        ads: fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 4 }),
        detail: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(seen, { minLength: 1, maxLength: 8 }), async (answers) => {
          for (const { page, second, lastHit, ads, detail } of answers) {
            const receivedAt = at(second);
            if (detail) {
              const text = `{"status":"ok","meta":{"code":1000},"data":{"id":1,"card":{"title":"${ads.join(" ")}"}}}`;
              await archive.storeDetail(address.origin, "v2", { ...ad, id: "1" }, { text, receivedAt });
            } else await archive.storePage(address, lastHit, page, { text: pageText(...ads), receivedAt });
            // Each is indexed by itself.
            await archive.tidied();
          }
          const oneByOne = rows();
          await archive.close();
          rmSync(join(folder(), "index.db"));
          await archive.tidied();
          assert.deepEqual(rows(), oneByOne);
          // Without the last answers, everything is as if they had never been there.
          for (const gone of files().slice(-2)) rmSync(join(folder(), gone));
          await archive.tidied();
          const without = rows();
          await archive.close();
          rmSync(join(folder(), "index.db"));
          await archive.tidied();
          assert.deepEqual(rows(), without);
          await archive.close();
          rmSync(folder(), { recursive: true });
        }),
        { numRuns: times(5, 200) },
      );
    });

    it("shows an ad by the newest answer that is left when several are gone at once", async () => {
      // Copied in from elsewhere, the newest ones first.
      for (const second of [3, 2, 1]) {
        await store(pageText(`walnut ${second}`), { lastHit: String(second), second });
        await archive.tidied();
      }
      assert.deepEqual(await titles(), ["walnut 3"]);
      for (const gone of files().slice(1)) rmSync(join(folder(), gone));
      await archive.tidied();
      assert.deepEqual(await titles(), ["walnut 1"]);
    });

    for (const [what, damage] of [
      ["deleted", (file: string) => ["", "-wal", "-shm"].forEach((ending) => rmSync(file + ending, { force: true }))],
      ["garbage", (file: string) => writeFileSync(file, "garbage".repeat(2000))],
      ["cut short", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
      ["of another version", (file: string) => new DatabaseSync(file).exec("pragma user_version = 99")],
      ["of other tables", (file: string) => new DatabaseSync(file).exec("drop table stat")],
    ] as const)
      it(`is rebuilt if it is ${what}, while everything stays bought`, async () => {
        await store(pageText("walnut"));
        assert.deepEqual(await titles(), ["walnut"]);
        await archive.close();
        damage(join(folder(), "index.db"));
        archive = open();
        assert.equal((await archive.page(address, "5", 1))?.text, pageText("walnut"));
        assert.deepEqual(await titles(), ["walnut"]);
        assert.deepEqual(await archive.history(address.origin, { ...ad, id: "1" }).then((all) => all.length), 1);
      });

    it("includes what other windows store and what is copied in, and reports progress", async () => {
      const other = open();
      await store(pageText("theirs"), { of: other });
      assert.deepEqual(await titles(), ["theirs"]);
      for (let page = 2; page <= 100; page += 1)
        await store(pageText(`page ${page}`, `other ${page}`), { page, of: other });
      await other.close();
      await archive.close();
      rmSync(join(folder(), "index.db"));
      const { indexed } = await archive.search({});
      assert.equal(indexed?.of, 100);
      assert.ok(indexed.done < 100);
      assert.equal((await archive.page(address, "5", 100))?.text, pageText("page 100", "other 100"));
      await archive.tidied();
      assert.equal((await archive.search({ text: "other" })).indexed, undefined);
      assert.equal((await archive.size()).pages, 100);
    });
  });

  describe("linked folders", () => {
    const theirs = () => parent("theirs");

    it("are read in place after one's own answers, and never changed", async () => {
      const colleague = open([], theirs());
      await store(pageText("theirs"), { of: colleague });
      await store(pageText("only theirs"), { of: colleague, page: 2, second: 9 });
      await colleague.storeDetail(address.origin, "v2", ad, { text: "detail", receivedAt: at(3) });
      await colleague.close();
      const before = readdirSync(theirs(), { recursive: true }).sort();
      await archive.close();
      archive = open([theirs(), parent("not there")]);
      assert.deepEqual(await archive.page(address, "5", 1), {
        text: pageText("theirs"),
        receivedAt: at(1),
        from: "theirs",
      });
      assert.equal(await archive.ownershipOfPage(address, 2, "5"), "bought");
      assert.equal((await archive.detail(address.origin, "v2", ad))?.from, "theirs");
      assert.deepEqual(valuesOf(await archive.snapshots(address), "pages"), [2]);
      await store(pageText("mine"));
      assert.deepEqual(await archive.page(address, "5", 1), { text: pageText("mine"), receivedAt: at(1) });
      assert.equal((await archive.search({ text: "theirs" })).hits.length, 1);
      assert.deepEqual(readdirSync(theirs(), { recursive: true }).sort(), before);
    });

    it("are told once before paying if nothing is found in them, and may be whole data folders", async () => {
      const colleague = open([], join(theirs(), "archive"));
      await store(pageText("theirs"), { of: colleague });
      await colleague.close();
      await archive.close();
      const nowhere = parent("not there");
      archive = open([theirs(), nowhere]);
      assert.equal((await archive.page(address, "5", 1))?.from, "theirs");
      assert.equal((await archive.search({ text: "theirs" })).hits.length, 1);
      assert.deepEqual(lines, []);
      for (let time = 0; time < 2; time += 1) await archive.canTake(pageFolder(address, "5"));
      assert.deepEqual(lines, [nowhere]);
    });

    it("are searched to their end, though links in them lead back", async () => {
      const colleague = open([], theirs());
      await store(pageText("theirs"), { of: colleague });
      await colleague.close();
      const [library = ""] = readdirSync(join(theirs(), "answers"));
      for (const link of ["one", "two", "three"])
        symlinkSync(join(theirs(), "answers", library), join(theirs(), "answers", library, link), "junction");
      await archive.close();
      archive = open([theirs()]);
      assert.equal((await archive.search({ text: "theirs" })).hits.length, 1);
      assert.equal((await archive.answers(address.origin)).length, 1);
    });

    it("count for nothing where a file is a pipe, or says that it is about another search", async function () {
      if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
      const colleague = open([], theirs());
      await store(pageText("theirs"), { of: colleague });
      await colleague.close();
      const [path = ""] = files(theirs());
      writeFileSync(join(theirs(), dirname(dirname(path)), "search.json"), JSON.stringify({ body: '{"other":1}' }));
      await archive.close();
      archive = open([theirs()]);
      assert.deepEqual(await archive.answers(address.origin), []);
      rmSync(join(theirs(), path));
      execFileSync("mkfifo", [join(theirs(), path)]);
      assert.equal(await archive.page(address, "5", 1), undefined);
      assert.deepEqual(await titles(), []);
    });

    it("merge by copying, in either direction", async () => {
      const colleague = open([], theirs());
      await store(pageText("same"), { of: colleague });
      await store(pageText("same"));
      await store(pageText("theirs"), { of: colleague, lastHit: "6", second: 2 });
      await store(pageText("mine"), { lastHit: "7", second: 3 });
      for (const each of [archive, colleague]) await each.close();
      cpSync(theirs(), folder(), { recursive: true, force: false });
      cpSync(folder(), theirs(), { recursive: true, force: false });
      for (const each of [archive, colleague]) {
        assert.deepEqual(valuesOf(await each.snapshots(address), "lastHit"), ["7", "6", "5"]);
        assert.equal((await each.size()).pages, 3);
      }
      await colleague.close();
    });
  });

  it("stores a waiting answer before anything else is paid for", async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "answers"), "a file in the way");
    await assert.rejects(store("paid for"), { name: "StorageError" });
    await assert.rejects(archive.canTake("answers"), { code: "notKept" });
    rmSync(join(folder(), "answers"));
    await archive.canTake("answers");
    assert.equal((await archive.page(address, "5", 1))?.text, "paid for");
  });
});
