import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Datasets } from "../../../../src/features/dataset/datasets";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { addForeignPart, buyDetails, buyPages } from "./filledArchive";

describe("a dataset whose writer fails or is stopped", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  before(async () => (library = await startCountedLibrary()));
  after(() => library.close());
  beforeEach(() => (stack = openStack(join(folder(), "storage"), library.url, library.key)));
  afterEach(() => stack.close());

  const set = (...path: string[]) => join(folder(), "set", ...path);
  const verified = async () => {
    const { problems, stray } = await stack.datasets.verify({ folder: set() });
    assert.deepEqual([problems, stray, existsSync(set(".writing"))], [[], [], false]);
  };

  for (const how of ["is stopped", "finds a damaged file"])
    it(`is unchanged after a compaction that ${how}, and the next writer cleans up`, async () => {
      const { first } = await buyPages(stack, "native", 1);
      await buyDetails(stack, first, 1);
      await stack.datasets.write({ folder: set() });
      const last = set(await addForeignPart(set()));
      const [whole, before] = [await readFile(last), await readFile(set("manifest.json"), "utf8")];
      const stop = new AbortController();
      const now = () => {
        if (how === "is stopped") stop.abort();
        return new Date(Date.now() + 40 * 86_400_000);
      };
      if (how === "finds a damaged file") await writeFile(last, "no Parquet at all, but long enough");
      const merging = new Datasets({ ...stack, now }).compact({ folder: set(), signal: stop.signal });
      await assert.rejects(merging, how === "is stopped" ? { name: "AbortError" } : { code: "damagedDataset" });
      assert.equal(await readFile(set("manifest.json"), "utf8"), before);
      await writeFile(last, whole);
      await verified();
      await buyPages(stack, "mega", 1);
      assert.equal((await stack.datasets.write({ folder: set() })).pages, 1);
      await verified();
    });
});
