import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FolderLock, HeldLock } from "../../../../src/features/disk/locks";
import { filesBelow } from "../../../../src/features/disk/readText";
import { StorageError } from "../../../../src/features/disk/storageError";
import { checkFolder, removeAbandoned, writeWhole } from "../../../../src/features/disk/writeWhole";
import { ChildScript } from "../../../support/childScript";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";

const busy = (error: unknown) => error instanceof StorageError && error.reason === "busy";

describe("files that several processes use", () => {
  const script = ChildScript.forSuite("test/unit/features/disk/lockHolder.ts");

  describe("FolderLock", () => {
    const folder = temporaryFolder();
    const lockFile = () => folder(".lock.db");

    it("lets one holder work at a time, with an empty file", async () => {
      let [inside, most] = [0, 0];
      const turn = (lock: FolderLock) =>
        lock.run(async () => {
          most = Math.max(most, ++inside);
          await readdir(folder());
          inside -= 1;
        });
      const locks = [1, 2, 3].map(() => new FolderLock(folder(), 60_000));
      await Promise.all(locks.flatMap((lock) => Array.from({ length: 20 }, () => turn(lock))));
      assert.equal(most, 1);
      assert.deepEqual(await readdir(folder()), [".lock.db"]);
      assert.equal((await stat(lockFile())).size, 0);
    });

    it("creates the folder, passes on results and errors, and works after an error", async () => {
      const lock = new FolderLock(folder("new", "one"));
      await assert.rejects(
        lock.run(() => Promise.reject(new Error("broken"))),
        /broken/,
      );
      assert.equal(await lock.run(() => Promise.resolve(7)), 7);
    });

    it("admits one of four processes at a time, even if some are killed inside", async () => {
      const whole = [1, 2].map(() => script.run("enter", folder(), "60"));
      await Promise.all([3, 8].map((after) => script.kill(after, "enter", folder(), "60")));
      await Promise.all(whole);
      const notes = (await readFile(folder("notes"), "utf8")).trimEnd().split("\n");
      let killed = 0;
      for (const [index, note] of notes.entries()) {
        if (!note.startsWith("+") || notes[index + 1] === note.replace("+", "-")) continue;
        killed += 1;
        assert.ok(!notes.slice(index + 1).some((later) => later.slice(1) === note.slice(1)), `${note} was not alone`);
      }
      assert.ok(killed <= 2);
      assert.ok(notes.length > 240);
    });

    it("is free as soon as its holder is killed", async () => {
      const holder = script.start("lock", lockFile());
      assert.deepEqual(await once(holder, "message"), ["held", undefined]);
      assert.equal(HeldLock.take(lockFile()), undefined);
      const waiting = new FolderLock(folder(), 60_000).run(() => Promise.resolve("done"));
      holder.kill("SIGKILL");
      assert.equal(await waiting, "done");
    });

    it("is respected while its process lives, whatever its file's time", async () => {
      const holder = script.start("lock", lockFile());
      await once(holder, "message");
      for (const time of [new Date(0), new Date(Date.now() + 3_600_000)]) {
        await utimes(lockFile(), time, time);
        await assert.rejects(
          new FolderLock(folder(), 0).run(() => Promise.resolve()),
          busy,
        );
      }
      holder.send("release");
      assert.equal(await new FolderLock(folder(), 60_000).run(() => Promise.resolve("done")), "done");
      holder.kill();
      await once(holder, "close");
    });

    it("is free if nobody holds it, even if its file is dated in the future, damaged, or overwritten", async () => {
      for (const text of ["", "\0\0\0", `localhost ${process.pid} left-behind`]) {
        await writeFile(lockFile(), text);
        const future = new Date(Date.now() + 3_600_000);
        await utimes(lockFile(), future, future);
        assert.equal(await new FolderLock(folder(), 0).run(() => Promise.resolve("done")), "done");
      }
    });
  });

  describe("filesBelow", () => {
    const folder = temporaryFolder();
    it("finds all files while folders beside them come and go", async () => {
      const paths = ["a/1", "a/b/2", "c/3"];
      for (const path of paths) {
        await mkdir(dirname(folder(path)), { recursive: true });
        await writeFile(folder(path), "");
      }
      let isOver = false;
      const checks = ["", "a", "a/b", "c"].map(async (below) => {
        while (!isOver) await checkFolder(folder(below));
      });
      try {
        for (let reads = 0; reads < 300; reads += 1) assert.deepEqual((await filesBelow(folder())).sort(), paths);
      } finally {
        isOver = true;
        await Promise.all(checks);
      }
      assert.deepEqual(await filesBelow(folder("absent")), []);
    });
  });

  describe("writeWhole", () => {
    const folder = temporaryFolder();
    it("leaves a whole file wherever it is killed, and nothing else after the next start", async () => {
      const file = folder("text.json");
      for (const messages of [1, 4, 10, 2, 3, 5, 6, 7, 8, 9].slice(0, times(3, 10))) {
        const told = await script.kill(messages, "write", file);
        const { round, filling } = JSON.parse(await readFile(file, "utf8")) as { round: number; filling: string };
        assert.equal(filling, String(round % 10).repeat(200_000));
        assert.ok(round >= Number(told.at(-1)), "what was announced as written is there");
      }
      await removeAbandoned(folder());
      assert.deepEqual(await readdir(folder()), ["text.json"]);
    });

    it("leaves no temporary file if the target can't be replaced", async () => {
      const file = folder("taken");
      await mkdir(join(file, "full"), { recursive: true });
      await assert.rejects(writeWhole(file, "text"));
      assert.deepEqual(await readdir(folder()), ["taken"]);
    });

    it("doesn't remove a living process's temporary file", async () => {
      const name = `.text.json.${process.pid}.00000000-0000-4000-8000-000000000000.tmp`;
      await writeFile(folder(name), "half");
      await removeAbandoned(folder());
      assert.deepEqual(await readdir(folder()), [name]);
    });
  });
});
