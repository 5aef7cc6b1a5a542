// The end of a test run: what failed runs once more, alone; then the lines that say why the run is slow or red.
import { measureMachine } from "./machine.mjs";
import { unreported } from "./steps.mjs";

/** @typedef {import("../support/tally.mjs").Ran} Ran */
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {() => Promise<Ran[]>} run
 * @property {(file: string) => Promise<Ran[]>} [runFile] one of its test files, by a name such as `panel/restore`
 */
/** @typedef {{ step: Step, ran: Ran[], ms: number }} Ended */
/** @typedef {{ test: string, first: string, alone: string }} Unstable a test that failed in one of two runs */

/** With failures in more files, the code is to blame, or the machine can't run it. */
const mostUnstableFiles = 3;

/** @param {Ran[]} ran */
export const failedIn = (ran) => ran.filter(({ state }) => state === "failed");

/** @param {string} step @param {Ran} test */
const named = (step, { file, title }) => [step, file, title].filter((part) => part !== "").join(": ");

/** @param {Ran | undefined} test */
const outcome = (test) => (test === undefined ? "did not run" : (test.message ?? test.state));

/**
 * Runs each file with a failed test once more, with nothing beside it, and prints the end of the run. A test that fails
 * twice is red. One that fails only once is unstable: it is named and counted, but not failed, unless more files have
 * such tests than `mostUnstableFiles`.
 * @param {Ended[]} ended
 * @returns {Promise<number>} the exit code
 */
export async function report(ended) {
  const machine = measureMachine();
  /** @type {Unstable[]} */
  const unstable = [];
  const files = new Set();
  for (const one of ended) {
    const { runFile, title } = one.step;
    const failing = [...new Set(failedIn(one.ran).map(({ file }) => file))];
    if (!runFile || failing.includes("")) continue;
    for (const file of failing) {
      console.log(`… ${title}, ${file}, once more, alone`);
      const again = await runFile(file).catch((error) => [unreported(String(error))]);
      const settled = settle(one.ran, again, file);
      one.ran = settled.ran;
      unstable.push(...settled.unstable.map((each) => ({ ...each, test: `${title}: ${each.test}` })));
      if (settled.unstable.length > 0) files.add(`${title}: ${file}`);
    }
  }
  printTimes(ended);
  console.log(machine);
  return printCounts(ended, unstable, files.size);
}

/**
 * What two runs of a file mean together.
 * @param {Ran[]} ran the first run, of all files
 * @param {Ran[]} again the second one, of this file
 * @param {string} file
 * @returns {{ ran: Ran[], unstable: Unstable[] }}
 */
export function settle(ran, again, file) {
  const others = ran.filter((test) => test.file !== file);
  const first = new Map(ran.filter((test) => test.file === file).map((test) => [test.title, test]));
  const second = new Map(again.map((test) => [test.title, test]));
  /** @type {Ran[]} */
  const settled = [];
  /** @type {Unstable[]} */
  const unstable = [];
  for (const title of new Set([...first.keys(), ...second.keys()])) {
    const [one, other] = [first.get(title), second.get(title)];
    const failures = failedIn([one, other].flatMap((test) => test ?? []));
    const passed = [one, other].find((test) => test?.state === "passed");
    // A hook is listed only if it failed: it passed in the other run if one test of that run passed.
    const hook = / hook(?: for |$)/.test(title) && again.some(({ state }) => state === "passed");
    if (failures[0] && failures.length === 1 && (passed || (hook && other === undefined))) {
      unstable.push({ test: `${file}: ${title}`, first: outcome(one), alone: hook ? "passed" : outcome(other) });
      if (passed) settled.push(passed);
    } else settled.push(...(failures[0] ? [failures[0]] : [one ?? other].flatMap((test) => test ?? [])));
  }
  return { ran: [...others, ...settled], unstable };
}

/** @param {Ended[]} ended */
function printTimes(ended) {
  console.log(`Seconds: ${ended.map(({ step, ms }) => `${step.title} ${(ms / 1000).toFixed(0)}`).join(", ")}`);
  const tests = ended.flatMap(({ step, ran }) =>
    ran.flatMap((test) => (test.file === "" ? [] : [{ ms: test.ms, test: named(step.title, test) }])),
  );
  tests.sort((one, other) => other.ms - one.ms);
  if (tests.length > 0) console.log("The slowest tests:");
  for (const { ms, test } of tests.slice(0, 20)) console.log(`  ${(ms / 1000).toFixed(1)} s  ${test}`);
}

/**
 * @param {Ended[]} ended
 * @param {Unstable[]} unstable
 * @param {number} unstableFiles
 * @returns {number} the exit code
 */
function printCounts(ended, unstable, unstableFiles) {
  const all = ended.flatMap(({ step, ran }) => ran.map((test) => ({ step, test })));
  const failed = all.filter(({ test }) => test.state === "failed");
  const skipped = all.filter(({ test }) => test.state === "skipped");
  const passed = all.length - failed.length - skipped.length;
  const tooMany = unstableFiles > mostUnstableFiles;
  for (const { step, test } of skipped) console.log(`Skipped: ${named(step.title, test)}`);
  for (const { test, first, alone } of unstable) console.log(`Unstable: ${test}: at first: ${first}; alone: ${alone}`);
  for (const { step, test } of failed) console.log(`Failed: ${named(step.title, test)}: ${test.message ?? ""}`);
  if (tooMany)
    console.log(`Failed: unstable tests in ${unstableFiles} files; at most ${mostUnstableFiles} may have some`);
  if (unstable.length > 0) console.log(`${unstable.length} unstable`);
  const failures = failed.length + (tooMany ? 1 : 0);
  console.log(`${passed} passed, ${failures} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
  return failures === 0 ? 0 : 1;
}
