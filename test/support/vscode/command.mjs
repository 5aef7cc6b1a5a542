import { spawn } from "node:child_process";

/**
 * Prints what is being done and, at the end, how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const start = Date.now();
  console.log(`… ${title}`);
  const result = await work();
  console.log(`  ${title}: done in ${((Date.now() - start) / 1000).toFixed(0)} s`);
  return result;
}

/**
 * Runs a program to its end and returns what it printed. Throws, with the end of the output, if the exit code is not 0.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<string>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
    }
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve(output);
      reject(new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output.slice(-4000)}`));
    });
  });
}

/**
 * The environment for programs that are neither this npm script nor this editor. It lacks what npm and VS Code add for
 * their own children, which would mislead an `npm install` or a VS Code that is started here.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(more = {}) {
  const foreign =
    /^(npm_(package|lifecycle|config_(local_prefix|prefix|omit)$)|VSCODE_|ELECTRON_|NODE_OPTIONS$|INIT_CWD$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), ...more };
}
