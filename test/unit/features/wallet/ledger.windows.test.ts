import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { ChildScript } from "../../../support/childScript";
import { useLibrary } from "../../../support/fixtures";
import { times, variants } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { openLedger } from "./acts";
import { closingBodies } from "./closingBodies";

describe("the ledger of several windows", () => {
  const folder = temporaryFolder();
  const script = ChildScript.forSuite("test/unit/features/wallet/window.ts");

  const ledger = () => folder("ledger");
  const requests = () => folder("requests");
  const requested = async () => (await readFile(requests(), "utf8")).split("\n").filter(Boolean);

  it("lets three windows use up a budget of ten requests, and never exceed it", async () => {
    await Promise.all([1, 2, 3].map(() => script.run(ledger(), "1000", "8", requests())));
    assert.equal((await requested()).length, 10);
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.equal(spent + maybe, 1000);
  });

  it("books what three windows spend without a budget, each request once", async () => {
    await Promise.all([1, 2, 3].map(() => script.run(ledger(), "0", "20", requests())));
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.equal(spent + maybe, 6000);
    assert.equal((await requested()).length, 60);
  });

  it("has recorded each request sent before a window was killed", async () => {
    for (const messages of [1, 3, 13, 2, 5, 8].slice(0, times(3, 6)))
      await script.kill(messages, ledger(), "100000", "40", requests());
    const attempts = [...(await openLedger(ledger()).everything()).all()];
    const booked = new Set(attempts.map(({ sent }) => sent.label));
    for (const name of await requested()) assert.ok(booked.has(name), `${name} left without a line in the ledger`);
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.ok(spent + maybe >= (await requested()).length * 100);
  });

  it("stays within the budget after windows were killed while holding the lock", async () => {
    for (const messages of [1, 2, 3, 4].slice(0, times(2, 4)))
      await script.kill(messages, ledger(), "3000", "40", requests());
    await Promise.all([1, 2, 3].map(() => script.run(ledger(), "3000", "40", requests())));
    assert.ok((await requested()).length <= 30);
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.equal(spent + maybe, 3000);
  });
});

/** How many of the searches are bought. */
async function bought(stack: Stack): Promise<number> {
  let count = 0;
  for (const body of closingBodies) {
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", body));
    count += (await stack.search.bought(frozen)).length;
  }
  return count;
}

describe("a window that is killed", () => {
  const script = ChildScript.forSuite("test/unit/features/wallet/closingWindow.ts");
  const folder = temporaryFolder();
  const library = useLibrary();

  it("owns every answer that it booked, whenever it was killed", async () => {
    for (const turns of variants([0, 3, 13, 55], [0, 1, 2, 3, 5, 8, 13, 21, 34, 55])) {
      const place = folder(String(turns));
      const before = library.paid().length;
      const child = script.start(place, library.url, library.key);
      const ended = once(child, "close");
      library.next(library.usual, async (exchange) => {
        await library.usual(exchange);
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
        child.kill("SIGKILL");
      });
      await ended;
      const stack = openStack(place, library.url, library.key);
      const { received, requests } = (await stack.wallet.report()).service.total;
      assert.ok(received <= (await bought(stack)), `${received} booked as received, after ${turns} turns`);
      // A request is booked before it is sent, so the last one may not have left.
      const arrived = library.paid().length - before;
      assert.ok(arrived === requests || arrived === requests - 1, `${arrived} of ${requests} arrived`);
      assert.ok(requests >= 2);
      await stack.close();
    }
  });
});
