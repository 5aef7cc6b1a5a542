import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { removeAbandoned, writeWhole } from "../../../../src/features/disk/writeWhole";

describe("writeWhole", () => {
  const folder = temporaryFolder();
  let script: ChildScript;
  before(async () => (script = await ChildScript.of("test/unit/features/disk/writer.ts")));
  after(() => script.dispose());

  it("leaves a whole file wherever it is killed, and nothing else after the next start", async () => {
    const file = join(folder(), "text.json");
    for (const messages of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const told = await script.kill(messages, file);
      const { round, filling } = JSON.parse(await readFile(file, "utf8")) as { round: number; filling: string };
      assert.equal(filling, String(round % 10).repeat(200_000));
      assert.ok(round >= Number(told.at(-1)), "what was announced as written is there");
    }
    await removeAbandoned(folder());
    assert.deepEqual(await readdir(folder()), ["text.json"]);
  });

  it("leaves no temporary file if the target can't be replaced", async () => {
    const file = join(folder(), "taken");
    await mkdir(join(file, "full"), { recursive: true });
    await assert.rejects(writeWhole(file, "text"));
    assert.deepEqual(await readdir(folder()), ["taken"]);
  });

  it("doesn't remove a living process's temporary file", async () => {
    const name = `.text.json.${process.pid}.00000000-0000-4000-8000-000000000000.tmp`;
    await writeFile(join(folder(), name), "half");
    await removeAbandoned(folder());
    assert.deepEqual(await readdir(folder()), [name]);
  });
});
