import assert from "node:assert/strict";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileOf, ledgerFiles } from "../../../../src/features/wallet/ledgerFile";
import { LedgerReading } from "../../../../src/features/wallet/ledgerReading";
import { chained, chainStart } from "../../../../src/features/wallet/ledgerLine";
import { temporaryFolder } from "../../../support/temporaryFolder";

const minute = 60_000;
const midnight = new Date(2026, 5, 2).getTime();
const noon = () => new Date(2026, 5, 2, 12);
const at = (ms: number) => new Date(midnight + ms).toISOString();

/** A file with these requests. */
const textOf = (...acts: readonly (readonly [act: string, at: string])[]) => {
  let link = chainStart;
  return acts
    .map(([act, time]) => {
      const next = chained(
        {
          ...{ line: "sent", act, at: time, what: "search", credits: 100, origin: "https://ads.example" },
          ...{ sample: false, platform: "native", label: act, attempt: 1, request: "0".repeat(32), page: 1 },
        },
        link,
      );
      link = next.link;
      return next.text;
    })
    .join("");
};

describe("a reading of the ledger", () => {
  const folder = temporaryFolder();
  /** Of a month and of the next one, as where a clock was ahead. */
  const pathOf = (number: number) => join(folder(), fileOf(`2026-0${6 + number}`));
  const open = () => new LedgerReading(folder(), noon, 10 * minute);
  const marksOf = (reading: LedgerReading) => reading.damage.marks;

  it("has the attempts since ten minutes before midnight", async () => {
    await writeFile(
      pathOf(0),
      textOf(...[-10 * minute - 1, -10 * minute, 0].map((ms) => [String(ms), at(ms)] as const)),
    );
    const attempts = await open().read();
    assert.deepEqual(
      attempts.map(({ sent }) => sent.act),
      ["-600000", "0"],
    );
  });

  it("reports only lost attempts of that time", async () => {
    const reading = open();
    await writeFile(pathOf(0), textOf(["too old", at(-10 * minute - 1)]));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
    await writeFile(pathOf(0), textOf(["old enough", at(-10 * minute)]));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.equal(marksOf(reading).length, 1);
    assert.match(marksOf(reading)[0] ?? "", /^[0-9a-f]{16}$/);
  });

  it("identifies the same loss in any order", async () => {
    const [one, two] = [open(), open()];
    await writeFile(pathOf(1), textOf(["b", at(1)]));
    await two.read();
    await writeFile(pathOf(0), textOf(["a", at(0)]));
    for (const reading of [one, two]) await reading.read();
    for (const number of [0, 1]) await rm(pathOf(number));
    for (const reading of [one, two]) await reading.read();
    assert.equal(marksOf(one).length, 1);
    assert.deepEqual(marksOf(two), marksOf(one));
  });

  it("treats a listed but missing file as gone", async () => {
    const reading = open();
    const target = join(folder(), "target");
    await writeFile(target, textOf(["a", at(0)]));
    await symlink(target, pathOf(0));
    assert.equal((await reading.read()).length, 1);
    assert.deepEqual(marksOf(reading), []);
    await rm(target);
    assert.equal((await reading.read()).length, 1);
    assert.equal(marksOf(reading).length, 1);
    await writeFile(target, textOf(["a", at(0)]));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
  });

  it("lists files from a month on, and those of all months", async () => {
    const names = ["2026-04", "2026-05", "2026-06"].map((month) => `${month}.ndjson`);
    for (const name of [...names, "2026-07.txt", "2026-07.1.ndjson", "notes"])
      await writeFile(join(folder(), name), "");
    assert.deepEqual(ledgerFiles(folder(), "2026-05"), names.slice(1));
    assert.deepEqual(ledgerFiles(folder()), names);
    assert.deepEqual(ledgerFiles(join(folder(), "nowhere")), []);
  });
});
