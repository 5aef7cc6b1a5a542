#!/usr/bin/env node
// Stands in for desktop VS Code where that cannot be downloaded. It takes the arguments with which `runTests` of
// @vscode/test-electron starts VS Code, runs the same tests in the extension host of VS Code's server with a headless
// Chromium in front, prints what they print, and ends with their exit code.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { format } from "node:util";
import { isTestLine } from "../hostOutput.mjs";
import { frugal, launchChromium } from "./browser.mjs";
import { startServer } from "./server.mjs";

// More than the limit of a test, because a line is printed only when a whole file has ended.
const limitInSeconds = Number(process.env["AD_LIBRARY_HOST_TEST_SECONDS"] ?? 1_800);
const keptLines = 40;

/** @type {(() => Promise<unknown>)[]} */
const undo = [];

/** @type {string[]} */
const rest = [];

async function stopAll() {
  for (const stop of undo.splice(0).reverse()) await stop().catch((error) => console.error(String(error)));
}

/** @param {string[]} args */
function parse(args) {
  /** @type {Map<string, string>} */
  const options = new Map();
  let folder = ".";
  for (const argument of args) {
    const [, name, value = ""] = /^--([^=]+)(?:=(.*))?$/.exec(argument) ?? [];
    if (name === undefined) folder = argument;
    else options.set(name, value);
  }
  const need = (/** @type {string} */ name) => {
    const value = options.get(name);
    if (!value) throw new Error(`--${name}=… is missing.`);
    return resolve(value);
  };
  return {
    folder: resolve(folder),
    extension: need("extensionDevelopmentPath"),
    tests: need("extensionTestsPath"),
    profile: options.get("user-data-dir"),
    trust: !options.has("disable-workspace-trust"),
  };
}

/** @param {string | undefined} profile a desktop profile, whose settings the server adopts */
async function makeDataFolder(profile) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-vscode-"));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (profile === undefined) return folder;
  for (const part of ["User", "Machine"]) {
    const settings = join(folder, "data", part, "settings.json");
    await cp(join(profile, "User/settings.json"), settings).catch(() => undefined);
  }
  return folder;
}

async function main() {
  const { folder, extension, tests, profile, trust } = parse(process.argv.slice(2));
  const version = process.env["AD_LIBRARY_VSCODE_VERSION"] === "oldest" ? "oldest" : "newest";
  const dataFolder = await makeDataFolder(profile);
  // The tests look here for what the extension stores.
  process.env["AD_LIBRARY_PROFILE"] = dataFolder;
  const server = await startServer({ version, dataFolder, trust, args: ["--enable-smoke-test-driver"] });
  undo.push(server.stop);
  const browser = await launchChromium(frugal);
  undo.push(() => browser.close());
  const page = await browser.newPage();
  const remote = `vscode-remote://${new URL(server.origin).host}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote + extension],
    ["extensionTestsPath", remote + tests],
    ["skipWelcome", "true"],
  ]);
  const code = new Promise((done, failed) => {
    void page.exposeFunction("codeAutomationExit", done);
    page.once("crash", () => failed(new Error("The page crashed.")));
    browser.once("disconnected", () => failed(new Error("The browser ended.")));
  });
  await page.exposeFunction("codeAutomationLog", print);
  await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`);
  return Number(await code);
}

/**
 * Prints a line of the tests. Other lines of VS Code are kept in case the tests fail.
 * @param {string} type
 * @param {unknown[]} args
 */
function print(type, args) {
  const line = format(...args);
  if (isTestLine(line)) {
    guard.refresh();
    console.log(line);
  } else if (type === "error" || type === "warning") rest.push(line.split("\n", 1)[0] ?? "");
}

/** @type {Promise<never> | undefined} */
let ending;

/**
 * Stops everything and ends. Only the first exit code counts, because stopping the browser is no failure of its own.
 * @param {number} code
 */
function end(code) {
  return (ending ??= stopAndExit(code));
}

/**
 * @param {number} code
 * @returns {Promise<never>}
 */
async function stopAndExit(code) {
  clearTimeout(guard);
  if (code !== 0) console.error(`The last errors on VS Code's own console:\n${rest.slice(-keptLines).join("\n")}`);
  await stopAll();
  process.exit(code);
}

const guard = setTimeout(() => {
  console.error(`The tests printed nothing for ${limitInSeconds} seconds: VS Code is stopped.`);
  void end(1);
}, limitInSeconds * 1000);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => void end(130));

try {
  await end(await main());
} catch (error) {
  if (!ending) console.error(error);
  await end(1);
}
