import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Archive } from "../../../../src/features/archive/archive";
import { StorageError } from "../../../../src/features/disk/storageError";
import { ChildScript } from "../../../support/childScript";
import { mountMemory, type Mounted } from "../../../support/mounts";
import { openArchive } from "../../../support/openArchive";
import { skipBecause } from "../../../support/skipping";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aCard, aDetail } from "./someAds";
import { pageText, writerAddress } from "./writerPages";

const address = writerAddress("a");
const answer = (text: string, receivedAt = "2026-01-02T03:04:05.000Z") => ({ text, receivedAt });

describe("robustness of the archive", () => {
  const folder = temporaryFolder();
  let lines: string[];
  let maxSizeMb: number;
  let archive: Archive;
  const file = () => join(folder(), "archive.db");
  beforeEach(() => {
    lines = [];
    maxSizeMb = 1024;
    archive = open();
  });
  afterEach(() => archive.close());
  const open = () => openArchive(file(), { maxSizeMb: () => maxSizeMb, log: (line) => lines.push(line) });

  describe("with other processes", () => {
    let writer: ChildScript;
    before(async () => {
      writer = await ChildScript.of("test/unit/features/archive/archiveWriter.ts");
    });
    after(() => writer.dispose());

    it("holds every page that was said to be stored, wherever the writer is killed", async () => {
      let first = 1;
      for (const messages of [1, 3, 7, 2, 12, 5]) {
        const stored = await writer.kill(messages, file(), "a", String(first), "40");
        const last = Number(stored.at(-1));
        const pages = await archive.pages(address, "5");
        assert.ok(pages.length >= last, `${pages.length} pages of ${last}`);
        for (const { page, text } of pages) assert.equal(text, pageText("a", page));
        first = pages.length + 1;
      }
      const check = new DatabaseSync(file());
      assert.deepEqual({ ...check.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
      assert.deepEqual(check.prepare("pragma foreign_key_check").all(), []);
      check.exec("insert into ad_text (ad_text) values ('integrity-check')");
      check.close();
    });

    it("takes pages of several windows that begin at once on a new file", async () => {
      const names = ["a", "b", "c"];
      const all = await Promise.all(names.map((name) => writer.run(file(), name, "1", "30")));
      assert.deepEqual(
        all.map((messages) => messages.length),
        [30, 30, 30],
      );
      for (const name of names) {
        const pages = await archive.pages(writerAddress(name), "5");
        assert.deepEqual(
          pages.map(({ text }) => text),
          Array.from({ length: 30 }, (_, index) => pageText(name, index + 1)),
        );
      }
      // Three ads stand on every page of every window: each is one ad with all its sightings.
      const shared = await archive.history(address.origin, { platform: "plat_social_a", id: "1" });
      assert.equal(shared.length, 90);
      assert.deepEqual(lines, []);
    });
  });

  it("sets a damaged file aside, says so, and goes on with a new one", async () => {
    for (const damage of ["not a database at all", "SQLite format 3\u0000".padEnd(5000, "x")]) {
      await archive.storePage(address, "5", 1, answer("paid"), [aCard()]);
      await archive.close();
      writeFileSync(file(), damage);
      archive = open();
      assert.equal(await archive.page(address, "5", 1), undefined);
      await archive.storePage(address, "5", 1, answer("again"), [aCard()]);
      assert.equal((await archive.page(address, "5", 1))?.text, "again");
      const aside = readdirSync(folder()).filter((name) => /^archive\.db\.corrupt-[^:]+Z-[0-9a-f]{8}$/.test(name));
      assert.equal(aside.length, 1);
      assert.equal(readFileSync(join(folder(), aside[0]!), "utf8"), damage);
      assert.match(lines.join("\n"), /corrupt-/);
      rmSync(join(folder(), aside[0]!));
      await archive.close();
      rmSync(file());
    }
  });

  it("sets a file aside whose damage shows while it is open", async () => {
    for (let page = 1; page <= 30; page++) await archive.storePage(address, "5", page, answer(pageText("a", page)), []);
    await archive.close();
    const whole = readFileSync(file());
    whole.fill(0xff, 4096, whole.length - 4096);
    writeFileSync(file(), whole);
    archive = open();
    await archive.storePage(address, "6", 1, answer("new"), []);
    assert.equal((await archive.page(address, "6", 1))?.text, "new");
    assert.equal(readdirSync(folder()).filter((name) => name.includes(".corrupt-")).length, 1);
  });

  it("does not set aside the good file of a window that was faster", async () => {
    await archive.storePage(address, "5", 1, answer("old"), []);
    const other = open();
    // What the other window does on damage: the file goes aside and a new one stands in its place.
    await archive.close();
    rmSync(file());
    await other.storePage(address, "5", 1, answer("new"), []);
    assert.equal((await archive.page(address, "5", 1))?.text, "new");
    await other.close();
  });

  it("writes to the new file when its own was deleted under it", async () => {
    await archive.storePage(address, "5", 1, answer("lost with the file"), []);
    for (const ending of ["", "-wal", "-shm"]) rmSync(file() + ending, { force: true });
    await archive.storePage(address, "5", 2, answer("kept"), []);
    await archive.close();
    archive = open();
    assert.equal((await archive.page(address, "5", 2))?.text, "kept");
  });

  it("leaves out one damaged answer and gives the others", async () => {
    for (let page = 1; page <= 3; page++) await archive.storePage(address, "5", page, answer(pageText("a", page)), []);
    await archive.close();
    const db = new DatabaseSync(file());
    db.exec("update page set payload = zeroblob(100) where page = 2");
    db.close();
    archive = open();
    assert.equal(await archive.page(address, "5", 2), undefined);
    assert.equal((await archive.page(address, "5", 3))?.text, pageText("a", 3));
    assert.equal((await archive.pages(address, "5")).length, 1);
    assert.equal(lines.length, 2);
  });

  it("builds a damaged word index again, and keeps what was paid for", async () => {
    await archive.storePage(address, "5", 1, answer("paid"), [aCard()]);
    await archive.close();
    const db = new DatabaseSync(file());
    db.exec("update ad_text_data set block = x'00ff00ff'");
    db.close();
    archive = open();
    await archive.search({ text: "summer" });
    await archive.storePage(address, "5", 2, answer("paid too"), [aCard({ id: "2" })]);
    assert.equal((await archive.pages(address, "5")).length, 2);
    assert.equal(readdirSync(folder()).filter((name) => name.includes(".corrupt-")).length, 0);
  });

  it("refuses a file of a newer version and leaves it as it is", async () => {
    await archive.storePage(address, "5", 1, answer("paid"), []);
    await archive.close();
    const db = new DatabaseSync(file());
    db.exec("pragma user_version = 99");
    db.close();
    archive = open();
    await assert.rejects(
      archive.page(address, "5", 1),
      (error) => error instanceof StorageError && error.reason === "newer",
    );
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.includes("corrupt")),
      [],
    );
  });

  it("says what is wrong where the file cannot be written", async () => {
    const blocked = openArchive(join(file(), "below", "archive.db"), { maxSizeMb: () => 1 });
    writeFileSync(file(), "");
    await assert.rejects(
      blocked.page(address, "5", 1),
      (error) => error instanceof StorageError && error.reason === "missing",
    );
    rmSync(file());
  });

  describe("in a read-only folder", () => {
    let mounted: Mounted | undefined;
    const former = process.env.TMPDIR;
    const copies = () => readdirSync(join(folder(), "copies"));
    const frozenFile = () => join(folder(), "frozen", "archive.db");
    let frozen: Archive;
    beforeEach(async function () {
      for (const name of ["copies", "frozen"]) mkdirSync(join(folder(), name));
      process.env.TMPDIR = join(folder(), "copies");
      mounted = await mountMemory(join(folder(), "frozen"), "size=32m");
      if (!mounted) skipBecause(this, "this machine lets no test mount a file system");
      frozen = openArchive(frozenFile());
      await frozen.storePage(address, "5", 1, answer("paid"), []);
      await frozen.close();
    });
    afterEach(async () => {
      await frozen?.close();
      await mounted?.unmount();
      if (former === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = former;
    });

    it("is read from a copy that lasts as long as it is open, and is not made early", async () => {
      await mounted?.again("ro");
      await archive.storePage(address, "5", 1, answer("other"), []);
      await archive.close();
      for (const each of [frozen, archive]) each.openSoon();
      while (!existsSync(`${file()}-wal`)) await delay(10);
      assert.deepEqual(copies(), []);
      assert.equal((await frozen.page(address, "5", 1))?.text, "paid");
      assert.equal(copies().length, 1);
      await frozen.close();
      assert.deepEqual(copies(), []);
    });

    it("leaves no copy behind that cannot be opened", async () => {
      const db = new DatabaseSync(frozenFile());
      db.exec("pragma user_version = 99");
      db.close();
      await mounted?.again("ro");
      await assert.rejects(
        frozen.page(address, "5", 1),
        (error) => error instanceof StorageError && error.reason === "newer",
      );
      assert.deepEqual(copies(), []);
    });
  });

  describe("size cap", () => {
    const big = (seed: number) => Array.from({ length: 3000 }, (_, index) => Math.sin(seed * 5000 + index)).join();
    const store = (lastHit: string, page: number, second: number) =>
      archive.storePage(
        address,
        lastHit,
        page,
        answer(big(Number(lastHit) * 100 + page), new Date(second * 1000).toISOString()),
        [aCard({ id: `${lastHit}${page}`, title: `word${lastHit}x${page}` })],
      );

    it("lets the oldest snapshot that nobody pinned go first, and what was stored last never", async () => {
      for (const lastHit of ["1", "2", "3"])
        for (let page = 1; page <= 20; page++) await store(lastHit, page, Number(lastHit) * 100 + page);
      await archive.pins.pin(address, "1", "saved");
      await archive.pins.pin(address, "1", "exported");
      await archive.pins.keepNewest(address, "exported", 0);
      await archive.close();
      // Room for about 33 of the 60 pages: the 20 pinned ones and a part of the newest snapshot.
      maxSizeMb = (statSync(file()).size * 0.55) / 1024 / 1024;
      await store("4", 1, 500);
      await archive.size();
      const left = new Map((await archive.snapshots(address)).map(({ lastHit, pages }) => [lastHit, pages]));
      assert.equal(left.get("1"), 20);
      assert.equal(left.get("2"), undefined);
      assert.ok((left.get("3") ?? 0) < 20);
      assert.equal(left.get("4"), 1);
      await archive.close();
      assert.ok(statSync(file()).size < maxSizeMb * 1024 * 1024 + 200_000);
      assert.deepEqual((await archive.search({ text: "word2x1" })).hits, []);
      maxSizeMb = 0;
      await store("5", 1, 600);
      const { snapshots, pages, ads } = await archive.size();
      assert.deepEqual({ snapshots, pages, ads }, { snapshots: 1, pages: 1, ads: 1 });
      assert.equal((await archive.page(address, "5", 1))?.text, big(501));
    });

    it("lets superseded details go before the newest of an ad", async () => {
      const ad = { platform: "plat_social_a", id: "1" } as const;
      for (let second = 1; second <= 60; second++) {
        await archive.storeDetail(
          address.origin,
          "v2",
          ad,
          answer(big(second), new Date(second * 1000).toISOString()),
          aDetail({ ad }),
        );
      }
      maxSizeMb = 0.5;
      const other = { ...ad, id: "2" };
      await archive.storeDetail(address.origin, "v2", other, answer(big(99)), aDetail({ ad: other }));
      const { details } = await archive.size();
      assert.ok(details < 60 && details >= 2, `${details} details`);
      assert.equal((await archive.detail(address.origin, "v2", ad))?.text, big(60));
      assert.equal((await archive.history(address.origin, ad)).length, details - 1);
    });

    it("forgets everything when cleared, the words too", async () => {
      for (let page = 1; page <= 5; page++) await store("1", page, page);
      await archive.pins.pin(address, "1", "saved");
      await archive.clear();
      const { bytes, ...counts } = await archive.size();
      assert.deepEqual(counts, { snapshots: 0, pages: 0, details: 0, ads: 0, removed: 0 });
      assert.ok(bytes < 200_000, `${bytes} bytes`);
      await archive.close();
      assert.equal(readFileSync(file()).includes("word1x1"), false);
      archive = open();
      await store("1", 1, 1);
      assert.equal((await archive.search({ text: "word1x1" })).hits.length, 0);
      assert.equal((await archive.size()).ads, 1);
    });
  });
});
