import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readSettings, UserSettings } from "../../src/views/settings";
import { recordingCalls } from "../support/vscodeCalls";

const section = () => vscode.workspace.getConfiguration("adLibrary");
const write = (seconds: number | undefined) =>
  section().update("requestTimeoutSeconds", seconds, vscode.ConfigurationTarget.Global);

describe("settings", () => {
  afterEach(() => write(undefined));

  it("are as last written, with or without change listeners", async () => {
    const settings = new UserSettings();
    try {
      assert.equal(settings.read().requestTimeoutSeconds, 30);
      await write(41);
      assert.equal(settings.read().requestTimeoutSeconds, 41);
      assert.equal(settings.read(), settings.read());
      const heard: number[] = [];
      const hear = () => heard.push(settings.read().requestTimeoutSeconds);
      const listeners = [1, 2].map(() => settings.onDidChange(hear));
      await write(42);
      assert.deepEqual(heard, [42, 42]);
      for (const listener of listeners) listener.dispose();
      await write(43);
      assert.equal(settings.read().requestTimeoutSeconds, 43);
      assert.equal(heard.length, 2);
    } finally {
      settings.dispose();
    }
  });

  it("say why nothing was connected if VS Code can't write them", async () => {
    const file = vscode.env.remoteName === undefined ? "openSettingsJson" : "openRemoteSettingsFile";
    const opened = new Promise<vscode.TextEditor>((resolve) => {
      const listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (!editor?.document.fileName.endsWith("settings.json")) return;
        listening.dispose();
        resolve(editor);
      });
    });
    await vscode.commands.executeCommand(`workbench.action.${file}`);
    const editor = await opened;
    await editor.edit((edit) => edit.insert(editor.document.positionAt(editor.document.getText().indexOf("}")), "\n"));
    assert.ok(editor.document.isDirty);
    try {
      const before = readSettings().baseUrl;
      const { executeCommand } = vscode.commands;
      const calls = await recordingCalls(async (all) => {
        await executeCommand("adLibrary.useSampleLibrary");
        return all;
      });
      const [, message] = calls.find(([name]) => name === "showErrorMessage") ?? [];
      assert.match(String(message), /^The connection is unchanged, because VS Code couldn't write .* unsaved/);
      assert.equal(readSettings().baseUrl, before);
    } finally {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });

  it("reject a limit that is no number of credits instead of lifting the limit", async () => {
    const names = ["confirmAbove", "dailyBudget"];
    const set = (name: string, value: unknown) => section().update(name, value, vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual(readSettings().unreadableLimits, []);
      for (const value of ["200", "", null, -1, -0.5, [200], {}, true]) {
        for (const name of names) {
          await set(name, value);
          assert.deepEqual(readSettings().unreadableLimits, [`adLibrary.${name}`], JSON.stringify(value));
          await set(name, undefined);
        }
      }
      await set("dailyBudget", 200);
      assert.deepEqual([readSettings().dailyBudget, readSettings().unreadableLimits], [200, []]);
    } finally {
      for (const name of names) await set(name, undefined);
    }
  });
});
