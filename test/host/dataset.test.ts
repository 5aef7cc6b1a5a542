import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { variants } from "../support/long";
import { installStandIn } from "../support/standInExtension";
import { choosingFirst, shownDocument, useReplacing } from "../support/vscodeCalls";

describe("A dataset by command", () => {
  const replace = useReplacing();
  let folder: string;
  const run = <T>(command: string, argument: object): Thenable<T | undefined> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, argument);
  const write = () =>
    run<{ readonly pages: number; readonly ads: number; readonly files: number }>("writeDataset", { folder });

  /** The query in the active editor. */
  const shownSql = () => shownDocument(({ languageId }) => languageId === "sql");

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-dataset-"));
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
    await vscode.commands.executeCommand("adLibrary.search", { platform: "reddit", body: {} });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("has everything bought, once, and a query that runs in its folder", async () => {
    const first = await write();
    assert.ok(first && first.pages > 0 && first.ads >= 18 && first.files > 0, JSON.stringify(first));
    assert.match(await readFile(join(folder, "manifest.json"), "utf8"), /"path": "sightings\/platform=reddit\/month=/);
    assert.equal((await write())?.files, 0);
    await run("openDatasetQuery", { folder, query: "first-bought-per-week" });
    const text = (await shownSql()).getText();
    assert.ok(text.includes(`read_parquet('${folder.replaceAll("\\", "/")}/sightings/`), text.slice(0, 300));
    assert.match(text, /date_trunc\('week', first_received\)/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("goes into a folder of its own unless that is in use, with a .gitignore that only its first write adds", async () => {
    const own = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), "ad-dataset");
    const ignored = join(own, ".gitignore");
    const told: string[] = [];
    const say = (_words: string, ...choices: string[]) => Promise.resolve(void told.push(...choices));
    replace(vscode.window, "showWarningMessage", say);
    try {
      const written = () => choosingFirst(() => vscode.commands.executeCommand("adLibrary.writeDataset"));
      assert.ok(await written());
      assert.equal(await readFile(ignored, "utf8"), "*\n");
      await rm(ignored);
      assert.ok(await written());
      await assert.rejects(readFile(ignored));
      await rm(own, { recursive: true });
      await mkdir(own);
      await writeFile(join(own, "mine.txt"), "mine");
      assert.equal(await written(), undefined);
      assert.deepEqual([told, await readdir(own)], [["Choose Another…"], ["mine.txt"]]);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  });

  it("rebuilds a missing manifest only if a person agrees, then continues", async () => {
    const place = join(folder, "manifest.json");
    const before = await readFile(place, "utf8");
    const answering = async (answer: (choices: readonly string[]) => string | undefined) => {
      const say = (_words: string, _options: object, ...choices: string[]) => Promise.resolve(answer(choices));
      replace(vscode.window, "showWarningMessage", say);
      return write();
    };
    await rm(place);
    assert.equal(await answering(() => undefined), undefined);
    await assert.rejects(readFile(place));
    assert.equal((await answering(([make]) => make))?.files, 0);
    const pathsOf = (text: string) => [...text.matchAll(/"path": "(.+?)"/g)].map(([, path]) => path).sort();
    assert.deepEqual(pathsOf(await readFile(place, "utf8")), pathsOf(before));
  });

  it("explains the engines if no extension runs SQL", async () => {
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    const isShown = () => tabs().some((label) => label.includes("README.md"));
    const shown = new Promise<void>((resolve) => {
      const watch = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (!isShown()) return;
        watch.dispose();
        resolve();
      });
    });
    await run("openDatasetQuery", { folder });
    if (!isShown()) await shown;
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  describe("with an extension that can open it", () => {
    const undo: (() => Promise<void>)[] = [];
    const standIn = async (id: string, contributes?: object) =>
      undo.push(await installStandIn(id, folder, contributes));
    const openFirst = () => choosingFirst(() => run("openDatasetQuery", { folder }));

    afterEach(async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      for (const uninstall of undo.splice(0)) await uninstall();
    });

    for (const id of variants(["chuckjonas.duckdb"], ["chuckjonas.duckdb", "mtxr.sqltools"]))
      it(`opens a query with ${id}`, async () => {
        await standIn(id);
        await openFirst();
        const document = await shownSql();
        assert.match(document.getText(), /read_parquet\('.*\/sightings\/[\s\S]*select/i);
      });

    it("opens the newest part with Data Wrangler", async () => {
      const customEditors = [
        { viewType: "standIn.table", displayName: "Table", selector: [{ filenamePattern: "*.parquet" }] },
      ];
      await standIn("ms-toolsai.datawrangler", { customEditors });
      const opened: vscode.Uri[] = [];
      const provider = vscode.window.registerCustomEditorProvider("standIn.table", {
        openCustomDocument: (uri) => (opened.push(uri), { uri, dispose: () => undefined }),
        resolveCustomEditor: () => undefined,
      });
      undo.push(() => Promise.resolve(provider.dispose()));
      await openFirst();
      assert.equal(opened.length, 1);
      const last = (name: string) => Number(/-(\d+)\.parquet$/.exec(name)?.[1] ?? 0);
      const parts = await readdir(join(folder, "sightings"), { recursive: true });
      assert.match(opened[0]!.path, /\/sightings\/platform=\w+\/month=[\d-]+\/part-\d+-\d+\.parquet$/);
      assert.equal(last(opened[0]!.path), Math.max(...parts.map(last)));
    });
  });

  it("refuses invalid arguments and folders without a dataset", async () => {
    assert.equal(await run("writeDataset", { folder, since: "lately" }), undefined);
    assert.equal(await run("writeDataset", { folder, platform: "nowhere" }), undefined);
    assert.equal(
      await run("openDatasetQuery", { folder: join(folder, "stats"), query: "first-bought-per-week" }),
      undefined,
    );
    await run("openDatasetQuery", { folder: join(folder, "stats") });
    const labels = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    assert.ok(!labels.some((label) => label.includes("README.md")), labels.join());
  });
});
