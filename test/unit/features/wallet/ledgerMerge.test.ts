import assert from "node:assert/strict";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, openWallet, paid, search } from "./acts";

const hour = 60 * 60_000;

describe("closed files of the ledger", () => {
  const folder = temporaryFolder();
  const ledger = () => join(folder(), "ledger");
  const files = async () => (await readdir(ledger())).filter((name) => name.endsWith(".ndjson"));

  /** As many windows as that spent once each, long ago. */
  async function windows(count: number, at: Date): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const wallet = openWallet(ledger(), { now: () => at });
      await wallet.spend({ ...search, identity: String(number) }, undefined, paid(number % 2 ? "received" : "unknown"));
      await wallet.dispose();
    }
  }
  /** Nobody wrote to them for long. */
  async function rest(): Promise<void> {
    const then = new Date(Date.now() - 2 * hour);
    for (const name of await files()) await utimes(join(ledger(), name), then, then);
  }

  it("become one a month, which says the same and can be read by whoever reads the others", async () => {
    const now = new Date();
    await windows(20, new Date(2025, 2, 3, 12));
    await windows(9, now);
    await rest();
    const before = await openWallet(ledger()).report();
    await openLedger(ledger()).merge();
    assert.deepEqual((await files()).map((name) => name.slice(0, 7)).sort(), [
      "2025-03",
      new Date(now).toISOString().slice(0, 7),
    ]);
    const after = await openWallet(ledger()).report();
    assert.deepEqual([after.rows, after.damaged], [before.rows, []]);
    assert.deepEqual(await openLedger(ledger()).today(), { spent: 400, maybe: 500, sample: 0 });
  });

  it("become one after a purchase", async () => {
    await windows(8, new Date());
    await rest();
    const wallet = openWallet(ledger());
    await wallet.spend({ ...search, identity: "later" }, undefined, paid());
    while ((await files()).length > 2) await new Promise(setImmediate);
    await wallet.dispose();
    assert.equal((await openWallet(ledger()).report()).service.total.requests, 9);
  });

  it("stay as they are where they are young, few, or damaged", async () => {
    await windows(10, new Date());
    const young = await files();
    await openLedger(ledger()).merge();
    assert.deepEqual(await files(), young);
    await rest();
    const [first = "", second = ""] = young;
    const text = await readFile(join(ledger(), first), "utf8");
    const damaged = [`x${text.slice(1)}`, "\0".repeat(text.length)];
    await writeFile(join(ledger(), first), damaged[0]!);
    await writeFile(join(ledger(), second), damaged[1]!);
    await rest();
    await openLedger(ledger()).merge();
    const texts = await Promise.all((await files()).map((name) => readFile(join(ledger(), name), "utf8")));
    assert.equal(texts.length, 3);
    for (const each of damaged) assert.ok(texts.includes(each));
  });

  it("lose nothing of a window that wakes up while they are merged, and its budget counts all", async () => {
    const sleeper = openWallet(ledger(), { budget: 1200 });
    await sleeper.spend(search, undefined, paid());
    await sleeper.spend({ ...search, identity: "held" }, undefined, async (leave) => {
      await leave.beforeAttempt(1);
      await windows(8, new Date());
      await rest();
      await openLedger(ledger()).merge();
      assert.equal((await files()).length, 1);
      await leave.afterAttempt(1, "received");
    });
    await sleeper.spend({ ...search, identity: "later" }, undefined, paid());
    await sleeper.spend({ ...search, identity: "last" }, undefined, paid());
    await assert.rejects(sleeper.spend({ ...search, identity: "more" }, undefined, paid()), { code: "overBudget" });
    const { service, damaged } = await openWallet(ledger()).report();
    assert.deepEqual([service.total.requests, service.total.received, damaged], [12, 8, []]);
    assert.equal((await openLedger(ledger()).state()).damage, undefined);
    await sleeper.dispose();
  });
});
