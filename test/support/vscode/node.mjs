import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, run, withProgress } from "./command.mjs";
import { installOnce } from "./install.mjs";
import { cacheFolder } from "./versions.mjs";

const platform = process.platform === "win32" ? "win" : process.platform;
const packageName = `node-${platform}-${process.arch}`;

/**
 * Provides a Node.js of the given major version, from the npm registry.
 * @param {number} major
 * @returns {Promise<{ program: string, folder: string }>} its program, and the folder with `bin` and `include`
 */
export async function ensureNode(major) {
  const folder = await installOnce(join(cacheFolder, `node-${major}`), { node: major, packageName }, (draft) =>
    withProgress(`Installing Node.js ${major}`, () => installPackage(draft, `${packageName}@${major}`)),
  );
  const home = join(folder, "node_modules", packageName);
  return { folder: home, program: join(home, "bin", platform === "win" ? "node.exe" : "node") };
}

/**
 * Installs one npm package, without its scripts, into a folder that belongs to no other project.
 * @param {string} folder
 * @param {string} spec
 */
export async function installPackage(folder, spec) {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await npm(folder, ["install", "--ignore-scripts", "--no-audit", "--no-fund", spec]);
}

/**
 * Runs npm in a folder.
 * @param {string} folder
 * @param {string[]} args
 */
export async function npm(folder, args) {
  const windows = process.platform === "win32";
  await run(windows ? "npm.cmd" : "npm", args, { cwd: folder, env: cleanEnvironment(), shell: windows });
}

/** The first Node.js whose `node:sqlite` has full-text search, as VS Code's own Node.js has. */
const neededMajor = 22;
const neededMinor = 17;

/** Provides a Node.js that can run the tests: this process's own, if it is new enough. @returns {Promise<string>} */
export async function testNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  return (await ensureNode(neededMajor)).program;
}
