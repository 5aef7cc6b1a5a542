import assert from "node:assert/strict";
import * as vscode from "vscode";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe("The extension in VS Code", () => {
  const extension = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer");

  it("is found by its id and activates", async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every command that it contributes", async () => {
    assert.ok(extension);
    await extension.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension.packageJSON as Manifest;
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
