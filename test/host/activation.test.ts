import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

/** Names of what the extension keeps of answers and spending. */
async function keptFiles(): Promise<readonly string[]> {
  const all = await readdir(process.env.AD_LIBRARY_PROFILE ?? "", { recursive: true });
  const own = all.filter((name) => /globalStorage.ad-library-explorer\.ad-library-explorer/.test(name));
  return own.map((name) => basename(name)).filter((name) => /^search\.json$|\.ndjson$/.test(name));
}

describe("The extension in VS Code", () => {
  const extension = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer");

  it("is found by its ID and activates", async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("opens its archive and its ledger with the first search, not when it activates", async () => {
    assert.ok(extension);
    await extension.activate();
    assert.deepEqual(await keptFiles(), []);
    // The sample library shows ads at once.
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
    assert.ok((await keptFiles()).includes("search.json"));
  });

  it("registers every command it contributes", async () => {
    assert.ok(extension);
    await extension.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension.packageJSON as Manifest;
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
