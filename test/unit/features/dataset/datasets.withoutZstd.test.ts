import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { readManifest } from "../../../../src/features/dataset/manifest";
import type { ChildScript } from "../../../support/childScript";
import { type CountedLibrary, startCountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";
import { buyPages, rowsIn } from "./filledArchive";
import { storeGzipped, writerWithoutZstd } from "./withoutZstd";

describe("a dataset written without Zstandard in Node.js", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let writer: ChildScript;
  before(async () => {
    library = await startCountedLibrary();
    writer = await writerWithoutZstd();
  });
  after(() => Promise.all([library.close(), writer.dispose()]));

  async function contents(dataset: string) {
    const rows: string[] = [];
    const codecs = new Set<string | undefined>();
    for (const part of (await readManifest(dataset))!.files) {
      const read = await rowsIn(dataset, part);
      rows.push(...read.map((row) => `${part.table} ${Object.values(row).map(String).join()}`));
      const { buffer, byteOffset, length } = await readFile(join(dataset, part.path));
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
    storeGzipped(join(folder(), "storage"));
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
