import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { access, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { skipBecause } from "../support/skipping";

interface Side {
  readonly total: { readonly requests: number };
}

/** The command that the terminals of this window have on their PATH. */
async function commandOfTerminals(): Promise<string> {
  const profile = process.env.AD_LIBRARY_PROFILE ?? "";
  for (;;) {
    const found = (await readdir(profile, { recursive: true })).find((name) => /bin.ad-library$/.test(name));
    if (found !== undefined) return join(profile, found);
    await setImmediate();
  }
}

describe("the command line of VS Code's terminals", () => {
  it("runs on VS Code's own Node.js, and shares the purse and the archive of the editor", async function () {
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
    await vscode.commands.executeCommand("adLibrary.search", { platform: "plat_board", text: "bought in the editor" });
    const after = (JSON.parse(await run("credits", "--json")) as { sample: Side }).sample.total.requests;
    assert.equal(after, before + 1);
  });
});
