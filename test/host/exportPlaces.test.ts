import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { archiveCommands } from "../../src/views/commands/archiveCommands";
import { ledgerLines } from "../support/spending";
import { useReplacing } from "../support/vscodeCalls";
import { FaultyFiles } from "./faultyFiles";
import { usePanelBench } from "./security/panelBench";

interface Summary {
  readonly file?: string;
  readonly pages: number;
  readonly credits: number;
  readonly complete: boolean;
}

describe("Exports to failing places", () => {
  let folder: string;
  const files = new FaultyFiles();
  let provider: vscode.Disposable;
  const settings = () => vscode.workspace.getConfiguration("adLibrary");
  const run = (argument: object): Thenable<Summary | undefined> =>
    vscode.commands.executeCommand("adLibrary.exportPages", argument);
  const search = (platform: string) => vscode.commands.executeCommand("adLibrary.search", { platform, body: {} });
  const sent = async () =>
    (await ledgerLines(process.env.AD_LIBRARY_PROFILE ?? "")).filter((line) => line.includes('"sent"')).length;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-places-"));
    provider = vscode.workspace.registerFileSystemProvider("faulty", files);
    await settings().update("confirmAbove", 1_000_000, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
  });
  after(async () => {
    provider.dispose();
    await settings().update("confirmAbove", undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true, force: true });
  });

  it("pay nothing if a virtual file system refuses the file", async () => {
    await search("pinterest");
    const before = await sent();
    for (const fault of [vscode.FileSystemError.NoPermissions(), vscode.FileSystemError.Unavailable()]) {
      files.fault = fault;
      assert.equal(await run({ file: "faulty:/ads.json", pages: 8 }), undefined);
    }
    files.fault = undefined;
    await vscode.workspace.fs.createDirectory(vscode.Uri.parse("faulty:/folder.json"));
    assert.equal(await run({ file: "faulty:/folder.json", pages: 8 }), undefined);
    assert.equal(await sent(), before);
    assert.deepEqual(files.names(), ["/folder.json"]);
  });

  it("keep the previous file if a virtual file system fails halfway, and own what was paid for", async () => {
    const uri = vscode.Uri.parse("faulty:/precious.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("precious"));
    await search("twitter");
    const before = await sent();
    // The place is tried before the first paid page: it goes bad after that.
    files.room = 1000;
    assert.equal(await run({ file: uri.toString(), pages: 3 }), undefined);
    assert.equal((await sent()) - before, 2);
    assert.deepEqual(files.names(), ["/folder.json", "/precious.json"]);
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)), "precious");
    files.room = Infinity;
    // Everything that was paid for is bought: another place has it for 0 credits.
    const bought = await run({ file: join(folder, "bought.json"), pages: 3 });
    assert.deepEqual([bought?.pages, bought?.credits, bought?.complete], [3, 0, true]);
    const again = await run({ file: uri.toString(), pages: 3 });
    assert.deepEqual([again?.credits, again?.complete, again?.file], [0, true, uri.toString()]);
    const written = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri))) as { ads: unknown[] };
    assert.equal(written.ads.length, 54);
    assert.deepEqual(files.names(), ["/folder.json", "/precious.json"]);
  });
});

describe("An export of answers", () => {
  const { folder, bench } = usePanelBench({ url: "http://127.0.0.1:9", key: "key" });
  const replace = useReplacing();

  it("says that nothing was written if nothing is bought", async () => {
    const { stack } = bench();
    const told: string[] = [];
    replace(vscode.window, "showQuickPick", ([everything]: readonly unknown[]) => Promise.resolve(everything));
    replace(vscode.window, "showSaveDialog", () => Promise.resolve(vscode.Uri.file(join(folder(), "answers.zip"))));
    for (const name of ["showInformationMessage", "showWarningMessage"] as const)
      replace(vscode.window, name, (words: string) => Promise.resolve(void told.push(words)));
    await archiveCommands.exportAnswers(stack);
    assert.deepEqual(told, ["You haven't bought any of that yet, so nothing was written. Search first, then export."]);
    assert.ok(!(await readdir(folder())).includes("answers.zip"));
  });
});
