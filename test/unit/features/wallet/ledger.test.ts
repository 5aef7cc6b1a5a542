import assert from "node:assert/strict";
import { appendFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { LedgerFile } from "../../../../src/features/wallet/ledgerFile";
import { outcomes, readLine, type LedgerLine } from "../../../../src/features/wallet/ledgerLine";
import { chained, chainStart } from "../../../../src/features/wallet/ledgerLine";
import type { SpendingCheckPorts } from "../../../../src/features/wallet/spendingCheck";
import { openLedger, openWallet, paid, search } from "./acts";

describe("the ledger's files", () => {
  const folder = temporaryFolder();
  const now = () => new Date();
  const nameOf = (time: Date) => `${time.toISOString().slice(0, 7)}.ndjson`;
  const file = () => Promise.resolve(join(folder(), nameOf(now())));
  const spend = (identity: string, act = search) => openWallet(folder()).spend({ ...act, identity }, undefined, paid());

  it("tolerates a torn last line, and reads it once completed", async () => {
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
    const name = nameOf(now());
    await writeFile(join(folder(), name), `${hostile.join("\n")}\n`);
    await openWallet(folder(), { confirm: () => Promise.resolve(true) }).spend(search, undefined, paid());
    const everything = await openLedger(folder(), now).everything();
    assert.equal(everything.corrupt, hostile.length);
    assert.deepEqual(everything.damaged, [{ file: name, missing: 0 }]);
    assert.deepEqual(await openLedger(folder(), now).today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("always counts the same as a full reading", async () => {
    await spend("1");
    const whole = await readFile(await file());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 6 }), async (cuts) => {
        const path = join(folder(), "growing");
        const tail = new LedgerFile(path);
        const lines: (LedgerLine | undefined)[] = [];
        for (const end of [...cuts.sort((a, b) => a - b), whole.length]) {
          await writeFile(path, whole.subarray(0, end));
          assert.equal(await tail.read((line) => lines.push(line)), "read");
        }
        assert.deepEqual([...new Set(lines.map((line) => line?.line))], ["sent", "received"]);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps counting a replaced or deleted file's lines, and reports them missing", async () => {
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
    await spend("3");
    assert.equal((await ledger.today()).spent, 300);
    await rm(await file());
    assert.equal((await ledger.today()).spent, 300);
    assert.notEqual((await ledger.state()).damage, undefined);
  });

  it("reads files larger than its chunks, with characters across chunk borders", async () => {
    const label = "é漢🛍".repeat(20);
    const wallet = openWallet(folder());
    await wallet.spend({ ...search, label }, undefined, paid());
    const [text = "", end = ""] = (await readFile(await file(), "utf8")).split("\n");
    const lines = [text, end].map((line) => readLine(line)!);
    let link = chainStart;
    const lineOf = (line: LedgerLine, act: string) => ("act" in line ? { ...line, act } : assert.fail());
    const many = Array.from({ length: 4000 }, (_, index) => {
      const next = chained(lineOf(lines[index % 2]!, String(index >> 1)), link);
      link = next.link;
      return next.text;
    });
    await writeFile(await file(), many.join(""));
    const everything = await openLedger(folder(), now).everything();
    assert.deepEqual([everything.corrupt, everything.damaged], [0, []]);
    const labels = new Set(Array.from(everything.all(), ({ sent }) => sent.label));
    assert.deepEqual([...labels], [label]);
    assert.equal((await openLedger(folder(), now).today()).spent, 200_000);
  });

  it("has one whole file per month, whoever writes", async () => {
    let time = new Date(Date.UTC(2026, 0, 31, 12));
    const wallets = [1, 2, 3].map(() => openWallet(folder(), { now: () => time }));
    const all = (month: string) =>
      Promise.all(wallets.map((wallet, at) => wallet.spend({ ...search, identity: month + at }, undefined, paid())));
    await all("January");
    time = new Date(Date.UTC(2026, 1, 1, 12));
    await all("February");
    assert.deepEqual(
      (await readdir(folder())).filter((name) => name.endsWith(".ndjson")),
      ["2026-01.ndjson", "2026-02.ndjson"],
    );
    const { damaged, corrupt } = await openLedger(folder(), now).everything();
    assert.deepEqual([damaged, corrupt], [[], 0]);
  });

  it("asks before the next paid act if lines were joined, even after a free one", async () => {
    for (const identity of ["1", "2", "3"]) await spend(identity);
    await writeFile(await file(), (await readFile(await file(), "utf8")).replaceAll("\n", ""));
    await spend("0", { ...search, sample: true, origin: "sample:" });
    const asked: unknown[] = [];
    const confirm = (...[, , , reasons]: Parameters<SpendingCheckPorts["confirm"]>) => {
      asked.push(reasons);
      return Promise.resolve(false);
    };
    const wallet = openWallet(folder(), { confirm });
    await assert.rejects(wallet.spend({ ...search, identity: "4" }, undefined, paid()), { code: "declined" });
    assert.deepEqual(asked, [{ damagedLedger: { missing: 0 } }]);
  });

  it("knows what was paid for and answered, and when, in any month and window", async () => {
    const old = new Date(Date.UTC(2025, 10, 24, 12));
    const then = openWallet(folder(), { now: () => old });
    const act = (identity: string) => ({ ...search, identity });
    for (const outcome of outcomes) await then.spend(act(outcome), undefined, paid(outcome));
    const wallet = openWallet(folder());
    for (const outcome of outcomes)
      assert.deepEqual(
        await wallet.paidFor(act(outcome)),
        outcome === "received" ? { paidAt: old.toISOString() } : undefined,
      );
    assert.equal(await wallet.paidFor({ ...act("received"), origin: "https://other.example" }), undefined);
    assert.equal(await wallet.paidFor(act("new")), undefined);
    await spend("new");
    assert.notEqual(await wallet.paidFor(act("new")), undefined);
    await spend("received");
    assert.ok((await wallet.paidFor(act("received")))!.paidAt > old.toISOString());
  });
});
