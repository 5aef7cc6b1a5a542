import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { versions } from "../../../../src/api/versions";
import { readSearchPage } from "../../../../src/api/wire/cards";
import type { Archive } from "../../../../src/features/archive/archive";
import type { Rescued } from "../../../../src/features/archive/rescue";
import { times } from "../../../support/long";
import { openArchive } from "../../../support/openArchive";
import { patiently } from "../../../support/patiently";
import { skipBecause } from "../../../support/skipping";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { pageText, writerAddress } from "./writerPages";

const names = ["a", "b", "c"];
const pagesEach = 8;
const detailsInAll = 8;
const inAll = names.length * pagesEach + detailsInAll;
const pageSize = 4096;
const at = (second: number) => new Date(second * 1000).toISOString();
const adOf = (id: number) => ({ platform: "plat_social_a", id: String(id) }) as const;
const detailText = (id: number) =>
  JSON.stringify({
    status: "ok",
    meta: { code: 1000 },
    data: { id, title: `detail ${id}`, noise: pageText("d", id).slice(300, 9000) },
  });

/** Numbers that look like chance and are the same in every run. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed * 2_654_435_761 + 1; ; state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1)
    yield (state >>> 0) / 2 ** 32;
}

describe("a damaged archive", () => {
  const folder = temporaryFolder();
  const file = () => join(folder(), "archive.db");
  let rescued: Rescued[];
  const emptyFolder = () => readdirSync(folder()).forEach((name) => rmSync(join(folder(), name)));
  const opened: Archive[] = [];
  const open = () => {
    const archive = openArchive(file(), { onRescued: (each) => rescued.push(each) });
    opened.push(archive);
    return archive;
  };
  beforeEach(() => (rescued = []));
  afterEach(async () => {
    for (const archive of opened.splice(0)) await archive.close();
  });

  async function fill(archive: Archive): Promise<void> {
    for (const name of names)
      for (let page = 1; page <= pagesEach; page++) {
        const text = pageText(name, page);
        const { ads } = readSearchPage(text, "mega", page, "5");
        await archive.storePage(writerAddress(name), "5", page, { text, receivedAt: at(page) }, ads);
      }
    for (let id = 1; id <= detailsInAll; id++) {
      const answer = { text: detailText(id), receivedAt: at(100 + id) };
      await archive.storeDetail(
        writerAddress("a").origin,
        "v2",
        adOf(id),
        answer,
        versions.v2.readAdDetail(answer.text, adOf(id)),
      );
    }
    await archive.size();
  }

  /** Each answer that is owned, by a name. */
  async function owned(archive: Archive): Promise<Set<string>> {
    const found = new Set<string>();
    for (const name of names)
      for (let page = 1; page <= pagesEach; page++) {
        const answer = await patiently(() => archive.page(writerAddress(name), "5", page));
        if (answer?.text === pageText(name, page)) found.add(`${name}${page}`);
      }
    for (let id = 1; id <= detailsInAll; id++) {
      const answer = await patiently(() => archive.detail(writerAddress("a").origin, "v2", adOf(id)));
      if (answer?.text === detailText(id)) found.add(`detail${id}`);
    }
    return found;
  }

  /** Which pages of the file hold a part of which answer. */
  function places(bytes: Buffer): Map<string, Set<number>> {
    const db = new DatabaseSync(file());
    const rows = db
      .prepare(
        `select 'detail' || ad_id as name, payload from detail union all
         select substr(body, 10, 1) || page, payload from page join snapshot on snapshot.id = page.snapshot
         join search on search.id = snapshot.search`,
      )
      .all() as { name: string; payload: Uint8Array }[];
    db.close();
    return new Map(
      rows.map(({ name, payload }) => {
        const on = new Set<number>();
        for (let from = 0; from < payload.length - 24; from += 200) {
          const part = payload.subarray(from, from + 24);
          // What SQLite moved still stands where it was.
          for (let found = bytes.indexOf(part); found >= 0; found = bytes.indexOf(part, found + 1))
            on.add(Math.floor(found / pageSize));
        }
        return [name, on];
      }),
    );
  }

  it("of 64 random bytes in one page gives every answer that does not stand on that page, and says how many are gone", async function () {
    this.timeout(300_000);
    const whole = open();
    await fill(whole);
    await whole.close();
    const good = readFileSync(file());
    const answers = places(good);
    assert.equal(answers.size, inAll);
    let [setAside, lostInAll] = [0, 0];
    const seeds = times(30, 100);
    for (let seed = 0; seed < seeds; seed++) {
      const random = chance(seed);
      const page = seed === 0 ? 0 : Math.floor(random.next().value * (good.length / pageSize));
      const from = page * pageSize + (seed === 0 ? 0 : Math.floor(random.next().value * (pageSize - 64)));
      const bad = Buffer.from(good);
      for (let byte = 0; byte < 64; byte++) bad[from + byte] = random.next().value * 256;
      emptyFolder();
      writeFileSync(file(), bad);
      rescued = [];
      const archive = open();
      await archive.search({ text: "lorem" });
      await archive.statNames();
      // Whatever is damaged, the next answer is stored, with its ads.
      const next = pageText("new", 9);
      const { ads } = readSearchPage(next, "mega", 1, "6");
      await archive.storePage(writerAddress("new"), "6", 1, { text: next, receivedAt: at(200) }, ads);
      await archive.size();
      assert.equal((await archive.page(writerAddress("new"), "6", 1))?.text, next, `seed ${seed}`);
      const left = await owned(archive);
      for (const [name, on] of answers) assert.ok(left.has(name) || on.has(page), `seed ${seed}: ${name} is gone`);
      assert.equal(rescued.length, readdirSync(folder()).filter((name) => /Z-[0-9a-f]{8}$/.test(name)).length);
      const lost = await archive.losses.count();
      assert.equal(left.size + lost, inAll, `seed ${seed}: ${lost} are told to be lost`);
      for (const each of rescued) assert.equal(each.saved + each.lost, inAll, `seed ${seed}`);
      lostInAll += lost;
      setAside += rescued.length;
      await archive.close();
    }
    assert.ok(setAside > seeds / 10 && lostInAll > 0, `${setAside} were set aside, ${lostInAll} answers lost`);
  });

  it("gets what is damaged back from its copy, which a cleared or full archive does not keep", async () => {
    const archive = open();
    await fill(archive);
    assert.deepEqual([await archive.copy.make(), await archive.copy.make()], [true, false]);
    await archive.close();
    const bytes = readFileSync(file());
    for (let page = 6; page < bytes.length / pageSize - 1; page += 2)
      bytes.fill(0xa5, page * pageSize, (page + 1) * pageSize);
    writeFileSync(file(), bytes);
    rmSync(`${file()}-wal`, { force: true });
    const again = open();
    assert.equal((await owned(again)).size, inAll);
    // The copy may be older than the last answers, and nothing shows how many there were.
    const [{ saved, isUncountable } = assert.fail()] = rescued;
    assert.deepEqual([rescued.length, saved, isUncountable, await again.losses.count()], [1, inAll, true, 1]);
    assert.ok((await again.olderFiles()).some((older) => older.file === `${file()}.copy`));
    await again.clear();
    assert.deepEqual(await again.olderFiles(), []);
    await fill(again);
    assert.equal(await again.copy.make(), true);
    await again.close();
    const used = readFileSync(file()).length;
    const full = openArchive(file(), { maxSizeMb: () => (1.5 * used) / 1024 / 1024 });
    opened.push(full);
    await full.storePage(writerAddress("new"), "6", 1, { text: "{}", receivedAt: at(200) }, []);
    assert.deepEqual([(await full.size()).pages, await full.olderFiles()], [inAll - detailsInAll + 1, []]);
    assert.equal(await full.copy.make(), false);
  });

  it("that is mostly gone is never said to be whole, asks before it buys, and gets back what its copy has", async () => {
    const archive = open();
    await fill(archive);
    await archive.copy.make();
    await archive.close();
    const [good, copy] = [readFileSync(file()), readFileSync(`${file()}.copy`)];
    const middle = Math.floor(good.length / pageSize / 2) * pageSize;
    const random = chance(1);
    const damages: Record<string, Buffer> = {
      zeros: Buffer.alloc(good.length),
      noise: Buffer.from(good.map(() => random.next().value * 256)),
      "no end": good.subarray(0, middle),
      "hole at the end": good.subarray(0, middle),
      "zeros at the end": Buffer.concat([good.subarray(0, middle), Buffer.alloc(good.length - middle)]),
      text: Buffer.from("Not an archive. ".repeat(1000)),
    };
    for (const [name, bad] of Object.entries(damages))
      for (const hasCopy of [false, true]) {
        emptyFolder();
        writeFileSync(file(), bad);
        if (name === "hole at the end") truncateSync(file(), good.length);
        if (hasCopy) writeFileSync(`${file()}.copy`, copy);
        rescued = [];
        const again = open();
        const left = (await owned(again)).size;
        assert.ok(hasCopy ? left === inAll : left < inAll, `${name}: ${left}`);
        assert.deepEqual(
          rescued.map(({ saved, isUncountable }) => [saved, isUncountable]),
          [[left, true]],
          name,
        );
        assert.ok((await again.losses.count()) >= 1, name);
        await again.close();
      }
  });

  it("that is cut short is not said to be whole where its log is whole, or where an older file gives answers back", async () => {
    const archive = open();
    await fill(archive);
    await archive.close();
    const good = readFileSync(file());
    const half = good.subarray(0, Math.floor(good.length / pageSize / 2) * pageSize);
    const more = open();
    const next = pageText("new", 9);
    await more.storePage(writerAddress("new"), "6", 1, { text: next, receivedAt: at(200) }, []);
    const log = readFileSync(`${file()}-wal`);
    await more.close();
    emptyFolder();
    writeFileSync(file(), half);
    writeFileSync(`${file()}-wal`, log);
    const withLog = open();
    assert.ok((await owned(withLog)).size < inAll);
    assert.deepEqual([rescued.length, rescued[0]?.isUncountable], [1, true]);
    await withLog.close();
    emptyFolder();
    // Only its head is damaged, so everything is saved into the next one, which then loses its end.
    writeFileSync(file(), Buffer.from(good).fill(7, 0, 64));
    const second = open();
    assert.equal((await owned(second)).size, inAll);
    await second.close();
    const bytes = readFileSync(file());
    writeFileSync(file(), bytes.subarray(0, Math.floor(bytes.length / pageSize / 2) * pageSize));
    rescued = [];
    const third = open();
    assert.equal((await owned(third)).size, inAll);
    assert.deepEqual([rescued.at(-1)?.isUncountable, rescued.at(-1)?.lost], [true, 1]);
    assert.equal(await third.losses.count(), 1);
  });

  it("that is missing or empty gets back what its copy has, once, and asks before it buys", async () => {
    const archive = open();
    await fill(archive);
    await archive.copy.make();
    await archive.close();
    const [good, copy] = [readFileSync(file()), readFileSync(`${file()}.copy`)];
    const set = (isEmpty: boolean, hasOlder: boolean) => {
      emptyFolder();
      writeFileSync(`${file()}.copy`, copy);
      if (isEmpty) writeFileSync(file(), "");
      // All of it can be read, but it has lost its end.
      if (hasOlder) writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z`, good.subarray(0, good.length / 2));
    };
    for (const [isEmpty, hasOlder] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      set(isEmpty, hasOlder);
      rescued = [];
      // Both windows find everything, whoever restores it.
      const windows = [open(), open()];
      for (const left of await Promise.all(windows.map(owned))) assert.equal(left.size, inAll);
      assert.deepEqual(
        rescued.filter(({ isMissing }) => isMissing).map(({ saved }) => saved),
        [inAll],
      );
      for (const window of windows) assert.ok((await window.losses.count()) >= 1);
      for (const window of windows) await window.close();
      rescued = [];
      assert.equal((await owned(open())).size, inAll);
      assert.deepEqual(rescued, []);
      for (const each of opened.splice(0)) await each.close();
    }
    // As a process leaves it that is killed between setting the copy aside and the end of the restoring.
    emptyFolder();
    const killed = open();
    await killed.storePage(writerAddress("a"), "5", 1, { text: pageText("a", 1), receivedAt: at(1) }, []);
    await killed.close();
    writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z-00000000-copy`, copy);
    const after = open();
    assert.equal((await owned(after)).size, inAll);
    assert.equal(await after.losses.count(), 1);
    await after.close();
    emptyFolder();
    writeFileSync(`${file()}.copy`, copy);
    const cleared = open();
    await cleared.clear();
    await cleared.close();
    rmSync(file());
    assert.equal((await owned(open())).size, 0);
  });

  it("leaves no copy once it is cleared, whether one is being made or was left unfinished", async () => {
    const archive = open();
    const copies = () => readdirSync(folder()).filter((name) => name.includes(".copy"));
    for (let round = 0; round < 3; round++) {
      await fill(archive);
      writeFileSync(`${file()}.copy-${round}`, "left by a killed process");
      await Promise.all([archive.copy.make(), archive.clear()]);
      assert.deepEqual(copies(), [], `round ${round}`);
    }
  });

  it("is searched, and tells histories, as before", async () => {
    const archive = open();
    await fill(archive);
    const before = await archive.search({ text: "c", limit: 500 });
    assert.ok(before.hits.length > 0);
    const history = await archive.history(writerAddress("a").origin, adOf(1));
    await archive.close();
    const bytes = readFileSync(file());
    bytes.fill(7, 0, 64);
    writeFileSync(file(), bytes);
    const again = open();
    assert.equal((await owned(again)).size, inAll);
    await again.size();
    const after = await again.search({ text: "c", limit: 500 });
    assert.deepEqual(new Set(after.hits.map(({ card }) => card.key)), new Set(before.hits.map(({ card }) => card.key)));
    assert.deepEqual(await again.history(writerAddress("a").origin, adOf(1)), history);
    assert.deepEqual(
      rescued.map(({ saved, lost }) => [saved, lost]),
      [[inAll, 0]],
    );
    assert.equal(await again.losses.count(), 0);
  });

  it("keeps each of several answers whose snapshot the service did not name", async () => {
    const archive = open();
    const texts = ["b", "c", "d"].map((name) => pageText(name, 1));
    for (const text of texts) await archive.storePage(writerAddress("a"), "", 1, { text, receivedAt: at(1) }, []);
    await archive.close();
    const bytes = readFileSync(file());
    writeFileSync(file(), bytes.fill(7, 0, 64));
    const again = open();
    const found = ["", "~2", "~3"].map(async (name) => (await again.page(writerAddress("a"), name, 1))?.text);
    assert.deepEqual(await Promise.all(found), texts);
    assert.deepEqual(
      rescued.map(({ saved, lost }) => [saved, lost]),
      [[3, 0]],
    );
  });

  it("gets answers back from an older copy, which end the question before the next paid act", async () => {
    const archive = open();
    await fill(archive);
    await archive.close();
    const copy = join(folder(), "older.db");
    writeFileSync(copy, readFileSync(file()));
    const db = new DatabaseSync(file());
    db.exec("update page set payload = zeroblob(100) where id in (2, 3)");
    db.exec("update detail set payload = zeroblob(100) where id = 1");
    db.close();
    const noticed = open();
    assert.equal((await owned(noticed)).size, inAll - 3);
    assert.equal(await noticed.losses.count(), 3);
    assert.deepEqual(await noticed.recover(copy), { held: inAll, saved: inAll, added: 3 });
    assert.equal((await owned(noticed)).size, inAll);
    assert.equal(await noticed.losses.count(), 0);
    const found = await noticed.search({ text: "c", limit: 500 });
    assert.ok(found.hits.length > 0);
    assert.deepEqual(await noticed.recover(copy), { held: inAll, saved: inAll, added: 0 });
    await assert.rejects(noticed.recover(join(folder(), "none.db")), { code: "storage", reason: "missing" });
    writeFileSync(join(folder(), "notes.txt"), "Not an archive. ".repeat(1000));
    assert.deepEqual(await noticed.recover(join(folder(), "notes.txt")), { held: 0, saved: 0, added: 0 });
  });

  it("counts each loss once: what came back is found in its own place, and an older file is told of once", async () => {
    const archive = open();
    await fill(archive);
    await archive.close();
    const copy = join(folder(), "older.db");
    writeFileSync(copy, readFileSync(file()));
    const partly = new DatabaseSync(copy);
    partly.exec("delete from page where id = 2");
    partly.close();
    const db = new DatabaseSync(file());
    db.exec("update page set payload = zeroblob(100) where id = 2");
    db.exec("update detail set payload = zeroblob(100) where id = 1");
    db.close();
    const noticed = open();
    await noticed.pages(writerAddress("a"), "5");
    assert.equal(await noticed.losses.count(), 1);
    // The detail comes back, whose damage nobody had noticed: the page is as lost as before.
    assert.equal((await noticed.recover(copy)).added, 1);
    assert.equal(await noticed.losses.count(), 1);
    assert.equal((await owned(noticed)).size, inAll - 1);
    assert.equal((await noticed.size()).details, detailsInAll);
    await noticed.losses.agree();
    for (const left of [1, 1]) {
      await noticed.close();
      const bytes = readFileSync(file());
      writeFileSync(file(), bytes.fill(7, 0, 64));
      rescued = [];
      const again = open();
      assert.equal((await owned(again)).size, inAll - 1);
      assert.equal(rescued.length, left);
      await again.close();
    }
    const last = open();
    assert.deepEqual([rescued[0]?.lost, await last.losses.count()], [0, 1]);
  });

  it("stays on offer, newest first, once it was set aside", async () => {
    const archive = open();
    await fill(archive);
    await archive.close();
    const bytes = readFileSync(file());
    writeFileSync(file(), Buffer.from(bytes).fill(7, 0, 64));
    const again = open();
    await again.size();
    assert.deepEqual(
      (await again.olderFiles()).map((each) => each.file),
      rescued.map((each) => each.file),
    );
    assert.equal(rescued.length, 1);
    const elsewhere = join(folder(), "elsewhere.db");
    copyFileSync(rescued[0]!.file, elsewhere);
    await again.clear();
    assert.deepEqual(await again.olderFiles(), []);
    assert.equal((await again.recover(elsewhere)).added, inAll);
    assert.equal((await owned(again)).size, inAll);
  });

  it("that an earlier version set aside is saved as well, once, with what stood in its log", async () => {
    const archive = open();
    await fill(archive);
    const [db, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)];
    await archive.close();
    rmSync(file());
    writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z`, db);
    writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z-wal`, log);
    for (let times = 0; times < 2; times++) {
      const again = open();
      assert.equal((await owned(again)).size, inAll);
      await again.close();
    }
    assert.deepEqual(
      rescued.map(({ saved, lost }) => [saved, lost]),
      [[inAll, 0]],
    );
  });

  it("loses nothing where several windows find it damaged at the same time", async function () {
    this.timeout(300_000);
    const archive = open();
    await fill(archive);
    await archive.close();
    const good = readFileSync(file());
    const windows = Array.from({ length: 4 }, open);
    for (let round = 0; round < 30; round++) {
      await Promise.all(windows.map((window) => patiently(() => window.size())));
      for (const name of readdirSync(folder())) if (!name.endsWith("-lock")) rmSync(join(folder(), name));
      // Nobody can open it, or everybody can and finds the damage later.
      const bad = Buffer.from(good).fill(7, round % 3 ? 0 : pageSize, pageSize + 64);
      writeFileSync(join(folder(), "damaged"), bad);
      renameSync(join(folder(), "damaged"), file());
      await Promise.all(windows.map((window) => patiently(() => window.size())));
      for (const window of windows) assert.equal((await owned(window)).size, inAll, `round ${round}`);
    }
  });

  /** The number of a page that nobody has, as damage writes it into a pointer. */
  const nowhere = 0x10000000;

  it("is looked through to its end where its log has a page far behind all others", async () => {
    const archive = open();
    await fill(archive);
    const [db, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)];
    await archive.close();
    rmSync(file());
    const far = Buffer.alloc(24 + pageSize);
    log.copy(far, 8, 16, 24);
    for (const place of [0, 4]) far.writeUInt32BE(nowhere, place);
    writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z`, db);
    writeFileSync(`${file()}.corrupt-2026-01-01T00-00-00.000Z-wal`, Buffer.concat([log, far]));
    assert.equal((await owned(open())).size, inAll);
  });

  it("that claims pages terabytes behind all others loses none of them to the size cap", async function () {
    if (process.platform === "win32") skipBecause(this, "a file there has no holes");
    const archive = open();
    await fill(archive);
    await archive.close();
    const db = readFileSync(file());
    db.writeUInt32BE(nowhere, 28);
    writeFileSync(file(), db);
    truncateSync(file(), nowhere * pageSize);
    const again = openArchive(file(), { onRescued: (each) => rescued.push(each), onCap: () => assert.fail() });
    opened.push(again);
    assert.equal((await owned(again)).size, inAll);
    assert.equal((await again.size()).removed, 0);
    assert.deepEqual(
      rescued.map(({ saved, lost }) => [saved, lost]),
      [[inAll, 0]],
    );
  });
});
