import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { ChildScript } from "../../../support/childScript";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { SavedSearches } from "../../../../src/features/searches/savedSearches";

describe("saved searches of several windows", () => {
  const folder = temporaryFolder();
  let script: ChildScript;
  before(async () => (script = await ChildScript.of("test/unit/features/searches/window.ts")));
  after(() => script.dispose());

  const open = () =>
    new SavedSearches({
      folder: folder(),
      now: () => new Date(),
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
    });

  it("are all there after two windows save fifty each", async () => {
    await Promise.all([script.run("save", folder(), "a", "50"), script.run("save", folder(), "b", "50")]);
    const all = await open().list();
    assert.equal(all.length, 100);
    assert.equal(new Set(all.map(({ order }) => order)).size, 100);
  });

  it("keep both windows' changes to the same search", async () => {
    const searches = open();
    const { id } = await searches.save("shoes", { platform: "native", body: {} });
    await Promise.all([
      script.run("rename", folder(), id, "name", "30"),
      script.run("rename", folder(), id, "run", "30"),
    ]);
    const search = await searches.get(id);
    assert.deepEqual([search?.name, search?.lastRun?.lastHit], ["name 29", "29"]);
  });

  it("are whole wherever a window is killed, with nothing left behind", async () => {
    const searches = open();
    const { id } = await searches.save("shoes", { platform: "native", body: {} });
    for (const messages of [1, 2, 3, 5, 8]) {
      const saved = await script.kill(messages, "save", folder(), "a", "1000");
      assert.ok((await searches.list()).length > saved.length);
      const told = await script.kill(messages, "rename", folder(), id, "name", "1000");
      assert.match((await searches.get(id))!.name, /^name \d+$/);
      assert.ok(Number((await searches.get(id))!.name.slice(5)) >= Number(told.at(-1)));
    }
    await open().list();
    const others = (await readdir(folder())).filter((name) => !/^[0-9a-f-]{36}\.json$/.test(name));
    assert.deepEqual(
      others.filter((name) => name !== ".lock.db"),
      [],
    );
  });

  it("notify a window of another's changes", async () => {
    const searches = open();
    await searches.list();
    const told = new Promise<void>((resolve) => searches.onChanged(resolve));
    await script.run("save", folder(), "a", "1");
    await told;
    assert.equal((await searches.list()).length, 1);
    searches.dispose();
  });
});
