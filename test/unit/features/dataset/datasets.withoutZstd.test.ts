import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { readManifest } from "../../../../src/features/dataset/manifest";
import { useLibrary } from "../../../support/fixtures";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { useStacks } from "../stack";
import { buyPages, rowTextsIn } from "./filledArchive";
import { storeGzipped, writerWithoutZstd } from "./withoutZstd";

describe("a dataset written without Zstandard in Node.js", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  const writer = writerWithoutZstd();

  async function codecsIn(dataset: string) {
    const codecs = new Set<string | undefined>();
    for (const { path } of (await readManifest(dataset))!.files) {
      const { row_groups } = parquetMetadata(new Uint8Array(await readFile(join(dataset, path))).buffer);
      for (const { columns } of row_groups) for (const { meta_data } of columns) codecs.add(meta_data?.codec);
    }
    return [...codecs].sort();
  }

  it("is compressed with gzip, and has the same rows", async () => {
    const stack = open(folder("storage"), library.url, library.key);
    await buyPages(stack, "native", 3);
    const usual = folder("usual");
    await stack.datasets.write({ folder: usual });
    await stack.close();
    storeGzipped(folder("storage"));
    const other = folder("other");
    await writer.run(folder(), other, library.url);
    assert.deepEqual(await codecsIn(usual), ["UNCOMPRESSED", "ZSTD"]);
    assert.deepEqual(await codecsIn(other), ["GZIP", "UNCOMPRESSED"]);
    assert.deepEqual(await rowTextsIn(other), await rowTextsIn(usual));
    const again = open(folder("storage"), library.url, library.key);
    assert.deepEqual((await again.datasets.verify({ folder: other })).problems, []);
  });
});
