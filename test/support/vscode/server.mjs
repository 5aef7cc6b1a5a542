import { spawn } from "node:child_process";
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { cleanEnvironment } from "./command.mjs";
import { ensureServer } from "./servers.mjs";

/** Settings for a calm window: no welcome page, no chat, no first-start notices. */
export const calmSettings = {
  "chat.disableAIFeatures": true,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.tips.enabled": false,
  "window.commandCenter": false,
  // Anything that moves or blinks is drawn by the processor, which the tests need.
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "git.enabled": false,
};

/** Those of VS Code's own extensions that the tests need. Each of the others would cost every window some time. */
const neededExtensions = [
  "configuration-editing",
  "json",
  "json-language-features",
  "markdown-basics",
  "markdown-language-features",
  "shellscript",
  "theme-defaults",
  "theme-seti",
];

/** @typedef {Record<string, unknown>} Settings */

/**
 * @typedef {object} Server
 * @property {string} origin such as `http://127.0.0.1:41234`
 * @property {string} log what it has printed so far
 * @property {() => Promise<void>} endHosts ends its extension hosts, which outlive the pages that started them
 * @property {() => Promise<void>} stop ends it and what it started; safe to call twice
 */

/**
 * Adds settings to those of a server, both as user settings and as machine settings, from which those of scope
 * `machine` are read. A running server notices the change.
 * @param {string} dataFolder
 * @param {Settings} settings
 */
export async function writeSettings(dataFolder, settings) {
  for (const part of ["User", "Machine"]) {
    const folder = join(dataFolder, "data", part);
    const file = join(folder, "settings.json");
    await mkdir(folder, { recursive: true });
    const present = await readFile(file, "utf8")
      .then(JSON.parse)
      .catch(() => ({}));
    await writeFile(file, JSON.stringify({ ...present, ...settings }, undefined, 2));
  }
}

/** Installs the built extension of this folder as its package would. @param {string} dataFolder */
export async function installExtension(dataFolder) {
  const folder = join(dataFolder, "extensions/ad-library-explorer");
  const manifests = (await readdir(".")).filter((name) => /^package(\.nls.*)?\.json$/.test(name));
  const filter = (/** @type {string} */ name) => !name.endsWith(".compiled");
  for (const name of [...manifests, "dist", "l10n", "media"])
    await cp(name, join(folder, name), { recursive: true, filter });
}

/**
 * Starts VS Code's own server on a free port of the loopback address and waits until it listens.
 * @param {object} options
 * @param {import("./versions.mjs").VersionName} options.version
 * @param {string} options.dataFolder its settings, storage, and logs
 * @param {string[]} [options.args] additional arguments
 * @param {boolean} [options.trust] ask whether the workspace is trusted; otherwise every workspace is
 * @param {boolean} [options.whole] with all of VS Code's own extensions
 * @returns {Promise<Server>}
 */
export async function startServer({ version, dataFolder, args = [], trust = false, whole = false }) {
  const { node, home } = await ensureServer(version);
  const fixed = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"];
  const calm = ["--telemetry-level", "off", ...(trust ? [] : ["--disable-workspace-trust"])];
  const few = whole ? [] : ["--builtin-extensions-dir", await fewExtensions(home, dataFolder)];
  const all = [...fixed, ...calm, ...few, "--server-data-dir", dataFolder, ...args];
  const program = [resolve("test/support/vscode/endWithParent.mjs"), join(home, "out/server-main.js")];
  // What its extension hosts compile, the next ones need not compile again.
  const compiled = { NODE_COMPILE_CACHE: join(dataFolder, "compiled") };
  const child = spawn(node, [...program, ...all], { stdio: "pipe", env: cleanEnvironment(compiled) });
  /** @type {Map<string, () => void>} what to do when the extension host with this process ID has ended */
  const hosts = new Map();
  const endHosts = async () => {
    const ended = [...hosts.keys()].map((host) => new Promise((done) => hosts.set(host, () => done(undefined))));
    for (const host of hosts.keys()) kill(Number(host));
    await Promise.all(ended);
  };
  const server = { origin: "", log: "", endHosts, stop: () => end(child) };
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (server.log += text));
  const port = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`VS Code's server ended with ${code}:\n${server.log.slice(-4000)}`)));
    createInterface(child.stdout).on("line", (line) => {
      server.log += `${line}\n`;
      const [, host, event] = /<(\d+)> (Launched|Extension Host Process exited)/.exec(line) ?? [];
      if (host !== undefined && event === "Launched") hosts.set(host, () => undefined);
      else if (host !== undefined) {
        hosts.get(host)?.();
        hosts.delete(host);
      }
      const [, listening] = /Extension host agent listening on (\d+)/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
    });
  });
  server.origin = `http://127.0.0.1:${port}`;
  return server;
}

/**
 * @param {string} home of the server
 * @param {string} dataFolder
 */
async function fewExtensions(home, dataFolder) {
  const folder = join(dataFolder, "few-extensions");
  for (const name of neededExtensions)
    await cp(join(home, "extensions", name), join(folder, name), { recursive: true });
  return folder;
}

/** Kills a process that may be ending by itself. @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("close", done));
  const overdue = setTimeout(() => child.kill("SIGKILL"), 5000);
  child.kill();
  await ended;
  clearTimeout(overdue);
}
