import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Archive } from "../../../../src/features/archive/archive";
import { StorageError } from "../../../../src/features/disk/storageError";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { ChildScript } from "../../../support/childScript";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aCard } from "./someAds";
import { pageText, writerAddress } from "./writerPages";

const address = writerAddress("a");
const answer = (page: number) => ({ text: pageText("a", page), receivedAt: new Date(page).toISOString() });

describe("the archive's thread", () => {
  const folder = temporaryFolder();
  const file = () => join(folder(), "archive.db");
  let lines: string[];
  let archive: Archive;
  let threads: Worker[];
  const noteThread = (worker: Worker) => threads.push(worker);
  beforeEach(() => {
    [lines, threads] = [[], []];
    process.on("worker", noteThread);
    archive = openArchive(file(), { log: (line) => lines.push(line) });
  });
  afterEach(async () => {
    process.off("worker", noteThread);
    await archive.close();
  });

  it("starts with the first act, and ends with the archive", async () => {
    await archive.olderFiles();
    assert.equal(threads.length, 0);
    await archive.statNames();
    await archive.storePage(address, "5", 1, answer(1), [aCard()]);
    assert.equal(threads.length, 1);
    const ended = once(threads[0]!, "exit");
    await archive.close();
    assert.deepEqual(await ended, [0]);
    assert.deepEqual(lines, []);
  });

  it("has a file open before it is asked, unless there is none or the archive was closed before", async () => {
    await archive.storePage(address, "5", 1, answer(1), [aCard()]);
    await archive.close();
    const none = openArchive(join(folder(), "none.db"));
    const ended = openArchive(file());
    for (const each of [none, ended, archive]) each.openSoon();
    await ended.close();
    // SQLite removes the log with the last one that has the file open.
    while (!existsSync(`${file()}-wal`)) await delay(10);
    await none.close();
    assert.equal(threads.length, 2);
    assert.equal(existsSync(join(folder(), "none.db")), false);
  });

  it("has stored what was asked of it when it ends", async () => {
    // Closing has a limit, which is not for the start.
    await archive.statNames();
    const stores = Array.from({ length: 20 }, (_, index) =>
      archive.storePage(address, "5", index + 1, answer(index + 1), [aCard()]),
    );
    await archive.close();
    await Promise.all(stores);
    const db = new DatabaseSync(file());
    assert.equal(db.prepare("select count(*) as n from page").get()?.n, 20);
    db.close();
  });

  it("is started again where it is killed, and stores what was on its way", async () => {
    await archive.storePage(address, "5", 1, answer(1), [aCard()]);
    const holder = new DatabaseSync(file(), { timeout: 20_000 });
    for (let page = 2; page <= 12; page += 5) {
      // Nothing can be stored before the kill.
      holder.exec("begin immediate");
      const stores = [0, 1, 2, 3, 4].map((more) =>
        archive.storePage(address, "5", page + more, answer(page + more), [aCard()]),
      );
      const found = archive.search({ text: "summer" });
      const ended = threads.at(-1)!.terminate();
      holder.exec("rollback");
      await ended;
      await Promise.all(stores);
      assert.equal((await found).hits.length, 1);
    }
    holder.close();
    assert.equal(threads.length, 4);
    assert.equal(lines.length, 3);
    assert.match(lines[0]!, /thread ended/);
    const pages = await archive.pages(address, "5");
    assert.deepEqual(
      pages.map(({ text }) => text),
      Array.from({ length: 16 }, (_, index) => pageText("a", index + 1)),
    );
    const db = new DatabaseSync(file());
    assert.equal(db.prepare("pragma integrity_check").get()?.integrity_check, "ok");
    db.close();
  });

  it("says that an answer is lost for now where it is killed each time, and stores it before the next is paid for", async () => {
    await archive.statNames();
    const kill = (worker: Worker) => void worker.terminate();
    process.on("worker", kill);
    const holder = new DatabaseSync(file(), { timeout: 20_000 });
    holder.exec("begin immediate");
    const stored = archive.storePage(address, "5", 1, answer(1), [aCard()]);
    kill(threads[0]!);
    await assert.rejects(stored, (error) => error instanceof StorageError && error.reason === "failed");
    holder.close();
    process.off("worker", kill);
    assert.equal(threads.length, 2);
    await archive.canTake();
    assert.equal((await archive.page(address, "5", 1))?.text, pageText("a", 1));
  });

  it("stores what was paid for before it reads, once it was killed", async () => {
    await archive.storePage(address, "5", 1, answer(1), [aCard()]);
    const done: string[] = [];
    const ended = threads[0]!.terminate();
    const read = archive.page(address, "5", 2).then((page) => done.push(page ? "stored before" : "read before"));
    const stored = archive.storePage(address, "5", 2, answer(2), [aCard()]).then(() => done.push("stored"));
    await Promise.all([ended, read, stored]);
    assert.deepEqual(done, ["stored", "stored before"]);
  });

  it("says so where no other thread can be started, and ends nothing else", async () => {
    let full = false;
    const segments = () => (full ? assert.fail("No room for a thread.") : defaultSegments);
    const other = openArchive(join(folder(), "other.db"), { segments });
    await other.statNames();
    // Ended by now, which the window hears of only later.
    const ended = threads.at(-1)!.terminate();
    const asked = other.statNames();
    full = true;
    await ended;
    await assert.rejects(asked, (error) => error instanceof StorageError && error.reason === "failed");
    full = false;
    assert.deepEqual(await other.statNames(), []);
    await other.close();
  });

  it("does not begin a search that nobody waits for any more", async () => {
    await archive.storePage(address, "5", 1, answer(1), [aCard()]);
    const stop = new AbortController();
    const [first, second] = [archive.search({ text: "summer" }), archive.search({ text: "sale" }, stop.signal)];
    stop.abort(new Error("Typed on."));
    await assert.rejects(second, /Typed on/);
    assert.equal((await first).hits.length, 1);
    await assert.rejects(archive.search({}, stop.signal), /Typed on/);
  });

  it("keeps no process alive that has nothing left to do", async () => {
    const reader = await ChildScript.of("test/unit/features/archive/archiveReader.ts");
    try {
      assert.deepEqual(await reader.run(file()), [[]]);
    } finally {
      await reader.dispose();
    }
  });
});
