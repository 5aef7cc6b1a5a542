import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { patienceInMs } from "../hostOutput.mjs";
import { portFile } from "./portFile.mjs";

const manifest = {
  name: "neighbor",
  publisher: "test",
  version: "1.0.0",
  engines: { vscode: "^1.103.0" },
  type: "module",
  main: "./neighborExtension.mjs",
  activationEvents: ["onStartupFinished"],
  extensionKind: ["workspace"],
  // VS Code calls no chat participant if there is no model.
  contributes: {
    chatParticipants: [{ id: "test.neighbor", name: "neighbor", description: "Calls a tool" }],
    languageModelChatProviders: [{ vendor: "neighbor", displayName: "Neighbor" }],
  },
  capabilities: { untrustedWorkspaces: { supported: true } },
};

/**
 * Installs another extension, which runs our commands as any extension can.
 * @param {string} dataFolder of a server that has not started yet
 */
export async function installNeighbor(dataFolder) {
  const folder = join(dataFolder, "extensions/neighbor");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  for (const file of ["neighborExtension.mjs", "portFile.mjs"])
    await cp(`test/support/vscode/${file}`, join(folder, file));
}

/**
 * Keeps calls from the neighbor of a window that was left: it listens for a while longer but runs nothing.
 * @param {string} workspace the folder that the window has open
 */
export const forgetNeighbor = (workspace) => rm(portFile(workspace), { force: true });

/**
 * Makes the neighbor of a window run a command. Waits until the neighbor listens.
 * @param {string} workspace the folder that the window has open
 * @param {string} command
 * @param {unknown[]} args as JSON carries them
 * @returns {Promise<any>} what the command answers
 */
export async function callNeighbor(workspace, command, args) {
  const signal = AbortSignal.timeout(patienceInMs);
  const request = { method: "POST", body: JSON.stringify([command, ...args]), signal };
  for (;;) {
    const port = await readFile(portFile(workspace), "utf8")
      .then(JSON.parse)
      .catch(() => undefined);
    const answer = port && (await fetch(`http://127.0.0.1:${port}`, request).catch(unlessAsked));
    if (signal.aborted) throw new Error(port ? `${command} has not answered.` : "No other extension has started.");
    if (!answer) {
      await delay(50);
      continue;
    }
    const { value, error } = JSON.parse(await answer.text());
    if (error !== undefined) throw new Error(error);
    return value;
  }
}

/**
 * Nobody listens yet: ask again. A window that ended before it answered has run the command, and the next window with
 * this folder, perhaps another test's, must not run it again.
 * @param {Error & { cause?: { code?: unknown } }} error
 * @returns {undefined}
 */
function unlessAsked(error) {
  if (error.name !== "TimeoutError" && error.cause?.code !== "ECONNREFUSED") throw error;
}
