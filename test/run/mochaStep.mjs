import { spawn } from "node:child_process";
import { limitInMs } from "../support/hostOutput.mjs";
import { ensureNode } from "../support/vscode/node.mjs";

/** The first Node.js whose `node:sqlite` has full-text search, as VS Code's own Node.js has. */
const neededMajor = 22;
const neededMinor = 17;

/**
 * A Node.js that can run the tests: this process's own when it is new enough.
 * @returns {Promise<string>}
 */
export async function testNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  return (await ensureNode(neededMajor)).program;
}

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
  const child = spawn(node, args, { stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`mocha ended with ${code}`))));
  });
}
