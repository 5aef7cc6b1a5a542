import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

const marker = "installed.json";

/**
 * Fills a folder once. The work is done in a draft folder beside it, which gets the name only when it is complete. A
 * marker says which versions a folder holds; a folder with other versions is filled again.
 * @param {string} folder
 * @param {Record<string, string | number>} wanted what the folder must hold
 * @param {(folder: string) => Promise<void>} fill
 * @returns {Promise<string>} the absolute path of the folder
 */
export async function installOnce(folder, wanted, fill) {
  const target = resolve(folder);
  if (await holds(target, wanted)) return target;
  await mkdir(dirname(target), { recursive: true });
  await removeLeftovers(target);
  const draft = `${target}.${process.pid}.draft`;
  await mkdir(draft);
  try {
    await fill(draft);
    await writeFile(join(draft, marker), JSON.stringify(wanted));
    // Another process may have been faster: its folder is as good as ours.
    if (!(await holds(target, wanted))) {
      await rm(target, { recursive: true, force: true });
      await rename(draft, target);
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

/**
 * @param {string} folder
 * @param {Record<string, string | number>} wanted
 */
async function holds(folder, wanted) {
  const text = await readFile(join(folder, marker), "utf8").catch(() => "");
  return text === JSON.stringify(wanted);
}

/**
 * Removes the drafts of processes that are gone.
 * @param {string} target
 */
async function removeLeftovers(target) {
  for (const name of await readdir(dirname(target))) {
    const [, owner] = /\.(\d+)\.draft$/.exec(name) ?? [];
    if (owner === undefined || !name.startsWith(`${basename(target)}.`) || isRunning(Number(owner))) continue;
    await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
