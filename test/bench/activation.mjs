// How long activation takes in a fresh extension host of the newest VS Code: our extension as it ships, next to one
// that does nothing.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { launchChromium } from "../support/vscode/browser.mjs";
import { startServer } from "../support/vscode/server.mjs";
import { installPlain, installShipped, Measured } from "./measure.mjs";

const floor = "an empty extension";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const about = {
  "load and activate, ms of the thread's CPU more": { floor, most: 10 },
  "load and activate, ms more": { floor },
  "load and activate, ms": { floor: "–" },
  "load and activate of the floor, ms": { floor: "–" },
  "heap, MB more": { floor, most: 1 },
  "bundles loaded": { floor: "–", most: 1 },
};

/** Activates both extensions in the wanted order and writes down how long each took. */
const probe = `
const vscode = require("vscode");
const fs = require("node:fs");
const { writeFileSync, readFileSync } = fs;
const { join } = require("node:path");
require("node:v8").setFlagsFromString("--expose-gc");
const gc = require("node:vm").runInNewContext("gc");
// Bundles that are run without "require" are read.
const read = [];
fs.readFileSync = (file, ...rest) => {
  read.push(String(file));
  return readFileSync(file, ...rest);
};
exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const result = {};
  // A window that has just opened is busy with itself.
  await new Promise((done) => setTimeout(done, 5000));
  await vscode.extensions.getExtension("bench.first").activate();
  for (const id of JSON.parse(readFileSync(join(folder, "order.json"), "utf8"))) {
    const extension = vscode.extensions.getExtension(id);
    const active = extension.isActive;
    gc();
    const heap = process.memoryUsage().heapUsed;
    const from = performance.now();
    const spent = process.threadCpuUsage();
    await extension.activate();
    const { user, system } = process.threadCpuUsage(spent);
    const ms = performance.now() - from;
    gc();
    result[id] = { ms, cpu: (user + system) / 1000, active, heap: process.memoryUsage().heapUsed - heap };
  }
  const loaded = [...new Set([...Object.keys(require.cache), ...read])].filter((file) => /ours.dist.*\\.js$/.test(file));
  writeFileSync(join(folder, "result.json"), JSON.stringify({ result, loaded: loaded.length }));
};`;

/** @param {string} extensions the folder of a server's extensions */
async function install(extensions) {
  const place = (/** @type {string} */ name) => join(extensions, name);
  // VS Code may have a JSON editor open from the start, which would activate our extension. Only the probe may do that.
  await installShipped(place("ours"), { activationEvents: [] });
  for (const name of ["first", "empty"]) {
    const activationEvents = ["onCommand:bench.never"];
    await installPlain(place(name), "exports.activate = () => undefined;", { activationEvents });
  }
  await installPlain(place("probe"), probe);
}

/** One round in a fresh window. @param {readonly string[]} order */
async function round(order) {
  const folder = await mkdtemp(join(tmpdir(), "bench-activation-"));
  const [dataFolder, workspace] = [join(folder, "data"), join(folder, "workspace")];
  await mkdir(workspace);
  await writeFile(join(workspace, "order.json"), JSON.stringify(order));
  await install(join(dataFolder, "extensions"));
  const server = await startServer({ version: "newest", dataFolder, whole: true });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(workspace)}`);
    for (;;) {
      const text = await readFile(join(workspace, "result.json"), "utf8").catch(() => "");
      if (text.endsWith("}")) return JSON.parse(text);
      await delay(100);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @type {import("./measure.mjs").Bench} */
const bench = async ({ full }) => {
  const { name, publisher } = JSON.parse(await readFile("package.json", "utf8"));
  const [ours, empty] = [`${publisher}.${name}`, "bench.empty"];
  const measured = new Measured();
  for (let turn = 0; turn < (full ? 8 : 6); turn += 1) {
    const { result, loaded } = await round(turn % 2 === 0 ? [empty, ours] : [ours, empty]);
    if (result[ours].active || result[empty].active) throw new Error("An extension was active before it was asked.");
    measured.take({
      "load and activate, ms of the thread's CPU more": result[ours].cpu - result[empty].cpu,
      "load and activate, ms more": result[ours].ms - result[empty].ms,
      "load and activate, ms": result[ours].ms,
      "load and activate of the floor, ms": result[empty].ms,
      "heap, MB more": (result[ours].heap - result[empty].heap) / 1e6,
      "bundles loaded": loaded,
    });
  }
  return measured.rows(about);
};
export default bench;
