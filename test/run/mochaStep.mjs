import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limitInMs } from "../support/hostOutput.mjs";
import { testNode } from "../support/vscode/node.mjs";

/**
 * Runs mocha over bundled tests.
 * @param {string[]} places folders, or patterns of files
 * @param {string[]} [options] of mocha; without a reporter among them, `tally.mjs` prints
 * @param {Record<string, string>} [env] more of the environment
 * @returns {Promise<void>} throws when a test failed, or none was found
 */
export async function runMocha(places, options = [], env = {}) {
  const node = await testNode();
  const mocha = ["--enable-source-maps", "--no-warnings", "node_modules/mocha/bin/mocha.js"];
  const fixed = ["--recursive", "--fail-zero", "--exit", "--timeout", String(limitInMs)];
  const reporter = options.includes("--reporter") ? [] : ["--reporter", "test/support/tally.mjs"];
  const args = [...mocha, ...places, ...fixed, ...reporter, ...options];
  // Threads and killed processes leave files behind after the tests that began them.
  const folder = await mkdtemp(join(tmpdir(), "ad-library-tests-"));
  // Some tests work as another user.
  await chmod(folder, 0o755);
  const temporary = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const child = spawn(node, args, { stdio: "inherit", env: { ...process.env, ...temporary, ...env } });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(undefined) : reject(new Error(`mocha ended with ${code}`))));
  });
  await ended.finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined));
}

/**
 * Runs what the words on the command line name, with the options of mocha behind `--`.
 * @param {(words: string[], mocha: string[]) => Promise<void>} run
 */
export async function fromCommandLine(run) {
  const args = process.argv.slice(2);
  const divider = args.includes("--") ? args.indexOf("--") : args.length;
  await run(args.slice(0, divider), args.slice(divider + 1)).catch((error) => {
    console.error(String(error));
    process.exitCode = 1;
  });
}
