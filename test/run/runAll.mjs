import { delimiter, join } from "node:path";
import { findChromium } from "../support/vscode/chromium.mjs";
import { canUseDesktop } from "../support/vscode/desktop.mjs";
import { ensureNode, testNode } from "../support/vscode/node.mjs";
import { ensureServer } from "../support/vscode/servers.mjs";
import { runsIn } from "../support/vscode/newestOnly.mjs";
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

/** @typedef {(env: Record<string, string>, files?: readonly string[]) => Promise<unknown>} RunTests */

/**
 * @param {string} title
 * @param {Promise<unknown>} ready what they run in
 * @param {RunTests} runTests
 * @param {readonly string[]} [files] all if absent
 * @returns {Step}
 */
const tests = (title, ready, runTests, files) => ({
  title,
  run: () => ready.then(() => countedStep((env) => runTests(env, files))),
  runFile: (file) => ready.then(() => countedStep((env) => runTests(env, [file]))),
});

/** @type {RunTests} */
async function runBrowserTests(env, files) {
  const places = files?.map((file) => `out/test/${file}.test.js`) ?? (await largestFirst("out/test/panel"));
  return runMocha(places, places.length > 1 ? ["--parallel", "--jobs", "2"] : [], env);
}

/** @type {RunTests} */
const runUnit = (env, files = []) =>
  runUnitTests(
    files.map((file) => `${file.replace("unit/", "")}.test`),
    { env: { ...env, AD_LIBRARY_TEST_BUILT: "1" } },
  );

/** @param {import("../support/vscode/versions.mjs").VersionName} name @returns {RunTests} */
const hostTestsIn = (name) => (env, files) =>
  runHostTests(name, { words: files?.map((file) => `${file.replace("host/", "")}.test`), env });

/**
 * Runs everything and prints its counts. At most two processes work at a time: unit tests and tests in the browser have
 * two workers each, and all other steps run in pairs. With more, two cores take longer than for one after the other, and
 * tests run out of time.
 * @param {{ long: boolean, since?: string | undefined, words?: readonly string[] }} options the long forms of tests; only
 *   those that a change since a commit touches; only steps whose titles begin with a word, in any case
 * @returns {Promise<number>} the exit code
 */
export async function runAll({ long, since, words = [] }) {
  const servers = fetchServers();
  const build = await timed({
    title: "Build",
    run: () => wholeStep("Build", process.execPath, ["esbuild.mjs", "--tests"]),
  });
  if (failedIn(build.ran).length > 0) return report([build]);
  const touched = since === undefined ? undefined : await touchedSince(since);
  const within = (/** @type {string} */ folder) => touched?.filter((file) => file.startsWith(`${folder}/`));
  const inOldest = within("host")?.filter((file) => runsIn(file.replace("host/", ""), "oldest"));
  /** @type {RunTests} */
  const runWithV1 = (env, files) => runBrowserTests({ ...env, ...withV1 }, files);
  const groups = [
    [
      script("Lint", "lint", servers.tools),
      script("Types", "types", servers.tools),
      script("Walls", "walls", servers.tools),
      script("Format", "format:check", servers.tools),
      // Beside them, because the linter alone would leave a processor idle.
      ...testsOf(titleOf("newest"), servers.newest, hostTestsIn("newest"), within("host")),
      ...testsOf(titleOf("oldest"), servers.oldest, hostTestsIn("oldest"), inOldest),
    ],
    testsOf("Unit", servers.node, runUnit, within("unit")),
    testsOf("Browser", servers.newest, runBrowserTests, within("panel")),
    long ? testsOf("Browser with V1", servers.newest, runWithV1, within("panel")) : [],
  ];
  const ended = [build];
  const isChosen = (/** @type {Step} */ { title }) =>
    words.length === 0 || words.some((word) => title.toLowerCase().startsWith(word.toLowerCase()));
  for (const steps of groups.map((all) => all.filter(isChosen)))
    ended.push(...(await Promise.all([runNext(steps), runNext(steps)])).flat());
  return report(ended);
}

/** @param {Parameters<typeof tests>} step @returns {Step[]} none without files */
const testsOf = (...step) => (step[3]?.length === 0 ? [] : [tests(...step)]);

/** @param {string} rev @returns {Promise<string[]>} names of test files */
async function touchedSince(rev) {
  const { testsSince } = await import("./since.mjs");
  const { touched, others } = await testsSince(rev);
  console.log(`Changed since ${rev}: ${touched.length} test files. Left out: ${others.join(", ") || "none"}`);
  return touched;
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
