import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deflateSync } from "node:zlib";
import { parquetMetadata } from "hyparquet";
import { unpack } from "../../../../src/features/archive/payload";
import { readManifest } from "../../../../src/features/dataset/manifest";
import { readRows } from "../../../../src/features/dataset/parquet";
import { withFile } from "../../../../src/features/dataset/reading";
import { ChildScript } from "../../../support/childScript";
import { type CountedLibrary, startCountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";
import { buyPages } from "./filledArchive";

describe("a dataset written where Node.js has no Zstandard", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let writer: ChildScript;
  before(async () => {
    library = await startCountedLibrary();
    const preload = resolve("test/support/withoutZstd.cjs");
    writer = await ChildScript.of("test/unit/features/dataset/writing.ts", {
      NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
    });
  });
  after(() => Promise.all([library.close(), writer.dispose()]));

  /** Stores what was bought as such a Node.js would have stored it. */
  function storeDeflated(): void {
    const db = new DatabaseSync(join(folder(), "storage", "archive", "archive.db"));
    for (const { id, coding, payload } of db.prepare("select id, coding, payload from page").all()) {
      const text = unpack(String(coding), payload as Uint8Array);
      db.prepare("update page set coding = 'deflate', payload = ? where id = ?").run(deflateSync(text), id!);
    }
    db.close();
  }

  async function contents(dataset: string) {
    const rows: string[] = [];
    const codecs = new Set<string | undefined>();
    for (const { path, table, rows: count } of (await readManifest(dataset))!.files) {
      const read = await withFile(join(dataset, path), (file) => readRows(file, 0, count));
      rows.push(...read.map((row) => `${table} ${Object.values(row).map(String).join()}`));
      const { buffer, byteOffset, length } = await readFile(join(dataset, path));
      for (const { columns } of parquetMetadata(buffer.slice(byteOffset, byteOffset + length)).row_groups)
        for (const { meta_data } of columns) codecs.add(meta_data?.codec);
    }
    return { rows: rows.sort(), codecs: [...codecs].sort() };
  }

  it("is compressed with gzip, and has the same rows", async () => {
    const stack = openStack(join(folder(), "storage"), library.url, library.key);
    await buyPages(stack, "native", 3);
    const usual = join(folder(), "usual");
    await stack.datasets.write({ folder: usual });
    await stack.close();
    storeDeflated();
    const other = join(folder(), "other");
    await writer.run(folder(), other, library.url);
    const [zstd, gzip] = [await contents(usual), await contents(other)];
    assert.deepEqual(zstd.codecs, ["UNCOMPRESSED", "ZSTD"]);
    assert.deepEqual(gzip.codecs, ["GZIP", "UNCOMPRESSED"]);
    assert.deepEqual(gzip.rows, zstd.rows);
    const again = openStack(join(folder(), "storage"), library.url, library.key);
    assert.deepEqual((await again.datasets.verify({ folder: other })).problems, []);
    await again.close();
  });
});
