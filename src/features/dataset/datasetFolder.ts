import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode, fileError, HeldLock, isFileError, removeAbandoned, syncFolder } from "../disk";
import { FeatureError } from "../failures";
import { type Manifest, type Part, readManifest, writeManifest } from "./manifest";
import { removeUnfinished } from "./parts";
import { tableNames } from "./tables";

/** Parts that `compact` replaced, kept for readers of the old manifest until the next writer. */
export const replacedFolder = ".replaced";

const lockFile = ".lock.db";
const tryAgainMs = 100;

/** Runs work on a dataset, one process at a time; `onWait` is called once if another has it. @throws {StorageError} */
export async function alone<T>(
  folder: string,
  onWait: () => void,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await mkdir(folder, { recursive: true });
    const lock = await held(join(folder, lockFile), onWait, signal);
    try {
      return await work();
    } finally {
      lock.release();
    }
  } catch (error) {
    throw isFileError(error) ? fileError(error, folder) : error;
  }
}

async function held(path: string, onWait: () => void, signal: AbortSignal | undefined): Promise<HeldLock> {
  for (let told = false; ; told = true) {
    signal?.throwIfAborted();
    const lock = HeldLock.take(path);
    if (lock) return lock;
    if (!told) onWait();
    await delay(tryAgainMs, undefined, signal && { signal });
  }
}

/** The manifest of a dataset. @throws {FeatureError} `noDataset` {StorageError} */
export async function manifestOf(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new FeatureError("noDataset", { specifics: folder });
  return manifest;
}

/** The manifest of a folder that an interrupted writer may have left behind: files that it does not name are removed. */
export async function tidied(folder: string): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder);
  await removeUnfinished(folder);
  await removeAbandoned(folder);
  await rm(join(folder, replacedFolder), { recursive: true, force: true });
  for (const path of await strayParts(folder, manifest)) await rm(join(folder, path), { force: true });
  return manifest;
}

/** Parts in a dataset's folders that its manifest does not name. */
export async function strayParts(folder: string, manifest: Manifest | undefined): Promise<readonly string[]> {
  const known = new Set(manifest?.files.map(({ path }) => path));
  return (await partsIn(folder)).filter((path) => !known.has(path));
}

/** Parts that a manifest names and its folders don't have. */
export async function missingParts(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const found = new Set(await partsIn(folder));
  return manifest.files.flatMap(({ path }) => (found.has(path) ? [] : [path]));
}

async function partsIn(folder: string): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const table of tableNames) {
    const names = await readdir(join(folder, table), { recursive: true }).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    const paths = names.map((name) => `${table}/${name.replaceAll("\\", "/")}`);
    // Only files with names of ours: users may keep their own files here.
    parts.push(...paths.filter((path) => ourPart.test(path)));
  }
  return parts;
}

const ourPart = /^\w+\/platform=\w+\/month=[\w-]+\/part-d?\d+-d?\d+(?:-\d+)?\.parquet$/;

/** Makes the placed parts the dataset: they count as soon as the manifest is renamed. */
export async function commit(folder: string, manifest: Manifest, replaced: readonly Part[] = []): Promise<void> {
  await writeManifest(folder, manifest);
  await syncFolder(folder);
  for (const { path } of replaced) {
    const place = join(folder, replacedFolder, path);
    await mkdir(dirname(place), { recursive: true });
    await rename(join(folder, path), place).catch((error: unknown) => {
      // The file is open in another program (Windows); the next writer removes it.
      if (!/^(ENOENT|EPERM|EACCES|EBUSY)$/.test(errorCode(error) ?? "")) throw error;
    });
  }
}
