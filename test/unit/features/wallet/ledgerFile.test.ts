import assert from "node:assert/strict";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LedgerFile } from "../../../../src/features/wallet/ledgerFile";
import type { LedgerLine } from "../../../../src/features/wallet/ledgerLine";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger } from "./acts";

const month = "2025-03";
const at = "2025-03-03T12:00:00.000Z";
const sent: LedgerLine = {
  ...{ line: "sent", act: "a", at, what: "search", credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: "shoes", attempt: 1 },
};
const received: LedgerLine = { line: "received", act: "a", at, attempt: 1 };

describe("the ledger file of a window", () => {
  const folder = temporaryFolder();
  const place = () => join(folder(), "deep", "er");
  const names = async () => (await readdir(place())).filter((name) => name.endsWith(".ndjson"));
  const isWhole = async () => {
    const { corrupt, damaged } = await openLedger(place()).everything();
    assert.deepEqual([corrupt, damaged], [0, []]);
  };

  it("is made with its folder by the first line", async () => {
    const file = new LedgerFile(place(), month);
    await file.append(sent);
    await file.close();
    assert.equal((await names()).length, 1);
    await isWhole();
  });

  it("is followed by another one where it was taken to be merged", async () => {
    const file = new LedgerFile(place(), month);
    await file.append(sent);
    await file.close();
    const [name = ""] = await names();
    await rename(join(place(), name), join(place(), `${month}.0.ndjson`));
    await file.append(received);
    await file.close();
    assert.equal((await names()).length, 2);
    await isWhole();
  });

  it("is followed by one in a new folder where its folder is gone", async () => {
    const file = new LedgerFile(place(), month);
    await file.append(sent);
    await file.close();
    await rm(place(), { recursive: true });
    await file.append(sent);
    await file.close();
    assert.equal((await names()).length, 1);
    await isWhole();
  });

  it("takes no line where its folder has become a file", async () => {
    const file = new LedgerFile(place(), month);
    await file.append(sent);
    await rm(place(), { recursive: true });
    await writeFile(place(), "");
    await assert.rejects(file.append(received), { code: "ENOTDIR" });
    await file.close();
  });
});
