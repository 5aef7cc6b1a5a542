import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { RecentSearches } from "../../../../src/features/searches/recentSearches";

describe("RecentSearches", () => {
  const folder = temporaryFolder();
  let problems: unknown[] = [];
  beforeEach(() => (problems = []));
  const open = () =>
    new RecentSearches({ folder: folder(), now: () => new Date(), onProblem: (problem) => problems.push(problem) });
  const labels = async () => (await open().list()).map(({ label }) => label);

  it("lists the latest twenty of all windows, newest first, and the last platform", async () => {
    const windows = [open(), open()];
    for (let index = 0; index < 25; index++) {
      await windows[index % 2]!.add({ platform: index === 24 ? "mega" : "native", body: { index } }, `search ${index}`);
    }
    assert.deepEqual(
      await labels(),
      Array.from({ length: 20 }, (_, index) => `search ${24 - index}`),
    );
    assert.equal(await open().lastPlatform(), "mega");
  });

  it("moves the same search up instead of listing it twice, in whatever order its fields are", async () => {
    const recent = open();
    await recent.add({ platform: "native", body: { a: 1, b: 9007199254740993n } }, "one");
    await recent.add({ platform: "native", body: { a: 1, b: 9007199254740992n } }, "two");
    await recent.add({ platform: "native", body: { b: 9007199254740993n, a: 1 } }, "one again");
    assert.deepEqual(await labels(), ["one again", "two"]);
  });

  it("lists the same search once for each library", async () => {
    const recent = open();
    for (const library of ["sample:", "https://one.example", "sample:"])
      await recent.add({ platform: "native", body: {} }, library, library);
    assert.deepEqual(await labels(), ["sample:", "https://one.example"]);
  });

  it("loses none when two windows add at the same time", async () => {
    const windows = [open(), open(), open()];
    await Promise.all(
      windows.flatMap((window, w) =>
        [1, 2, 3, 4].map((n) => window.add({ platform: "native", body: { w, n } }, `${w} ${n}`)),
      ),
    );
    assert.equal((await labels()).length, 12);
  });

  it("sets a corrupt file aside, reports it, and starts over", async () => {
    await open().add({ platform: "native", body: {} }, "old");
    await writeFile(join(folder(), "recent.json"), '{"version":1,"searches":[{');
    assert.deepEqual(await labels(), []);
    await open().add({ platform: "native", body: {} }, "new");
    assert.deepEqual([await labels(), problems.length], [["new"], 1]);
    assert.equal((await readdir(folder())).filter((name) => name.startsWith("recent.json.corrupt-")).length, 1);
  });

  it("clears", async () => {
    const recent = open();
    await recent.add({ platform: "native", body: {} }, "old");
    await recent.clear();
    assert.deepEqual([await labels(), await recent.lastPlatform()], [[], undefined]);
  });
});
