import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Workbench } from "./workbenchPage.mjs";
import { themes } from "./themes.mjs";
import { launchChromium } from "./vscode/browser.mjs";
import { installNeighbour } from "./vscode/neighbour.mjs";
import { calmSettings, installExtension, startServer, writeSettings } from "./vscode/server.mjs";

export { Workbench };

/** How long a state is waited for; less than a test may take, so that what was missing is named. */
const patienceInMs = 60_000;

/**
 * @typedef {object} WorkbenchOptions
 * @property {import("./vscode/versions.mjs").VersionName} [version]
 * @property {import("./themes.mjs").Theme} [theme] dark without
 * @property {import("./vscode/server.mjs").Settings} [settings] the extension's own included
 * @property {{ width: number, height: number }} [size] of the window
 * @property {boolean} [trust] ask whether the workspace is trusted
 * @property {"lasting" | "broken"} [keyring] secrets outlive the page, or cannot be kept; without, they end with the page
 * @property {boolean} [neighbour] install another extension that runs commands, see `call`
 */

/** V1 where the suite runs for it: `AD_LIBRARY_API_VERSION=v1`. */
const testedVersion = () => (process.env["AD_LIBRARY_API_VERSION"] === "v1" ? { "adLibrary.apiVersion": "v1" } : {});

/**
 * Starts VS Code's server with the extension of this folder and opens its whole workbench in a headless Chromium.
 * @param {WorkbenchOptions} [options]
 * @returns {Promise<Workbench>} to be ended with `dispose`
 */
export async function openWorkbench(options = {}) {
  const { version = "newest", theme = "dark", settings = {}, size = { width: 1440, height: 900 }, trust } = options;
  const folder = await mkdtemp(join(tmpdir(), "ad-library-workbench-"));
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    await writeSettings(folder, {
      ...calmSettings,
      ...testedVersion(),
      ...settings,
      "workbench.colorTheme": themes[theme].name,
    });
    await installExtension(folder);
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    if (options.neighbour) await installNeighbour(folder);
    const server = await startServer({ version, dataFolder: folder, ...(trust && { trust }) });
    undo.unshift(server.stop);
    const browser = await launchChromium();
    undo.unshift(() => browser.close());
    const context = await browser.newContext({ viewport: size });
    context.setDefaultTimeout(patienceInMs);
    if (options.keyring === "lasting") await context.addInitScript(keepSecrets);
    if (options.keyring === "broken") await context.addInitScript(breakSecrets);
    const page = await context.newPage();
    const workbench = new Workbench(page, { folder, workspace, origin: server.origin, undo });
    await workbench.load();
    return workbench;
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

/** Runs in the page: answers for the part of a server that keeps secrets. With its key VS Code encrypts and finds them. */
const keepSecrets = `
  const send = window.fetch;
  window.fetch = (url, options) =>
    String(url).endsWith("/mint-key") ? Promise.resolve(new Response(new Uint8Array(32).fill(7))) : send(url, options);`;

/** Runs in the page: whatever VS Code asks of its secret storage fails. */
const breakSecrets = `
  const get = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) {
    if (name === "secrets.provider") throw new Error("There is no keyring.");
    return get.call(this, name);
  };`;
