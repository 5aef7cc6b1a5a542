// The steps of `npm test`: how each one runs and is counted.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {import("../support/tally.mjs").Ran} Ran */

/**
 * A program that passes or fails as one; what it prints is shown where it fails.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] its environment
 * @returns {Promise<Ran[]>}
 */
export async function wholeStep(title, program, args, env = process.env) {
  const start = Date.now();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) console.log(output);
  const message = output.trim().replaceAll(/\s+/g, " ").slice(0, 300);
  return [{ file: "", title, ms: Date.now() - start, state: code === 0 ? "passed" : "failed", message }];
}

/**
 * Tests that leave the report of `tally.mjs`.
 * @param {(env: Record<string, string>) => Promise<unknown>} runTests throws, or not, when a test fails
 * @returns {Promise<Ran[]>}
 */
export async function countedStep(runTests) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-report-"));
  const file = join(folder, "report.json");
  try {
    const problem = await runTests({ AD_LIBRARY_TEST_REPORT: file }).then(
      () => undefined,
      (error) => String(error),
    );
    /** @type {Ran[] | undefined} */
    const ran = await readFile(file, "utf8").then(JSON.parse, () => undefined);
    if (ran && (problem === undefined || ran.some(({ state }) => state === "failed"))) return ran;
    // Nothing says that all of them ran.
    return [...(ran ?? []), unreported(problem ?? "The tests ended before their report was written.")];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A step that failed without a test's name.
 * @param {string} message
 * @returns {Ran}
 */
export const unreported = (message) => ({ file: "", title: "", ms: 0, state: "failed", message });

/**
 * Bundled test files, the largest first, so that no worker is left with a long one at the end.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function largestFirst(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".test.js"));
  const files = names.map((name) => join(folder, name));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sized.sort((one, other) => other.size - one.size).map(({ file }) => file);
}
