import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Parts } from "../../../../src/features/dataset/parts";
import * as parquet from "../../../../src/features/dataset/parquet";
import { withFile } from "../../../../src/features/dataset/reading";
import { tables } from "../../../../src/features/dataset/tables";
import { temporaryFolder } from "../../../support/temporaryFolder";

describe("parts in progress", () => {
  const folder = temporaryFolder();

  it("are written while a large answer's rows come in, which need not wait in memory all at once", async () => {
    const parts = new Parts({ folder: folder(), tool: "test", parquet, isTaken: () => false, groupBytes: 1000 });
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ...({ table: "stats", platform: "tiktok", month: "2026-11" } as const),
      row: { value: at },
    }));
    await parts.add("1", rows);
    const [part] = await parts.place();
    const { groups } = await withFile(join(folder(), part?.path ?? ""), (file) => parquet.readFooter(file));
    assert.ok(groups.length > 10, `${groups.length} row groups`);
    assert.equal(
      groups.reduce((sum, count) => sum + count, 0),
      100,
    );
  });

  it("refuse a temporary file that another writer has begun, and leave it as it is", async () => {
    const parts = new Parts({ folder: folder(), tool: "test", parquet, isTaken: () => false });
    const begun = join(folder(), ".writing/1.tmp");
    await mkdir(dirname(begun));
    await writeFile(begun, "begun");
    await assert.rejects(parts.addEmpty("stats"), { code: "EEXIST" });
    await parts.stop();
    assert.equal(await readFile(begun, "utf8"), "begun");
  });

  it("end before what their footers will say takes much memory", async () => {
    const ports = { folder: folder(), tool: "test", parquet, isTaken: () => false, groupBytes: 1 };
    const parts = new Parts(ports);
    // Each row is a row group of its own.
    const groups = Math.ceil(20_000 / tables.stats.length) + 1;
    for (let at = 1; at <= groups; at++)
      await parts.add(String(at), [
        { table: "stats", platform: "tiktok", month: "2026-11", row: { value: BigInt(at) } },
        ...(at % 100 === 0
          ? [{ table: "pages", platform: "tiktok", month: "2026-11", row: { answer: String(at) } } as const]
          : []),
      ]);
    const placed = (await parts.place()).filter(({ table }) => table === "stats");
    assert.equal(placed.length, 2);
    assert.equal(
      placed.reduce((sum, { rows }) => sum + rows, 0),
      groups,
    );
    assert.match(placed[0]?.path ?? "", /\/part-1-\d+\.parquet$/);
    assert.match(placed[1]?.path ?? "", new RegExp(String.raw`/part-\d+-${groups}\.parquet$`));
  });
});
