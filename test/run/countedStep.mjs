import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** @typedef {import("../support/tally.mjs").Report} Report */
/**
 * @typedef {object} Counts what a step says at its end
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] what failed, by name
 * @property {string[]} [unsteady] what failed and then passed, by name
 */

/** In how many files something may fail that is tried again; with more of them, it is not chance. */
const mostTriedAgain = 3;

/**
 * A step whose tests are counted by the report that `tally.mjs` leaves.
 * @param {() => Promise<unknown>} runTests throws, or not, when a test fails
 * @returns {() => Promise<Counts>}
 */
export const countedStep = (runTests) => async () => {
  const { report, problem } = await reported(runTests);
  return counted(report, problem);
};

/**
 * As `countedStep`, for tests that drive a whole VS Code in a browser, where a machine that is busy can come between
 * two keys: the files in which a test failed run once more, alone. What passes then is counted as passed, and is named
 * as unsteady at the end: a fault of the test, or of the product, that waits to be mended.
 * @param {(files: string[]) => Promise<unknown>} runTests runs the given files, or everything
 * @param {string} everything
 * @returns {() => Promise<Counts>}
 */
export const steadiedStep = (runTests, everything) => async () => {
  const first = await reported(() => runTests([everything]));
  const files = [...new Set(first.report?.failed.map(({ file }) => file))];
  if (!first.report || files.length === 0 || files.length > mostTriedAgain) return counted(first.report, first.problem);
  console.log(`… Once more, alone: ${files.map((file) => relative(".", file)).join(", ")}`);
  const again = await reported(() => runTests(files));
  if (!again.report) return counted(undefined, again.problem);
  const failed = again.report.failed.map(({ title }) => title);
  const passed = [...first.report.passed.filter(({ file }) => !files.includes(file)), ...again.report.passed];
  const unsteady = first.report.failed.map(({ title }) => title).filter((title) => !failed.includes(title));
  return { ...counted({ passed, failed: again.report.failed }, again.problem), unsteady };
};

/**
 * @param {Report | undefined} report
 * @param {unknown} problem what `runTests` threw
 * @returns {Counts}
 */
function counted(report, problem) {
  if (report && (problem === undefined || report.failed.length > 0)) {
    const failures = report.failed.map(({ title }) => title);
    return { passed: report.passed.length, failed: failures.length, failures };
  }
  console.error(problem ?? "The tests ended before their report was written.");
  return { passed: report?.passed.length ?? 0, failed: 1, failures: [String(problem)] };
}

/**
 * @param {() => Promise<unknown>} runTests
 * @returns {Promise<{ report: Report | undefined, problem: unknown }>}
 */
async function reported(runTests) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-report-"));
  const file = join(folder, "report.json");
  process.env["AD_LIBRARY_TEST_REPORT"] = file;
  try {
    const problem = await Promise.resolve(runTests()).then(noProblem, (error) => error);
    return { report: await readFile(file, "utf8").then(JSON.parse).catch(noProblem), problem };
  } finally {
    delete process.env["AD_LIBRARY_TEST_REPORT"];
    await rm(folder, { recursive: true, force: true });
  }
}

const noProblem = () => undefined;
