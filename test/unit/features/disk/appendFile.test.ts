import assert from "node:assert/strict";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppendFile } from "../../../../src/features/disk/appendFile";
import { DiskSync } from "../../../../src/features/disk/diskSync";
import { temporaryFolder } from "../../../support/temporaryFolder";

describe("A file that grows", () => {
  const folder = temporaryFolder();

  it("has what was appended, in order, whoever waits for the disk meanwhile", async () => {
    const path = join(folder(), "lines");
    const file = new AppendFile(path);
    const disk = new DiskSync(path);
    const work: Promise<void>[] = [];
    for (let line = 0; line < 200; line++) {
      work.push(file.append(`${line}\n`));
      if (line % 7 === 0) work.push(file.sync(), disk.sync());
      if (line % 50 === 49) work.push(file.close());
    }
    await Promise.all(work);
    assert.equal(await readFile(path, "utf8"), Array.from({ length: 200 }, (_, line) => `${line}\n`).join(""));
    await file.close();
  });

  it("is another file once it was closed and deleted, and refuses where it cannot be", async () => {
    const path = join(folder(), "below", "lines");
    const file = new AppendFile(path);
    await assert.rejects(file.append("no folder"), { code: "ENOENT" });
    await mkdir(join(folder(), "below"));
    await file.append("old");
    await file.close();
    await rm(path);
    await file.append("new");
    await file.close();
    assert.equal(await readFile(path, "utf8"), "new");
  });

  it("that is not there has nothing to bring to the disk; a folder is refused", async () => {
    await new DiskSync(join(folder(), "none")).sync();
    await assert.rejects(new DiskSync(folder()).sync(), { code: "EISDIR" });
  });
});
