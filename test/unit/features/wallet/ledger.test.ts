import assert from "node:assert/strict";
import { appendFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { LedgerTail } from "../../../../src/features/wallet/ledgerTail";
import type { LedgerLine } from "../../../../src/features/wallet/ledgerLine";
import { openLedger, openWallet, paid, search } from "./acts";

describe("the ledger's files", () => {
  const folder = temporaryFolder();
  const now = () => new Date();
  const file = async () => join(folder(), (await readdir(folder()))[0]!);
  const spend = (identity: string) => openWallet(folder()).spend({ ...search, identity }, undefined, paid());

  it("tolerates a torn last line, and takes it when it is completed", async () => {
    await spend("1");
    const text = await readFile(await file(), "utf8");
    const cut = text.lastIndexOf("received");
    await truncate(await file(), cut);
    const ledger = openLedger(folder(), now);
    assert.deepEqual(await ledger.today(), { spent: 0, maybe: 100, sample: 0 });
    await appendFile(await file(), text.slice(cut));
    assert.deepEqual(await ledger.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("skips corrupt lines, counts them, and reads what follows", async () => {
    const sentTwice = '{"line":"sent","act":"a","attempt":1}';
    const hostile = [
      "not JSON",
      "null",
      "[]",
      '{"line":"__proto__"}',
      sentTwice,
      '{"line":"received","act":7}',
      "\u0000",
    ];
    const name = `${now().toISOString().slice(0, 7)}.0.ndjson`;
    await writeFile(join(folder(), name), `${hostile.join("\n")}\n`);
    await openWallet(folder(), { confirm: () => Promise.resolve(true) }).spend(search, undefined, paid());
    const everything = await openLedger(folder(), now).everything();
    assert.equal(everything.corrupt, hostile.length);
    assert.deepEqual(everything.damaged, [{ file: name, missing: 0 }]);
    assert.deepEqual(await openLedger(folder(), now).today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("counts the same at any moment as a reading from the start", async () => {
    await spend("1");
    const whole = await readFile(await file());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 6 }), async (cuts) => {
        const path = join(folder(), "growing");
        const tail = new LedgerTail(path);
        const lines: (LedgerLine | undefined)[] = [];
        for (const end of [...cuts.sort((a, b) => a - b), whole.length]) {
          await writeFile(path, whole.subarray(0, end));
          assert.equal(await tail.read((line) => lines.push(line)), "read");
        }
        assert.deepEqual(
          lines.map((line) => line?.line),
          ["planned", "sent", "received"],
        );
      }),
      { numRuns: 50 },
    );
  });

  it("keeps counting what a replaced or deleted file said, and says that it is missing", async () => {
    const ledger = openLedger(folder(), now);
    await spend("1");
    await spend("2");
    assert.equal((await ledger.today()).spent, 200);
    await truncate(await file(), 0);
    assert.equal((await ledger.today()).spent, 200);
    const { damage } = await ledger.state();
    assert.equal(damage?.marks.length, 1);
    await ledger.acceptDamage(damage);
    assert.equal((await ledger.state()).damage, undefined);
    for (const name of await readdir(folder())) if (name.endsWith(".ndjson")) await rm(join(folder(), name));
    assert.equal((await ledger.today()).spent, 200);
    assert.notEqual((await ledger.state()).damage, undefined);
  });

  it("reads files larger than its chunks, with characters across their borders", async () => {
    const label = "é漢🛍".repeat(20);
    const wallet = openWallet(folder());
    await wallet.spend({ ...search, label }, undefined, paid());
    const text = await readFile(await file(), "utf8");
    const many = Array.from({ length: 4000 }, (_, index) => text.replaceAll(/"act":"[^"]+"/g, `"act":"${index}"`));
    await writeFile(join(folder(), `${now().toISOString().slice(0, 7)}.1.ndjson`), many.join(""));
    const everything = await openLedger(folder(), now).everything();
    assert.equal(everything.corrupt, 0);
    const labels = new Set(Array.from(everything.all(), ({ sent }) => sent.label));
    assert.deepEqual([...labels], [label]);
    assert.equal((await openLedger(folder(), now).today()).spent, 400_100);
  });
});
