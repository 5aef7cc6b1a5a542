import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { FolderLock, LockTimeout } from "../../../../src/features/folder/folderLock";

describe("FolderLock", () => {
  const folder = temporaryFolder();
  const lockFile = () => join(folder(), ".lock");
  const long = { waitMs: 60_000, staleMs: 60_000 };

  /** How many hold the lock at once at most, over several locks of the same folder. */
  async function mostAtOnce(locks: readonly FolderLock[], turns: number): Promise<number> {
    let [inside, most] = [0, 0];
    const turn = (lock: FolderLock) =>
      lock.run(async () => {
        most = Math.max(most, ++inside);
        await readdir(folder());
        inside -= 1;
      });
    await Promise.all(locks.flatMap((lock) => Array.from({ length: turns }, () => turn(lock))));
    return most;
  }

  it("lets one work at a time and leaves nothing behind", async () => {
    assert.equal(
      await mostAtOnce(
        [1, 2, 3].map(() => new FolderLock(folder(), long)),
        20,
      ),
      1,
    );
    assert.deepEqual(await readdir(folder()), []);
  });

  it("makes the folder, passes results and errors on, and goes on after an error", async () => {
    const lock = new FolderLock(join(folder(), "new", "one"), long);
    await assert.rejects(
      lock.run(() => Promise.reject(new Error("broken"))),
      /broken/,
    );
    assert.equal(await lock.run(() => Promise.resolve(7)), 7);
  });

  it("takes away the lock of a dead process at once", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    await writeFile(lockFile(), `${hostname()} ${pid} left-behind`);
    assert.equal(
      await mostAtOnce(
        [1, 2, 3].map(() => new FolderLock(folder(), long)),
        5,
      ),
      1,
    );
  });

  for (const [what, mark] of [
    ["another host's", "elsewhere 1 mark"],
    ["an unsigned", ""],
    ["a damaged", "\0\0\0"],
  ] as const) {
    it(`takes ${what} lock away when it is old`, async () => {
      await writeFile(lockFile(), mark);
      const then = new Date(Date.now() - 3_600_000);
      await utimes(lockFile(), then, then);
      assert.equal(await new FolderLock(folder(), long).run(() => Promise.resolve("done")), "done");
    });
  }

  it("respects the lock of a living process and says that it waited in vain", async () => {
    const mark = `${hostname()} ${process.pid} living`;
    await writeFile(lockFile(), mark);
    const lock = new FolderLock(folder(), { waitMs: 0, staleMs: 60_000 });
    await assert.rejects(
      lock.run(() => Promise.resolve()),
      LockTimeout,
    );
    assert.equal(await readFile(lockFile(), "utf8"), mark);
  });

  it("does not remove a lock that was taken from it meanwhile", async () => {
    await new FolderLock(folder(), long).run(() => writeFile(lockFile(), "somebody else"));
    assert.equal(await readFile(lockFile(), "utf8"), "somebody else");
  });
});
