import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patienceInMs } from "./hostOutput.mjs";
import { Workbench } from "./workbenchPage.mjs";
import { themes } from "./themes.mjs";
import { closeSharedChromium, keepRenderer, sharedChromium } from "./vscode/browser.mjs";
import { installNeighbor } from "./vscode/neighbor.mjs";
import { calmSettings, installExtension, startServer, writeSettings } from "./vscode/server.mjs";

export { Workbench };

/**
 * @typedef {object} WorkbenchOptions
 * @property {import("./vscode/versions.mjs").VersionName} [version]
 * @property {import("./themes.mjs").Theme} [theme] dark if absent
 * @property {import("./vscode/server.mjs").Settings} [settings] including those of the extension
 * @property {{ width: number, height: number }} [size] of the window
 * @property {string} [language] that VS Code has a translation for, as `de`; English if absent
 * @property {boolean} [trust] ask whether the workspace is trusted; needs a VS Code of its own
 * @property {(workspace: string) => Promise<unknown>} [fill] writes files into the folder before it is opened
 * @property {"lasting" | "broken"} [keyring] secrets outlive the page, or cannot be stored; if absent, they end with
 * the page
 */

/** The setting that selects V1 if the tests run with it (`AD_LIBRARY_API_VERSION=v1`). */
const testedVersion = () => (process.env["AD_LIBRARY_API_VERSION"] === "v1" ? { "adLibrary.apiVersion": "v1" } : {});

/**
 * Opens the whole workbench in a headless Chromium, with the extension of this folder and a neighbor that runs commands
 * (see `call`). The workbenches of a process take turns in one VS Code. Each begins without settings, without storage,
 * and with an empty folder.
 * @param {WorkbenchOptions} [options]
 * @param {Workbench} [workbench] what becomes this workbench; a new one if absent
 * @returns {Promise<Workbench>} must be ended with `dispose`
 */
export async function openWorkbench(options = {}, workbench = new Workbench()) {
  const { theme = "dark", settings = {}, size = { width: 1440, height: 900 }, trust = false } = options;
  const vscode = trust ? await startVSCode({ trust }) : await sharedVSCode();
  const { folder, server, context } = vscode;
  const undo = [() => (trust ? vscode.stop() : reset(vscode))];
  try {
    await writeSettings(folder, {
      ...calmSettings,
      // Most tests spend more within ten minutes than the extension allows without asking.
      "adLibrary.confirmAbove": 1_000_000,
      ...testedVersion(),
      // A tooltip lies over the rows below its own, where it catches clicks.
      "workbench.hover.delay": 600_000,
      ...settings,
      "workbench.colorTheme": themes[theme].name,
    });
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    await options.fill?.(workspace);
    const newPage = async () => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      if (options.language !== undefined) await page.addInitScript(speak, options.language);
      if (options.keyring === "lasting") await page.addInitScript(keepSecrets);
      if (options.keyring === "broken") await page.addInitScript(breakSecrets);
      return page;
    };
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    workbench.open({ page: await newPage(), folder, workspace, origin: server.origin, newPage, undo });
    await workbench.load();
    return workbench;
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

/**
 * Makes VS Code think that it is translated; in the page. Its own texts stay English, as no language pack is there.
 * @param {string} language
 */
function speak(language) {
  const get = () => language;
  // VS Code's English messages, which are loaded in any case, set it as well.
  Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", { get, set: () => {} });
}

/**
 * @typedef {object} VSCode
 * @property {string} folder of its settings, storage, and logs
 * @property {import("./vscode/server.mjs").Server} server
 * @property {import("playwright-core").BrowserContext} context of all its pages, which share what the browser has
 * compiled
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ trust?: boolean }} [options]
 * @returns {Promise<VSCode>}
 */
async function startVSCode({ trust = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-workbench-"));
  // When the run ends by itself, the folder must go. The server and the browser end with the process that started them.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  await writeSettings(folder, calmSettings);
  await installExtension(folder);
  await installNeighbor(folder);
  const [server, browser] = await Promise.all([
    startServer({ version: "newest", dataFolder: folder, trust }),
    sharedChromium(),
  ]);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(patienceInMs);
  await keepRenderer(context, server.origin);
  const stop = async () => {
    await context.close();
    // They outlive the server for a moment, and would write what they compiled into the folder that is removed.
    await server.endHosts();
    await server.stop();
    remove();
    process.off("exit", remove);
  };
  return { folder, server, context, stop };
}

/** Ends the VS Code in which the workbenches of this process take turns. */
export async function stopVSCode() {
  /** @type {VSCode | undefined} */
  const vscode = await Reflect.get(globalThis, shared);
  Reflect.deleteProperty(globalThis, shared);
  await vscode?.stop();
  await closeSharedChromium();
}

/** Each test file is a bundle with its own copy of this module, so what they share is kept in the process. */
const shared = Symbol.for("adLibrary.tests.vscode");

/** @returns {Promise<VSCode>} */
function sharedVSCode() {
  if (Reflect.get(globalThis, shared) === undefined) Reflect.set(globalThis, shared, startVSCode());
  return Reflect.get(globalThis, shared);
}

/** Makes a VS Code as it was when it started, except for what its pages have compiled. @param {VSCode} vscode */
async function reset({ folder, server, context }) {
  await forgetPages(context, server.origin);
  await server.endHosts();
  const data = join(folder, "data");
  const logs = (await readdir(join(data, "logs"), { recursive: true })).filter((name) => /exthost\d+$/.test(name));
  const workspaces = (await readdir(folder)).filter((name) => name.startsWith("workspace"));
  const used = [
    ...logs.map((name) => join(data, "logs", name)),
    ...["User/globalStorage", "User/workspaceStorage", "User/caches", "User/settings.json", "Machine"].map((name) =>
      join(data, name),
    ),
    ...workspaces.map((name) => join(folder, name)),
  ];
  for (const path of used) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Closes all pages of a context except the first, which keeps the renderer, and removes what they stored.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} origin
 */
async function forgetPages(context, origin) {
  const [, last, ...others] = context.pages();
  for (const page of others) await page.close();
  await context.clearPermissions();
  if (last === undefined) return;
  // Leave the workbench first, because it stores what is open as it goes.
  await last.goto("about:blank");
  const session = await context.newCDPSession(last);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await last.close();
}

/**
 * Runs in the page: answers in place of the server that would keep a key, with which VS Code encrypts and finds
 * secrets.
 */
const keepSecrets = `
  const send = window.fetch;
  window.fetch = (url, options) =>
    String(url).endsWith("/mint-key") ? Promise.resolve(new Response(new Uint8Array(32).fill(7))) : send(url, options);`;

/** Runs in the page: makes everything that VS Code asks of its secret storage fail. */
const breakSecrets = `
  const get = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) {
    if (name === "secrets.provider") throw new Error("There is no keyring.");
    return get.call(this, name);
  };`;
