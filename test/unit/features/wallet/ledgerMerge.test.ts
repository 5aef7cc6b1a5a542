import assert from "node:assert/strict";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
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

  it("stay as they are where they are young, few, or damaged", async () => {
    await windows(9, new Date());
    const young = await files();
    await openLedger(ledger()).merge();
    assert.deepEqual(await files(), young);
    await rest();
    const [first = ""] = young;
    const damaged = `x${(await readFile(join(ledger(), first), "utf8")).slice(1)}`;
    await writeFile(join(ledger(), first), damaged);
    await rest();
    await openLedger(ledger()).merge();
    const texts = await Promise.all((await files()).map((name) => readFile(join(ledger(), name), "utf8")));
    assert.equal(texts.length, 2);
    assert.ok(texts.includes(damaged));
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

  it("are merged by several processes while others spend and are killed, and no credit is lost or counted twice", async function () {
    this.timeout(120_000);
    await windows(60, new Date());
    const script = await ChildScript.of("test/unit/features/wallet/mergingWindow.ts");
    try {
      const before = await openLedger(ledger()).today();
      await Promise.all([
        ...["1", "2"].map(() => script.run(ledger(), "6")),
        ...[1, 3].map((messages) => script.kill(messages, ledger(), "6")),
      ]);
      const { spent, maybe } = await openLedger(ledger()).today();
      const sent = (await openLedger(ledger()).everything()).all();
      const requests = [...sent].length;
      assert.ok(requests >= 60 + 12 + 4);
      assert.equal(spent + maybe, requests * 100);
      assert.ok(before.spent + before.maybe === 6000 && maybe >= before.maybe);
      assert.ok((await files()).length < 60);
      assert.deepEqual((await openLedger(ledger()).everything()).damaged, []);
    } finally {
      await script.dispose();
    }
  });
});
