// Runs the unit tests whose path contains one of the given words (all without a word).
// `node test/run/unit.mjs [WORD…] [-- MOCHA OPTION…]`
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { fromCommandLine, runMocha } from "./mochaStep.mjs";

/** These take longest. They start first, so that no worker is left with one at the end. */
const slowest = [
  "cli/commandLine",
  "cli/mcp.test",
  "cli/runs",
  "sample/index.contract",
  "randomSession",
  "exportSearch.killed",
];

/** With fewer files, starting workers takes longer than they save. */
const fewFiles = 8;

/**
 * Runs the unit tests whose path contains one of the words (all without a word): the one way for `npm test`, `unit.mjs`
 * and coverage. They need no build: Node loads the TypeScript files as they are (`test/support/loadTypeScript.cjs`).
 * @param {readonly string[]} words
 * @param {{ readonly mocha?: string[], readonly env?: Record<string, string> }} [options] of mocha, more of the environment
 * @returns {Promise<void>} throws when no test matches, or when one fails
 */
export async function runUnitTests(words, { mocha = [], env = {} } = {}) {
  const files = await unitTests(words);
  // Workers are killed before they write what they covered.
  const alone = files.length <= fewFiles || process.env["NODE_V8_COVERAGE"] !== undefined;
  const parallel = alone ? [] : ["--parallel", "--jobs", "2"];
  await runMocha(
    files,
    ["--require", "test/support/loadTypeScript.cjs", "--require", "test/support/fixedSeed.cjs", ...parallel, ...mocha],
    env,
  );
}

/**
 * The unit tests whose path contains one of the words (all without a word).
 * @param {readonly string[]} words
 * @returns {Promise<string[]>} throws when no test matches
 */
export async function unitTests(words) {
  const files = (await readdir("test/unit", { recursive: true }))
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => words.length === 0 || words.some((word) => file.split(sep).join("/").includes(word)))
    .map((file) => join("test/unit", file));
  if (files.length === 0) throw new Error(`No unit test matches ${words.join(", ")}.`);
  const isSlow = (/** @type {string} */ file) => slowest.some((name) => file.split(sep).join("/").includes(name));
  return [...files.filter(isSlow), ...files.filter((file) => !isSlow(file))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await fromCommandLine((words, mocha) => runUnitTests(words, { mocha }));
