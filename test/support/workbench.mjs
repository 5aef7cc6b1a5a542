import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Workbench } from "./workbenchPage.mjs";
import { themes } from "./themes.mjs";
import { launchChromium } from "./vscode/browser.mjs";
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
 * @property {number} [sharpness] device pixels per pixel of the window
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
    const server = await startServer({ version, dataFolder: folder, ...(trust && { trust }) });
    undo.unshift(server.stop);
    const browser = await launchChromium();
    undo.unshift(() => browser.close());
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: options.sharpness ?? 1 });
    page.setDefaultTimeout(patienceInMs);
    const url = `${server.origin}/?folder=${encodeURIComponent(workspace)}`;
    const workbench = new Workbench(page, { folder, workspace, url, undo });
    await workbench.load();
    return workbench;
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}
