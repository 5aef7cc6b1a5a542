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
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {(file?: string) => Promise<Report>} run all of it, or one test file, by a name such as `panel/slice`
 */

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
  run: (file) => ready.then(() => countedStep((env) => runTests(env, file))),
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
  if (build.report.failed.length > 0) return summed([build]);
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
  const ended = (await Promise.all([runNext(steps), runNext(steps)])).flat();
  const reports = [];
  for (const one of ended) reports.push(await triedAgain(one));
  return summed(reports);
}

/** If more files than these fail, the code is to blame, and nothing is tried again. */
const mostTriedAgain = 3;

/** How the report begins with the file of a failed test, and how it says that a wait of Playwright or Mocha ran out. */
const fileOf = /^((?:panel|unit|host)\/\S+): /;
const ranOutOfTime = /\bTimeout (?:of )?\d+ms exceeded/;

/**
 * If a wait that ran out of time is the first failure of each file that failed, runs these files once more, alone:
 * beside other steps, a machine may have been too slow. What fails after that in the same file may only lack what the
 * first test should have left. A file that begins with a wrong value is never tried again. Each failed test is named,
 * because it deserves a look.
 * @param {Ended} ended
 * @returns {Promise<Ended>}
 */
async function triedAgain({ step, report }) {
  /** @type {Map<string | undefined, string>} */
  const first = new Map();
  for (const test of report.failed) {
    const file = fileOf.exec(test)?.[1];
    if (!first.has(file)) first.set(file, test);
  }
  const files = [...first.keys()].filter((file) => file !== undefined);
  const slow = files.length === first.size && [...first.values()].every((test) => ranOutOfTime.test(test));
  if (files.length === 0 || files.length > mostTriedAgain || !slow) return { step, report };
  for (const test of report.failed) console.log(`Tried again: ${step.title}: ${test}`);
  const again = [];
  for (const file of files)
    again.push(await timed({ ...step, title: `${step.title}, ${file}`, run: () => step.run(file) }));
  const failed = again.flatMap((one) => one.report.failed);
  const passed = report.passed + Math.max(0, report.failed.length - failed.length);
  return { step, report: { ...report, passed, failed } };
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

/** @typedef {{ step: Step, report: Report }} Ended */

/**
 * @param {Step} step
 * @returns {Promise<Ended>}
 */
async function timed(step) {
  const { title, run } = step;
  console.log(`… ${title}`);
  const start = Date.now();
  /** @type {Report} */
  const report = await run().catch((error) => ({ passed: 0, failed: [String(error)], skipped: [] }));
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  console.log(`= ${title}: ${report.passed} passed, ${report.failed.length} failed, ${seconds} s`);
  return { step, report };
}

/**
 * @param {Ended[]} ended
 * @returns {number} the exit code
 */
function summed(ended) {
  const all = (/** @type {"failed" | "skipped"} */ which) =>
    ended.flatMap(({ step, report }) => report[which].map((test) => `${step.title}: ${test}`));
  const passed = ended.reduce((sum, { report }) => sum + report.passed, 0);
  for (const test of all("skipped")) console.log(`Skipped: ${test}`);
  for (const test of all("failed")) console.log(`Failed: ${test}`);
  const skipped = all("skipped").length > 0 ? `, ${all("skipped").length} skipped` : "";
  console.log(`${passed} passed, ${all("failed").length} failed${skipped}`);
  return all("failed").length === 0 ? 0 : 1;
}
