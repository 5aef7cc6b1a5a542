import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderLock } from "../../../../src/features/disk";
import type { SentLine } from "../../../../src/features/wallet/ledgerLine";
import { LedgerMerge } from "../../../../src/features/wallet/ledgerMerge";
import { chained, chainStart } from "../../../../src/features/wallet/lineChain";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger } from "./acts";

const hour = 60 * 60_000;
const month = "2025-03";
const written = new Date("2025-03-03T12:00:00Z");
const later = (ms: number) => () => new Date(written.getTime() + ms);
const nameOf = (number: number) => `${month}.${String(number).padStart(4, "0")}.ndjson`;

const sent = (act: string): SentLine => ({
  ...{ line: "sent", act, at: written.toISOString(), what: "search", credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: act, attempt: 1 },
});
/** A file's only line, as a window writes it. */
const lineOf = (act: string) => chained(sent(act), chainStart).text;
/** Its first line is no line, and the next one shows that there was one. */
const damaged = (act: string) => `torn\n${chained(sent(act), { n: 1, sum: 100, check: "0" }).text}`;

describe("a merge of closed files", () => {
  const folder = temporaryFolder();

  async function write(name: string, text: string, at = written): Promise<void> {
    await writeFile(join(folder(), name), text);
    await utimes(join(folder(), name), at, at);
  }
  async function writeSome(count: number, from = 0): Promise<void> {
    for (let number = from; number < from + count; number += 1) await write(nameOf(number), lineOf(String(number)));
  }
  const files = async () => (await readdir(folder())).filter((name) => name.endsWith(".ndjson"));
  const texts = async () =>
    Promise.all((await files()).map((name) => readFile(join(folder(), name), "utf8"))).then((all) => all.sort());
  const merge = (now = later(2 * hour)) => new LedgerMerge(folder(), new FolderLock(folder()), now);
  /** How many attempts the files hold, and whether all of their lines are whole. */
  async function attempts(): Promise<number> {
    const everything = await openLedger(folder()).everything();
    assert.deepEqual([everything.corrupt, everything.damaged], [0, []]);
    return [...everything.all()].length;
  }

  it("takes eight files, and not fewer", async () => {
    await writeSome(7);
    await merge().run();
    assert.equal((await files()).length, 7);
    await writeSome(1, 7);
    await merge().run();
    assert.equal((await files()).length, 1);
    assert.equal(await attempts(), 8);
  });

  it("counts no file that is young, that has not been written for an hour exactly, or that is not there", async () => {
    await writeSome(7);
    await write(nameOf(7), lineOf("young"), new Date(written.getTime() + hour));
    await symlink(join(folder(), "nowhere"), join(folder(), nameOf(8)));
    await merge().run();
    assert.equal((await files()).length, 9);
    await merge(later(2 * hour + 1)).run();
    assert.deepEqual((await files()).includes(nameOf(8)), true);
    assert.equal((await files()).length, 2);
  });

  it("leaves a file of 4 MiB alone", async () => {
    await writeSome(8);
    await write(nameOf(8), "\n".repeat(4 << 20));
    await merge().run();
    assert.equal((await files()).length, 2);
    assert.ok((await files()).includes(nameOf(8)));
  });

  it("takes at most a hundred files at once, and those in between as well if they are closed", async () => {
    await writeSome(110);
    await merge().run();
    const sizes = (await texts()).map((text) => text.split("\n").length - 1);
    assert.deepEqual(
      sizes.sort((a, b) => a - b),
      [10, 100],
    );
    assert.equal(await attempts(), 110);
    await writeSome(106, 200);
    // What was just merged is closed to a clock that is ahead.
    await merge(() => new Date(Date.now() + 2 * hour)).run();
    assert.equal((await files()).length, 1);
    assert.equal(await attempts(), 216);
  });

  it("takes no more files at once when it has read more than 4 MiB", async () => {
    for (let number = 0; number < 10; number += 1) await write(nameOf(number), "\n".repeat(1 << 20));
    await merge().run();
    assert.equal((await files()).length, 6);
  });

  it("goes on after a hundred damaged files", async () => {
    for (let number = 0; number < 100; number += 1) await write(nameOf(number), damaged(String(number)));
    await writeSome(8, 100);
    await merge().run();
    assert.equal((await files()).length, 101);
  });

  it("joins two files between damaged ones, and leaves a single one as it is", async () => {
    for (let number = 0; number < 7; number += 1) await write(nameOf(number), damaged(String(number)));
    await write(nameOf(7), `${JSON.stringify(sent("without a check"))}\n`);
    const before = await texts();
    await merge().run();
    assert.deepEqual(await texts(), before);
    for (const name of await files()) await utimes(join(folder(), name), written, written);
    await writeSome(1, 8);
    await merge().run();
    assert.equal((await files()).length, 8);
  });

  it("keeps whole lines without an ending, and drops empty and torn ones", async () => {
    const first = chained(sent("a"), chainStart);
    const second = chained(sent("b"), first.link);
    await write(nameOf(0), `${first.text}torn\n\n${second.text}`);
    await write(nameOf(1), lineOf("c").trim());
    await writeSome(6, 2);
    await merge().run();
    assert.equal((await files()).length, 1);
    assert.equal(await attempts(), 9);
  });

  it("is due at first, and then an hour after the last one", async () => {
    let now = written;
    const merging = merge(() => now);
    assert.equal(merging.isDue(), true);
    await merging.run();
    assert.equal(merging.isDue(), false);
    now = later(hour - 1)();
    assert.equal(merging.isDue(), false);
    now = later(hour)();
    assert.equal(merging.isDue(), true);
  });

  it("begins anew when it is asked again, and not once it was ended", async () => {
    const merging = merge();
    for (const from of [0, 8]) {
      await writeSome(8, from);
      await merging.run();
    }
    assert.equal((await files()).length, 2);
    await merging.end();
    await writeSome(8, 16);
    await merging.run();
    assert.equal((await files()).length, 10);
    rmSync(folder(), { recursive: true });
    await writeFile(folder(), "");
    await merging.run();
  });

  it("stops after the step that it is in when it is ended", async () => {
    await writeSome(110);
    const lock = new FolderLock(folder());
    const run = lock.run.bind(lock);
    const merging = new LedgerMerge(folder(), lock, later(2 * hour));
    let ended: Promise<void> | undefined;
    lock.run = async (work) => {
      ended ??= merging.end();
      return run(work);
    };
    const running = merging.run();
    await running;
    await ended;
    assert.equal((await files()).length, 11);
  });

  /** Merges eight files; `meanwhile` runs between two looks at the folder, once the lock is held. */
  async function mergeWhile(meanwhile: (turn: number) => void): Promise<void> {
    await writeSome(8);
    const lock = new FolderLock(folder());
    const run = lock.run.bind(lock);
    let turn = 0;
    let locked = false;
    lock.run = (work) => {
      locked = true;
      return run(work);
    };
    const now = () => {
      if (locked) meanwhile((turn += 1));
      return later(2 * hour)();
    };
    await new LedgerMerge(folder(), lock, now).run();
  }
  /** The file that was taken under a new name. */
  const taken = () => join(folder(), readdirSync(folder()).find((name) => name.length > 40) ?? "");

  it("leaves out a file that another window took before", async () => {
    await mergeWhile((turn) => {
      if (turn === 1) rmSync(join(folder(), nameOf(0)));
    });
    assert.equal((await files()).length, 1);
    assert.equal(await attempts(), 7);
  });

  it("does not mind that a file that it took is gone", async () => {
    await mergeWhile((turn) => {
      if (turn === 2) rmSync(taken());
    });
    assert.equal((await files()).length, 1);
    assert.equal(await attempts(), 8);
  });

  it("fails when a file that it took cannot be removed", async () => {
    const merging = mergeWhile((turn) => {
      if (turn !== 2) return;
      const path = taken();
      rmSync(path);
      mkdirSync(path);
    });
    await assert.rejects(merging, ({ code }: NodeJS.ErrnoException) => code === "EISDIR" || code === "EPERM");
  });
});
