import assert from "node:assert/strict";
import * as vscode from "vscode";
import { onSettingsChanged, readSettings } from "../../src/views/settings";

const section = () => vscode.workspace.getConfiguration("adLibrary");
const write = (seconds: number | undefined) =>
  section().update("requestTimeoutSeconds", seconds, vscode.ConfigurationTarget.Global);

describe("settings", () => {
  afterEach(() => write(undefined));

  it("are as they were written last, whether or not somebody hears of changes", async () => {
    assert.equal(readSettings().requestTimeoutSeconds, 30);
    await write(41);
    assert.equal(readSettings().requestTimeoutSeconds, 41);
    const heard: number[] = [];
    const listeners = [1, 2].map(() => onSettingsChanged(() => heard.push(readSettings().requestTimeoutSeconds)));
    assert.equal(readSettings(), readSettings());
    await write(42);
    assert.deepEqual(heard, [42, 42]);
    assert.equal(readSettings().requestTimeoutSeconds, 42);
    for (const listener of listeners) listener.dispose();
    await write(43);
    assert.equal(readSettings().requestTimeoutSeconds, 43);
    assert.equal(heard.length, 2);
  });
});
