import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 */

/**
 * Goes to the project's folder and installs the dependencies when `node_modules` is missing or holds others than the
 * lock file. Node's own modules are all that this file may use.
 */
export async function installDependencies() {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  if (await isInstalled()) return;
  console.log("… Installing the dependencies (npm ci)");
  const windows = process.platform === "win32";
  const args = ["ci", "--no-audit", "--no-fund"];
  const { status } = spawnSync(windows ? "npm.cmd" : "npm", args, { stdio: "inherit", shell: windows });
  if (status !== 0) throw new Error("npm ci failed: see above.");
}

async function isInstalled() {
  const [wanted, present] = await Promise.all(["package-lock.json", "node_modules/.package-lock.json"].map(readLock));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) => path === "" || optional || peer || present[path]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, LockedPackage> | undefined>} its packages by their path
 */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
