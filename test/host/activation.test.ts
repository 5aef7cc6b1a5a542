import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { startCountedLibrary } from "../support/countedLibrary";
import { times } from "../support/long";
import { recordingCalls, shownDocument, typing, useReplacing } from "../support/vscodeCalls";

interface Exported {
  about: { platform: string; pages: number; complete: boolean };
  ads: { id: number; title?: string }[];
}

interface Manifest {
  contributes: { commands: { command: string }[] };
}

/** Names of what the extension keeps of answers and spending. */
async function keptFiles(): Promise<readonly string[]> {
  const all = await readdir(process.env.AD_LIBRARY_PROFILE ?? "", { recursive: true });
  const own = all.filter((name) => /globalStorage.ad-library-explorer\.ad-library-explorer/.test(name));
  return own.map((name) => basename(name)).filter((name) => /^search\.json$|\.ndjson$/.test(name));
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand(`adLibrary.${command}`, ...args);

describe("The extension in VS Code", () => {
  const extension = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer");

  it("is found by its ID, and opens its archive and its ledger with the first search, not when it activates", async () => {
    assert.ok(extension);
    assert.equal(await extension.activate(), undefined);
    assert.deepEqual([extension.isActive, extension.exports], [true, undefined]);
    assert.deepEqual(await keptFiles(), []);
    // The sample library shows ads at once.
    await run("useSampleLibrary");
    assert.ok((await keptFiles()).includes("search.json"));
  });

  it("registers every command it contributes", async () => {
    assert.ok(extension);
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension.packageJSON as Manifest;
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it("opens the ad that a link of this editor names, through the command that asks, and says so if it names none", async () => {
    const open = vscode.commands.executeCommand.bind(vscode.commands);
    const linked = (path: string) =>
      recordingCalls(async (calls) => {
        const id = "ad-library-explorer.ad-library-explorer";
        await open("vscode.open", vscode.Uri.parse(`${vscode.env.uriScheme}://${id}${path}`));
        return [...calls];
      });
    const ad = { platform: "tiktok", id: "9".repeat(20) };
    assert.deepEqual(await linked(`/ad/${ad.platform}/${ad.id}`), [["executeCommand", "adLibrary.openAd", ad]]);
    for (const path of ["/none", "/ad/tiktok/1/2", "/ad/tiktok/01"]) {
      const [[name, words] = [], ...others] = await linked(path);
      assert.deepEqual([name, others], ["showWarningMessage", []]);
      assert.match(String(words), /^This link doesn't name an ad\./);
    }
  });
});

describe("A search by command", () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "ad-library-"))));
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  it("finds ads of the sample library, and writes the loaded ads as JSON", async () => {
    const found = await run("search", { platform: "display", body: {} });
    assert.deepEqual(
      { ...(found as object), lastHit: undefined },
      { page: 1, ads: 18, hasNextPage: true, lastHit: undefined },
    );
    const file = join(folder, "ads.json");
    await run("exportResults", { file, format: "json" });
    const exported = JSON.parse(await readFile(file, "utf8")) as Exported;
    assert.equal(exported.ads.length, 18);
    assert.equal(new Set(exported.ads.map(({ id }) => id)).size, 18);
    assert.equal(exported.about.platform, "display");
  });

  it("is carried out although another explorer came to the front for a moment", async () => {
    const search = (platform: string) => run("search", { platform, text: "coffee" });
    await search("reddit");
    await search("display");
    for (let round = 0; round < times(1, 3); round += 1) {
      const other = run("openExplorer", { platform: "reddit" });
      assert.ok(await search("display"));
      await other;
    }
  });

  it("refuses a body with an unknown filter, for 0 credits", async () => {
    const found = await run("search", {
      platform: "native",
      body: { nonsense: [1] },
    });
    assert.equal(found, undefined);
  });

  it("is saved, run, edited, exported, imported, and deleted without asking", async () => {
    const query = { platform: "pinterest", body: { countries: ["us"] } };
    await run("search", query);
    const { id } = await run<{ id: string }>("saveSearch", { name: "By command" });
    await run("renameSavedSearch", { id, name: "Renamed" });
    const copy = await run<{ id: string; name: string }>("duplicateSavedSearch", { id });
    assert.equal(copy.name, "Renamed (copy)");
    const file = join(folder, "search.adsearch.json");
    await run("exportSavedSearch", { id, file });
    const search = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    assert.deepEqual(search, { name: "Renamed", platform: "pinterest", body: { countries: ["us"] } });
    const imported = await run<{ id: string; name: string }>("importSavedSearch", { file });
    assert.equal(imported.name, "Renamed");
    const bought = await run<{ bought: unknown[] }>("runSavedSearch", { id: imported.id });
    assert.equal(bought.bought.length, 1);
    for (const each of [id, copy.id, imported.id]) await run("deleteSavedSearch", { id: each });
    assert.equal(await run("runSavedSearch", { id }), undefined);
  });

  it("shows its raw answer and the credits as documents", async () => {
    // The search that ran is in its explorer; the saved one, which was only offered, is in front.
    await run("search", { platform: "pinterest", body: { countries: ["us"] } });
    await run("showRawResponse");
    const raw = await shownDocument(({ uri }) => uri.path.endsWith(".json"));
    assert.deepEqual([raw.uri.scheme, raw.languageId], ["ad-library", "json"]);
    assert.equal((JSON.parse(raw.getText()) as { status: string }).status, "ok");
    await run("showCredits", { format: "csv" });
    const credits = await shownDocument(({ uri }) => uri.path.endsWith(".csv"));
    assert.match(credits.getText(), /^\uFEFF?day,origin,sample,platform,/);
    const separate = (by?: string) =>
      vscode.workspace.getConfiguration("adLibrary").update("csvSeparator", by, vscode.ConfigurationTarget.Global);
    await separate("semicolon");
    try {
      for (const [command, start] of [
        ["exportCredits", "day;origin;sample;"],
        ["exportResults", "key;platform;id;"],
        ["exportNews", "search;every;"],
      ] as const) {
        const file = join(folder, `${command}.csv`);
        await run(command, { file });
        assert.ok((await readFile(file, "utf8")).startsWith(`\uFEFF${start}`), command);
      }
    } finally {
      await separate();
    }
    await run("clearRecentSearches");
  });
});

describe("A key", () => {
  const replace = useReplacing();

  it("is kept in VS Code's secret storage until it is removed", async () => {
    const library = await startCountedLibrary();
    const keys = (platform: string) =>
      library.requests.filter(({ target }) => target.includes(platform)).map(({ headers }) => headers["x-api-key"]);
    const told: string[] = [];
    replace(vscode.window, "showInformationMessage", (words: string) => Promise.resolve(void told.push(words)));
    try {
      await typing([library.url, library.key], () => run("connect"));
      // A key that the storage doesn't give back is kept for the session alone, which another message says.
      assert.deepEqual(told, [`Connected to ${library.url}.`]);
      await run("openExplorer", { platform: "reddit" });
      while (keys("reddit").length === 0) await new Promise(setImmediate);
      assert.deepEqual([...new Set(keys("reddit"))], [library.key]);
      await run("removeApiKey");
      assert.equal(await run("search", { platform: "native", body: {} }), undefined);
      assert.deepEqual([keys("native/search"), library.paid()], [[], []]);
    } finally {
      await run("useSampleLibrary");
      await library.close();
    }
  });
});
