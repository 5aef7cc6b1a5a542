import { delimiter, join } from "node:path";
import { findChromium } from "../support/vscode/chromium.mjs";
import { canUseDesktop } from "../support/vscode/desktop.mjs";
import { ensureNode, testNode } from "../support/vscode/node.mjs";
import { ensureServer } from "../support/vscode/servers.mjs";
import { versions } from "../support/vscode/versions.mjs";
import { runHostTests } from "./hostTests.mjs";
import { runMocha } from "./mochaStep.mjs";
import { failedIn, report } from "./report.mjs";
import { countedStep, largestFirst, unreported, wholeStep } from "./steps.mjs";
import { runUnitTests } from "./unit.mjs";

/** @typedef {import("./report.mjs").Step} Step */
/** @typedef {import("./report.mjs").Ended} Ended */

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

/** @typedef {(env: Record<string, string>, file?: string) => Promise<unknown>} RunTests */

/**
 * @param {string} title
 * @param {Promise<unknown>} ready what they run in
 * @param {RunTests} runTests
 * @returns {Step}
 */
const tests = (title, ready, runTests) => ({
  title,
  run: () => ready.then(() => countedStep(runTests)),
  runFile: (file) => ready.then(() => countedStep((env) => runTests(env, file))),
});

/** @type {RunTests} */
async function runBrowserTests(env, file) {
  if (file) return runMocha([`out/test/${file}.test.js`], [], env);
  return runMocha(await largestFirst("out/test/panel"), ["--parallel", "--jobs", "2"], env);
}

/** @type {RunTests} */
const runUnit = (env, file) =>
  runUnitTests(file ? [`${file.replace("unit/", "")}.test`] : [], { env: { ...env, AD_LIBRARY_TEST_BUILT: "1" } });

/** @param {import("../support/vscode/versions.mjs").VersionName} name @returns {RunTests} */
const hostTestsIn = (name) => (env, file) =>
  runHostTests(name, { word: file ? `${file.replace("host/", "")}.test` : "", env });

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
  if (failedIn(build.ran).length > 0) return report([build]);
  const steps = [
    tests("Browser", servers.newest, runBrowserTests),
    script("Types", "types", servers.tools),
    script("Lint", "lint", servers.tools),
    script("Walls", "walls", servers.tools),
    script("Format", "format:check", servers.tools),
    tests("Unit", servers.node, runUnit),
    tests(titleOf("oldest"), servers.oldest, hostTestsIn("oldest")),
    tests(titleOf("newest"), servers.newest, hostTestsIn("newest")),
    ...(long
      ? [tests("Browser with V1", servers.newest, (env, file) => runBrowserTests({ ...env, ...withV1 }, file))]
      : []),
  ];
  return report([build, ...(await Promise.all([runNext(steps), runNext(steps)])).flat()]);
}

/**
 * Runs one step and prints its counts.
 * @param {string} title
 * @param {RunTests} runTests
 * @returns {Promise<number>} the exit code
 */
export async function runAlone(title, runTests) {
  return report([await timed(tests(title, Promise.resolve(), runTests))]);
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
  const ended = [];
  for (let step = steps.shift(); step; step = steps.shift()) ended.push(await timed(step));
  return ended;
}

/**
 * @param {Step} step
 * @returns {Promise<Ended>}
 */
async function timed(step) {
  console.log(`… ${step.title}`);
  const start = Date.now();
  const ran = await step.run().catch((error) => [unreported(String(error))]);
  const ms = Date.now() - start;
  const passed = ran.filter(({ state }) => state === "passed").length;
  console.log(`= ${step.title}: ${passed} passed, ${failedIn(ran).length} failed, ${(ms / 1000).toFixed(0)} s`);
  return { step, ran, ms };
}
