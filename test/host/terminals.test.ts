import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { Settings } from "../../src/features/settings";
import { readSettings } from "../../src/views/settings";
import { equipTerminals } from "../../src/views/terminals";
import { McpClient } from "../support/mcpClient";
import { skipBecause } from "../support/skipping";

interface Side {
  readonly total: { readonly requests: number };
}

/** The command that the terminals of this window have on their PATH. */
async function commandOfTerminals(): Promise<string> {
  const profile = process.env.AD_LIBRARY_PROFILE ?? "";
  for (;;) {
    const names = await readdir(profile, { recursive: true });
    const found = names.find((name) => /bin.ad-library$/.test(name));
    // The other one is written after it.
    if (found !== undefined && names.includes(`${found}.cmd`)) return join(profile, found);
    await setImmediate();
  }
}

describe("the command line of VS Code's terminals", () => {
  it("runs on VS Code's own Node.js, and shares the editor's ledger and archive", async function () {
    if (process.platform === "win32") skipBecause(this, "it runs the command of POSIX shells");
    const extension = vscode.extensions.getExtension<unknown>("ad-library-explorer.ad-library-explorer");
    await extension?.activate();
    const program = await commandOfTerminals();
    await access(program, 1);
    const run = async (...args: string[]) => {
      const env = { ...process.env, AD_LIBRARY_DATA: dirname(dirname(program)), AD_LIBRARY_URL: "sample:" };
      return (await promisify(execFile)(program, args, { env })).stdout;
    };
    const { version } = extension?.packageJSON as { readonly version: string };
    assert.equal(await run("--version"), `${version}\n`);
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
    const before = (JSON.parse(await run("credits", "--json")) as { sample: Side }).sample.total.requests;
    await vscode.commands.executeCommand("adLibrary.search", { platform: "pinterest", text: "bought in the editor" });
    const after = (JSON.parse(await run("credits", "--json")) as { sample: Side }).sample.total.requests;
    assert.equal(after, before + 1);
  });

  it("is what the copied configuration starts for MCP clients, with this library and these limits, without a key", async () => {
    const copied = async () => {
      await vscode.commands.executeCommand("adLibrary.copyMcpConfiguration");
      const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as {
        mcpServers: { "ad-library": { command: string; args: string[]; env: Record<string, string> } };
      };
      return mcpServers["ad-library"];
    };
    assert.equal((await copied()).env.AD_LIBRARY_DAILY_BUDGET, undefined);
    const settings = vscode.workspace.getConfiguration("adLibrary");
    const linked = join(tmpdir(), "of others");
    const chosen = { dailyBudget: 700, "archive.maxSizeMb": 6000, "archive.linked": [linked], apiVersion: "v1" };
    for (const [name, value] of Object.entries({ ...chosen, platformSegments: { native: "own" } }))
      await settings.update(name, value, vscode.ConfigurationTarget.Global);
    const theirs = (await copied()).env;
    for (const name of ["archive.maxSizeMb", "archive.linked", "apiVersion", "platformSegments"])
      await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
    assert.deepEqual(
      ["ARCHIVE_MAX_MB", "LINKED", "API_VERSION", "SEGMENTS"].map((name) => theirs[`AD_LIBRARY_${name}`]),
      ["6000", linked, "v1", "native=own"],
    );
    const server = await copied();
    await settings.update("dailyBudget", undefined, vscode.ConfigurationTarget.Global);
    assert.equal(server.env.AD_LIBRARY_DAILY_BUDGET, "700");
    const { AD_LIBRARY_URL, AD_LIBRARY_DATA, AD_LIBRARY_API_KEY } = server.env;
    assert.deepEqual([AD_LIBRARY_URL, AD_LIBRARY_API_KEY], ["sample:", undefined]);
    assert.equal(AD_LIBRARY_DATA, dirname(dirname(await commandOfTerminals())));
    const { PATH = "", HOME = "" } = process.env;
    const client = await McpClient.open({ ...server, env: { PATH, HOME, ...server.env } }, "legacy");
    assert.match((await client.call("search_bought_ads", { text: "bought" })).text, /\S/);
    assert.match((await client.call("show_spending", {})).text, /^Daily budget: 700 credits\.$/m);
    await client.close();
  });

  it("has the editor's limits", async () => {
    const extension = vscode.extensions.getExtension<unknown>("ad-library-explorer.ad-library-explorer");
    const folder = await mkdtemp(join(tmpdir(), "ad-library-terminals-"));
    const usual = readSettings();
    const chosen: Settings = {
      ...{ ...usual, dailyBudget: 300, archiveMaxSizeMb: 120, runsKept: 9, apiVersion: "v1" },
      segments: { ...usual.segments, native: "own" },
    };
    const given = new Map<string, string>();
    const note = (name: string, value: string) => void given.set(name, value);
    const place = {
      environmentVariableCollection: { replace: note, prepend: note },
      extensionPath: extension?.extensionPath ?? "",
      globalStorageUri: vscode.Uri.file(folder),
      folder: join(folder, "chosen"),
    };
    equipTerminals(place, "vscodium", () => chosen);
    while (!given.has("PATH")) await setImmediate();
    assert.deepEqual(
      ["DAILY_BUDGET", "ARCHIVE_MAX_MB", "RUNS_KEPT", "API_VERSION"].map((name) => given.get(`AD_LIBRARY_${name}`)),
      ["300", "120", "9", "v1"],
    );
    assert.equal(given.get("AD_LIBRARY_DATA"), join(folder, "chosen"));
    assert.equal(given.get("AD_LIBRARY_URI_SCHEME"), "vscodium");
    assert.match(given.get("AD_LIBRARY_SEGMENTS") ?? "", /(?:^|,)native=own(?:,|$)/);
    assert.equal(given.has("AD_LIBRARY_API_KEY"), false);
    // The second of its programs is written last, in the background.
    while (!existsSync(join(folder, "bin", "ad-library.cmd"))) await setImmediate();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
});
