import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger } from "./acts";

describe("the ledger of several windows", () => {
  const folder = temporaryFolder();
  let script: ChildScript;
  before(async () => (script = await ChildScript.of("test/unit/features/wallet/window.ts")));
  after(() => script.dispose());

  const ledger = () => join(folder(), "ledger");
  const requests = () => join(folder(), "requests");
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
    for (const messages of [1, 2, 3, 5, 8, 13]) await script.kill(messages, ledger(), "100000", "40", requests());
    const attempts = [...(await openLedger(ledger()).everything()).all()];
    const booked = new Set(attempts.map(({ sent }) => sent.label));
    for (const name of await requested()) assert.ok(booked.has(name), `${name} left without a line in the ledger`);
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.ok(spent + maybe >= (await requested()).length * 100);
  });

  it("stays within the budget after windows were killed while holding the lock", async () => {
    for (const messages of [1, 2, 3, 4]) await script.kill(messages, ledger(), "3000", "40", requests());
    await Promise.all([1, 2, 3].map(() => script.run(ledger(), "3000", "40", requests())));
    assert.ok((await requested()).length <= 30);
    const { spent, maybe } = await openLedger(ledger()).today();
    assert.equal(spent + maybe, 3000);
  });
});
