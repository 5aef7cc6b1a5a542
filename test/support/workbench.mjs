import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Workbench } from "./workbenchPage.mjs";
import { themes } from "./themes.mjs";
import { closeSharedChromium, keepRenderer, sharedChromium } from "./vscode/browser.mjs";
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
 * @property {boolean} [trust] ask whether the workspace is trusted; takes a VS Code of its own
 * @property {"lasting" | "broken"} [keyring] secrets outlive the page, or cannot be kept; without, they end with the page
 */

/** V1 where the suite runs for it: `AD_LIBRARY_API_VERSION=v1`. */
const testedVersion = () => (process.env["AD_LIBRARY_API_VERSION"] === "v1" ? { "adLibrary.apiVersion": "v1" } : {});

/**
 * Opens the whole workbench, with the extension of this folder and a neighbor that runs commands (see `call`), in a
 * headless Chromium. The workbenches of a process take turns in one VS Code: each finds no settings, no storage and an
 * empty folder.
 * @param {WorkbenchOptions} [options]
 * @returns {Promise<Workbench>} to be ended with `dispose`
 */
export async function openWorkbench(options = {}) {
  const { theme = "dark", settings = {}, size = { width: 1440, height: 900 }, trust = false } = options;
  const vscode = trust ? await startVSCode({ trust }) : await sharedVSCode();
  const { folder, server, context } = vscode;
  const undo = [() => (trust ? vscode.stop() : reset(vscode))];
  try {
    await writeSettings(folder, {
      ...calmSettings,
      // Most tests spend more within ten minutes than a person wants to without a question.
      "adLibrary.confirmAbove": 1_000_000,
      ...testedVersion(),
      ...settings,
      "workbench.colorTheme": themes[theme].name,
    });
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    const newPage = async () => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      if (options.keyring === "lasting") await page.addInitScript(keepSecrets);
      if (options.keyring === "broken") await page.addInitScript(breakSecrets);
      return page;
    };
    const place = { folder, workspace, origin: server.origin, newPage, undo };
    const workbench = new Workbench(await newPage(), place);
    await workbench.load();
    return workbench;
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

/**
 * @typedef {object} VSCode
 * @property {string} folder of its settings, storage and logs
 * @property {import("./vscode/server.mjs").Server} server
 * @property {import("playwright-core").BrowserContext} context of all its pages, which share what the browser compiled
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ trust?: boolean }} [options]
 * @returns {Promise<VSCode>}
 */
async function startVSCode({ trust = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-workbench-"));
  // A run that ends by itself stops what it started; the server and the browser end with the process that started them.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  await writeSettings(folder, calmSettings);
  await installExtension(folder);
  await installNeighbour(folder);
  const [server, browser] = await Promise.all([
    startServer({ version: "newest", dataFolder: folder, trust }),
    sharedChromium(),
  ]);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(patienceInMs);
  await keepRenderer(context, server.origin);
  const stop = async () => {
    await context.close();
    await server.stop();
    remove();
    process.off("exit", remove);
  };
  return { folder, server, context, stop };
}

/** Ends the VS Code that the workbenches of this process take turns in. */
export async function stopVSCode() {
  /** @type {VSCode | undefined} */
  const vscode = await Reflect.get(globalThis, shared);
  Reflect.deleteProperty(globalThis, shared);
  await vscode?.stop();
  await closeSharedChromium();
}

/** Each test file is a bundle with its own copy of this module: what they share is the process's. */
const shared = Symbol.for("adLibrary.tests.vscode");

/** @returns {Promise<VSCode>} */
function sharedVSCode() {
  if (Reflect.get(globalThis, shared) === undefined) Reflect.set(globalThis, shared, startVSCode());
  return Reflect.get(globalThis, shared);
}

/**
 * Leaves a VS Code as it was when it started; what its pages compiled stays.
 * @param {VSCode} vscode
 */
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
 * Closes the pages of a context but the first, which keeps the renderer, and removes what they kept.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} origin
 */
async function forgetPages(context, origin) {
  const [, last, ...others] = context.pages();
  for (const page of others) await page.close();
  await context.clearPermissions();
  if (last === undefined) return;
  // The workbench is left first: it stores what is open as it goes.
  await last.goto("about:blank");
  const session = await context.newCDPSession(last);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await last.close();
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
