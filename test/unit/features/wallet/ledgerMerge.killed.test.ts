import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, openWallet, paid, search } from "./acts";

describe("closed files of the ledger", () => {
  const folder = temporaryFolder();
  const ledger = () => join(folder(), "ledger");
  const files = async () => (await readdir(ledger())).filter((name) => name.endsWith(".ndjson"));

  /** As many windows as that spent once each. */
  async function windows(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const wallet = openWallet(ledger());
      await wallet.spend({ ...search, identity: String(number) }, undefined, paid(number % 2 ? "received" : "unknown"));
      await wallet.dispose();
    }
  }

  it("are merged by several processes while others spend and are killed, and no credit is lost or counted twice", async () => {
    await windows(60);
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
