import { delimiter, join } from "node:path";
import { findChromium } from "../support/vscode/chromium.mjs";
import { canUseDesktop } from "../support/vscode/desktop.mjs";
import { ensureNode, testNode } from "../support/vscode/node.mjs";
import { ensureServer } from "../support/vscode/servers.mjs";
import { versions } from "../support/vscode/versions.mjs";
import { runHostTests } from "./hostTests.mjs";
import { runMocha } from "./mochaStep.mjs";
import { countedStep, largestFirst, wholeStep } from "./steps.mjs";
import { runUnitTests } from "./unit.mjs";

/** @typedef {import("./steps.mjs").Report} Report */
/** @typedef {{ title: string, run: () => Promise<Report> }} Step */

const withV1 = { AD_LIBRARY_API_VERSION: "v1" };

/** @param {import("../support/vscode/versions.mjs").VersionName} name */
const titleOf = (name) => `VS Code ${versions[name].vscode} (${name})`;

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * What `npm run NAME` does, as one test.
 * @param {string} title
 * @param {string} name
 * @param {ReturnType<typeof ensureNode>} ready the Node.js to run it
 * @returns {Step}
 */
const script = (title, name, ready) => ({
  title,
  run: async () => {
    const path = [join((await ready).folder, "bin"), process.env["PATH"]].join(delimiter);
    return wholeStep(title, npm, ["run", "--silent", name], { ...process.env, PATH: path });
  },
});

/**
 * @param {string} title
 * @param {Promise<unknown>} ready what they run in
 * @param {(env: Record<string, string>) => Promise<unknown>} runTests
 * @returns {Step}
 */
const tests = (title, ready, runTests) => ({ title, run: () => ready.then(() => countedStep(runTests)) });

/**
 * @param {Record<string, string>} env
 */
async function runBrowserTests(env) {
  await runMocha(await largestFirst("out/test/panel"), ["--parallel", "--jobs", "2"], env);
}

/**
 * Runs everything and prints its counts. Two steps run at a time, for either leaves a core idle half of the time; the
 * tests in the browser, which take longest, begin first.
 * @param {{ long: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function runAll({ long }) {
  if (long) process.env["AD_LIBRARY_TEST_LONG"] = "1";
  const servers = fetchServers();
  const build = await timed({
    title: "Build",
    run: () => wholeStep("Build", process.execPath, ["esbuild.mjs", "--tests"]),
  });
  if (build.failed.length > 0) return summed([build]);
  const steps = [
    tests("Browser", servers.newest, runBrowserTests),
    script("Types", "types", servers.tools),
    script("Lint", "lint", servers.tools),
    script("Format", "format:check", servers.tools),
    tests("Unit", servers.node, (env) => runUnitTests([], { env: { ...env, AD_LIBRARY_TEST_BUILT: "1" } })),
    tests(titleOf("oldest"), servers.oldest, (env) => runHostTests("oldest", { env })),
    tests(titleOf("newest"), servers.newest, (env) => runHostTests("newest", { env })),
    ...(long ? [tests("Browser with V1", servers.newest, (env) => runBrowserTests({ ...env, ...withV1 }))] : []),
  ];
  return summed((await Promise.all([runNext(steps), runNext(steps)])).flat());
}

/**
 * Runs one step and prints its counts.
 * @param {string} title
 * @param {(env: Record<string, string>) => Promise<unknown>} runTests
 * @returns {Promise<number>} the exit code
 */
export async function runAlone(title, runTests) {
  return summed([await timed({ title, run: () => countedStep(runTests) })]);
}

/** Fetches, in the background, what the tests run in and is not there yet. */
function fetchServers() {
  const node = testNode();
  // The Node.js of the newest server. Compared with Node.js 20, it saves the tools a third of their processor time.
  const tools = ensureNode(versions.newest.node);
  const newest = Promise.all([node, tools, findChromium()]).then(() => ensureServer("newest"));
  const oldest = newest.then(async () => (await canUseDesktop()) || ensureServer("oldest"));
  for (const each of [node, tools, newest, oldest]) each.catch(() => undefined);
  return { node, tools, newest, oldest };
}

/**
 * Takes one step after the other, until none is left.
 * @param {Step[]} steps
 */
async function runNext(steps) {
  const reports = [];
  for (let step = steps.shift(); step; step = steps.shift()) reports.push(await timed(step));
  return reports;
}

/**
 * @param {Step} step
 * @returns {Promise<Report>}
 */
async function timed({ title, run }) {
  console.log(`… ${title}`);
  const start = Date.now();
  /** @type {Report} */
  const report = await run().catch((error) => ({ passed: 0, failed: [String(error)], skipped: [] }));
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  console.log(`= ${title}: ${report.passed} passed, ${report.failed.length} failed, ${seconds} s`);
  const named = (/** @type {string[]} */ titles) => titles.map((test) => `${title}: ${test}`);
  return { ...report, failed: named(report.failed), skipped: named(report.skipped) };
}

/**
 * @param {Report[]} reports
 * @returns {number} the exit code
 */
function summed(reports) {
  const all = (/** @type {"failed" | "skipped"} */ which) => reports.flatMap((report) => report[which]);
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  for (const test of all("skipped")) console.log(`Skipped: ${test}`);
  for (const test of all("failed")) console.log(`Failed: ${test}`);
  const skipped = all("skipped").length > 0 ? `, ${all("skipped").length} skipped` : "";
  console.log(`${passed} passed, ${all("failed").length} failed${skipped}`);
  return all("failed").length === 0 ? 0 : 1;
}
