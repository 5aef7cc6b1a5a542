import assert from "node:assert/strict";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderLock } from "../../../../src/features/disk";
import { ledgerNames } from "../../../../src/features/wallet/ledgerNames";
import { LedgerReading } from "../../../../src/features/wallet/ledgerReading";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger } from "./acts";

const minute = 60_000;
const midnight = new Date(2026, 5, 2).getTime();
const noon = () => new Date(2026, 5, 2, 12);
const at = (ms: number) => new Date(midnight + ms).toISOString();

const lineOf = (act: string, time: string) =>
  `${JSON.stringify({
    ...{ line: "sent", act, at: time, what: "search", credits: 100, origin: "https://ads.example" },
    ...{ sample: false, platform: "native", label: act, attempt: 1 },
  })}\n`;

describe("a reading of the ledger", () => {
  const folder = temporaryFolder();
  const pathOf = (number: number) => join(folder(), `2026-06.${number}.ndjson`);
  const open = () => new LedgerReading(folder(), noon, 10 * minute);
  const marksOf = (reading: LedgerReading) => reading.damage.marks;

  it("has the attempts since ten minutes before midnight", async () => {
    const lines = [-10 * minute - 1, -10 * minute, 0].map((ms) => lineOf(String(ms), at(ms)));
    await writeFile(pathOf(0), lines.join(""));
    const attempts = await open().read();
    assert.deepEqual(
      attempts.map(({ sent }) => sent.act),
      ["-600000", "0"],
    );
  });

  it("misses lost attempts of that time only", async () => {
    const reading = open();
    await writeFile(pathOf(0), lineOf("too old", at(-10 * minute - 1)));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
    await writeFile(pathOf(0), lineOf("old enough", at(-10 * minute)));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.equal(marksOf(reading).length, 1);
    assert.match(marksOf(reading)[0] ?? "", /^[0-9a-f]{16}$/);
  });

  it("gives the same name to the same loss in whatever order it came", async () => {
    const [one, two] = [open(), open()];
    await writeFile(pathOf(1), lineOf("b", at(1)));
    await two.read();
    await writeFile(pathOf(0), lineOf("a", at(0)));
    for (const reading of [one, two]) await reading.read();
    for (const number of [0, 1]) await rm(pathOf(number));
    for (const reading of [one, two]) await reading.read();
    assert.equal(marksOf(one).length, 1);
    assert.deepEqual(marksOf(two), marksOf(one));
  });

  it("takes a file that is listed but not there for one that is gone", async () => {
    const reading = open();
    const target = join(folder(), "target");
    await writeFile(target, lineOf("a", at(0)));
    await symlink(target, pathOf(0));
    assert.equal((await reading.read()).length, 1);
    assert.deepEqual(marksOf(reading), []);
    await rm(target);
    assert.equal((await reading.read()).length, 1);
    assert.equal(marksOf(reading).length, 1);
    await writeFile(target, lineOf("a", at(0)));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
  });

  it("looks again under the lock before it says that lines are missing", async () => {
    const ledger = openLedger(folder(), noon);
    await writeFile(pathOf(0), lineOf("a", at(0)));
    await ledger.today();
    await rename(pathOf(0), join(folder(), "aside"));
    // Another window holds the lock and has not put its file into place yet.
    const { state } = await new FolderLock(folder()).run(async () => {
      const asked = ledger.state();
      await ledger.today();
      await rename(join(folder(), "aside"), pathOf(1));
      return { state: asked };
    });
    assert.deepEqual(await state, { committed: 100, recent: 0 });
    await rm(pathOf(1));
    const { damage, ...rest } = await ledger.state();
    assert.deepEqual([damage?.missing, rest], [0, { committed: 100, recent: 0 }]);
  });

  it("lists files from a month on, and those of all months", async () => {
    const names = ["2026-04", "2026-05", "2026-06"].map((month) => `${month}.0.ndjson`);
    for (const name of [...names, "2026-07.txt", "notes"]) await writeFile(join(folder(), name), "");
    assert.deepEqual(await ledgerNames(folder(), "2026-05"), names.slice(1));
    assert.deepEqual(await ledgerNames(folder()), names);
    assert.deepEqual(await ledgerNames(join(folder(), "nowhere")), []);
  });
});
