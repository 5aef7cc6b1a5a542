import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readBaseUrl, readSettings, UserSettings } from "../../src/views/settings";
import { recordingCalls, replaced } from "../support/vscodeCalls";

/** Each setting as a person may have set it, and as a folder would have it. */
const values: Readonly<Record<string, readonly [own: unknown, hostile: unknown]>> = {
  baseUrl: ["https://own.example", "https://evil.example"],
  apiVersion: ["v1", "v2"],
  platformSegments: [{ native: "own" }, { native: "evil" }],
  requestTimeoutSeconds: [7, 7777],
  paidRetry: ["never", "always"],
  confirmAbove: [100, 1_000_000],
  dailyBudget: [500, 5_000_000],
  assistantAllowance: [300, 3_000_000],
  loadMedia: ["never", "always"],
  privateMediaHosts: [["NAS.local", "10.0.0.5", "two words", "nas.local/path", "u@nas.local", 7], ["evil.local"]],
  runsKept: [3, 77],
  "archive.maxSizeMb": [5, 5555],
  "keepMedia.maxSizeMb": [6, 6666],
  "archive.linked": [["/team/archive", "relative", 7], ["/evil"]],
  "export.defaultFormat": ["csv", "ndjson"],
  csvSeparator: ["semicolon", "comma"],
};

const own = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));

/**
 * Answers for VS Code as if it let a folder set what is ours: it has, under forms of the settings file that it misread.
 * The user has set only what is given.
 */
function asIfFoldersCounted<T>(user: Readonly<Record<string, unknown>>, read: () => T): T {
  const inspect = (name: string) => {
    const [, hostile] = values[name] ?? [];
    const layers = ["workspace", "workspaceFolder", "defaultLanguage", "workspaceLanguage", "workspaceFolderLanguage"];
    return {
      key: `adLibrary.${name}`,
      ...(Object.hasOwn(user, name) && { globalValue: user[name] }),
      ...Object.fromEntries(layers.map((layer) => [`${layer}Value`, hostile])),
    };
  };
  const get = (name: string) => values[name]?.[1];
  const hostile = { get, inspect, has: () => true, update: () => Promise.resolve() };
  const restore = replaced(vscode.workspace, "getConfiguration", () => hostile);
  try {
    return read();
  } finally {
    restore();
  }
}

const section = () => vscode.workspace.getConfiguration("adLibrary");
const write = (seconds: number | undefined) =>
  section().update("requestTimeoutSeconds", seconds, vscode.ConfigurationTarget.Global);

describe("settings", () => {
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
      await write(undefined);
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

  it("come only from the user, even if VS Code would let a folder set them", () => {
    const read = asIfFoldersCounted(own, readSettings);
    const { segments, archiveMaxSizeMb, exportFormat, ...others } = read;
    assert.deepEqual(others, {
      baseUrl: "https://own.example",
      apiVersion: "v1",
      requestTimeoutSeconds: 7,
      paidRetry: "never",
      confirmAbove: 100,
      dailyBudget: 500,
      assistantAllowance: 300,
      unreadableLimits: [],
      loadMedia: "never",
      mediaHosts: ["nas.local", "10.0.0.5"],
      keepMediaMaxSizeMb: 6,
      archiveLinked: ["/team/archive"],
      runsKept: 3,
      csvSeparator: "semicolon",
    });
    assert.deepEqual([segments.native, archiveMaxSizeMb, exportFormat], ["own", 5, "csv"]);
    assert.equal(asIfFoldersCounted(own, readBaseUrl), "https://own.example");
  });

  it("are the defaults if the user set none, whatever a folder says", () => {
    const read = JSON.stringify(asIfFoldersCounted({}, readSettings));
    assert.doesNotMatch(read, /evil|7777|1000000|5000000|3000000|"runsKept":77|5555|6666|ndjson/);
    assert.match(read, /"paidRetry":"whenNotSent"/);
  });

  it("reject a limit that is no number of credits instead of lifting the limit", async () => {
    const names = ["confirmAbove", "dailyBudget"] as const;
    const unreadable = names.map((name) => `adLibrary.${name}`);
    for (const value of ["200", "", null, -1, -0.5, [200], {}, true])
      for (const [at, name] of names.entries()) {
        const read = () => readSettings().unreadableLimits;
        assert.deepEqual(asIfFoldersCounted({ ...own, [name]: value }, read), [unreadable[at]], JSON.stringify(value));
      }
    // VS Code hands over null differently from other values.
    const set = (value: unknown) =>
      Promise.all(names.map((name) => section().update(name, value, vscode.ConfigurationTarget.Global)));
    try {
      assert.deepEqual(readSettings().unreadableLimits, []);
      for (const value of ["200", null]) {
        await set(value);
        assert.deepEqual(readSettings().unreadableLimits, unreadable, String(value));
      }
      await set(200);
      const { dailyBudget, unreadableLimits } = readSettings();
      assert.deepEqual([dailyBudget, unreadableLimits], [200, []]);
    } finally {
      await set(undefined);
    }
  });
});
