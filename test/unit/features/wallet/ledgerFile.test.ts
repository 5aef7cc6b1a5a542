import assert from "node:assert/strict";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileOf, ledgerFiles } from "../../../../src/features/wallet/ledgerFile";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, openWallet, paid, search } from "./acts";

const now = () => new Date("2025-03-03T12:00:00.000Z");

describe("the ledger's file of a month", () => {
  const folder = temporaryFolder();
  const place = () => join(folder(), "deep", "er");
  const file = () => join(place(), fileOf("2025-03"));
  const spend = (identity: string) =>
    openWallet(place(), { now }).spend({ ...search, identity }, undefined, paid("received"));
  async function found(): Promise<readonly [requests: number, corrupt: number, damaged: number]> {
    const everything = await openLedger(place()).everything();
    return [[...everything.all()].length, everything.corrupt, everything.damaged.length];
  }

  it("is made with its folder by the first line", async () => {
    await spend("1");
    assert.deepEqual(ledgerFiles(place()), ["2025-03.ndjson"]);
    assert.deepEqual(await found(), [1, 0, 0]);
  });

  it("is recreated if it or its folder is gone", async () => {
    const wallet = openWallet(place(), { now, confirm: () => Promise.resolve(true) });
    for (const what of [file(), place()]) {
      await wallet.spend({ ...search, identity: `before ${what}` }, undefined, paid());
      await rm(what, { recursive: true });
      await wallet.spend({ ...search, identity: `after ${what}` }, undefined, paid());
      assert.deepEqual(await found(), [1, 0, 0]);
    }
  });

  it("continues after a torn line, which stays separate", async () => {
    await spend("1");
    await appendFile(file(), '{"line":"sent","act":"cut sh');
    await spend("2");
    assert.deepEqual(await found(), [2, 1, 0]);
  });

  it("continues after a line whose line ending is missing", async () => {
    await spend("1");
    await writeFile(file(), (await readFile(file(), "utf8")).trimEnd());
    assert.deepEqual(await openLedger(place(), now).today(), { spent: 100, maybe: 0, sample: 0 });
    await spend("2");
    assert.deepEqual(await found(), [2, 0, 0]);
  });

  it("accepts no line if its folder has become a file", async () => {
    await spend("1");
    await rm(place(), { recursive: true });
    await writeFile(place(), "");
    await assert.rejects(spend("2"), { code: "storage" });
  });
});
