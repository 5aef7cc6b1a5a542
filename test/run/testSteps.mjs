import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHostTests } from "./hostTests.mjs";
import { runMocha } from "./mochaStep.mjs";
import { versions } from "../support/vscode/versions.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * A step that passes or fails as one.
 * @param {string} program
 * @param {string[]} args
 */
const wholeStep = (program, args) => async () => {
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("close", resolve);
  });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

/**
 * A step whose tests are counted by the file that mocha's reporter leaves.
 * @param {() => Promise<unknown>} runTests throws, or not, when a test fails
 */
const countedStep = (runTests) => async () => {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-report-"));
  const report = join(folder, "report.json");
  process.env["AD_LIBRARY_TEST_REPORT"] = report;
  try {
    const problem = await Promise.resolve(runTests()).then(noProblem, (error) => error);
    const counts = await readCounts(report);
    if (counts !== undefined && (problem === undefined || counts.failed > 0)) return counts;
    console.error(problem ?? "The tests ended before their report was written.");
    return { passed: counts?.passed ?? 0, failed: 1 };
  } finally {
    delete process.env["AD_LIBRARY_TEST_REPORT"];
    await rm(folder, { recursive: true, force: true });
  }
};

const noProblem = () => undefined;

/**
 * @param {string} report
 * @returns {Promise<Counts | undefined>}
 */
const readCounts = (report) => readFile(report, "utf8").then(JSON.parse).catch(noProblem);

const build = wholeStep(process.execPath, ["esbuild.mjs", "--tests"]);

/** The whole suite once more, against a library with V1; in one theme where the tests are about themes. */
async function runWithV1() {
  process.env["AD_LIBRARY_API_VERSION"] = "v1";
  try {
    await runMocha(["out/test/panel"]);
  } finally {
    delete process.env["AD_LIBRARY_API_VERSION"];
  }
}

/** @type {[title: string, run: () => Promise<Counts>][]} */
const steps = [
  ["Types", wholeStep("npm", ["run", "--silent", "types"])],
  ["Lint", wholeStep("npm", ["run", "--silent", "lint"])],
  ["Unit tests", countedStep(() => runMocha(["out/test/unit"]))],
  [`Tests in VS Code ${versions.oldest.vscode} (oldest)`, countedStep(() => runHostTests("oldest"))],
  [`Tests in VS Code ${versions.newest.vscode} (newest)`, countedStep(() => runHostTests("newest"))],
  ["Tests in the browser", countedStep(() => runMocha(["out/test/panel"]))],
  ["Tests in the browser with V1", countedStep(runWithV1)],
];

/**
 * Runs all steps and prints their counts.
 * @returns {Promise<number>} the exit code
 */
export async function runAll() {
  /** @type {string[]} */
  const failed = [];
  let [passes, failures] = [0, 0];
  if ((await timed("Build", build)).failed > 0) {
    console.log("Build failed: nothing could be tested.\n0 passed, 1 failed");
    return 1;
  }
  for (const [title, run] of steps) {
    const counts = await timed(title, run);
    passes += counts.passed;
    failures += counts.failed;
    if (counts.failed > 0) failed.push(title);
  }
  if (failed.length > 0) console.log(`\nFailed: ${failed.join("; ")}`);
  console.log(`${passes} passed, ${failures} failed`);
  return failures === 0 ? 0 : 1;
}

/**
 * @param {string} title
 * @param {() => Promise<Counts>} run
 */
async function timed(title, run) {
  console.log(`\n== ${title}`);
  const start = Date.now();
  const { passed, failed } = await run();
  console.log(`== ${title}: ${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  return { passed, failed };
}
