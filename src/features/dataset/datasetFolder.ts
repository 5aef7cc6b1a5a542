import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import {
  errorCode,
  fileError,
  HeldLock,
  isFileError,
  makeFolder,
  readJson,
  readText,
  removeAbandoned,
  syncFolder,
  writeWhole,
} from "../disk";
import { roughlyDecoded } from "../text";
import { FeatureError } from "../failures";
import { type Manifest, type Part, readManifest, schemaText, writeManifest } from "./manifest";
import { writingFolder, type WritingMark, writingMark } from "./parts";
import { ourPart, tableNames } from "./tables";

/** Parts that were merged into others, kept for readers of the old manifest until the next writer. */
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
    makeFolder(folder, 0o777);
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

/** The manifest of a dataset. @throws {FeatureError} `noDataset` or `noManifest` {StorageError} */
export async function manifestOf(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest) return manifest;
  const parts = await partsIn(folder);
  throw new FeatureError(parts.length > 0 ? "noManifest" : "noDataset", { specifics: folder });
}

/**
 * The manifest of a folder; undefined for the first write to it. Of what an interrupted writer left behind, exactly
 * the files are removed that it had noted as its own.
 * @throws {FeatureError} `noManifest` if there are other parts, because they may be all that is left of a dataset
 */
export async function tidied(folder: string): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder);
  const { first, parts } = await interrupted(folder, manifest);
  for (const path of manifest || first ? parts : []) await rm(join(folder, path), { force: true });
  if (!manifest && (await partsIn(folder)).length > 0) throw new FeatureError("noManifest", { specifics: folder });
  for (const name of [writingFolder, replacedFolder]) await rm(join(folder, name), { recursive: true, force: true });
  await removeAbandoned(folder);
  return manifest;
}

const paths = z.array(z.string().regex(ourPart));
const markShape = z.object({ first: z.boolean(), parts: paths, replaced: paths }) satisfies z.ZodType<WritingMark>;

/** What an interrupted writer left behind: it noted these parts as its own, and the manifest does not name them. */
export async function interrupted(
  folder: string,
  manifest: Manifest | undefined,
): Promise<{ readonly first: boolean; readonly parts: readonly string[] }> {
  const text = await readText(join(folder, writingFolder, writingMark)).catch(() => "");
  const mark = readJson(markShape, text);
  if (!mark) return { first: false, parts: [] };
  const { first } = mark;
  const present = new Set(await partsIn(folder));
  const there = (list: readonly string[]) => list.filter((path) => present.has(path));
  // A later write that placed all its parts may have been in the manifest that is gone.
  const isBroken = first || there(mark.parts).length < mark.parts.length;
  if (!manifest) return { first, parts: isBroken ? there(mark.parts) : [] };
  const known = new Set(manifest.files.map(({ path }) => path));
  return { first, parts: there([...mark.parts, ...mark.replaced]).filter((path) => !known.has(path)) };
}

/** All Parquet files in the folders of the tables, whoever put them there: engines read every one. */
export async function partsIn(folder: string): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const table of tableNames) {
    const names = await readdir(join(folder, table), { recursive: true }).catch((error: unknown) => {
      if (/^(ENOENT|ENOTDIR)$/.test(errorCode(error) ?? "")) return [];
      throw error;
    });
    const paths = names.map((name) => `${table}/${name.replaceAll("\\", "/")}`);
    parts.push(...paths.filter((path) => /\.parquet$/i.test(path)));
  }
  return parts;
}

/** Makes the placed parts the dataset: they count as soon as the manifest is renamed. */
export async function commit(folder: string, manifest: Manifest, replaced: readonly Part[] = []): Promise<void> {
  await writeManifest(folder, manifest);
  await syncFolder(folder);
  let left = 0;
  for (const { path } of replaced) {
    const place = join(folder, replacedFolder, path);
    makeFolder(dirname(place), 0o777);
    await rename(join(folder, path), place).catch((error: unknown) => {
      // Somebody removed it.
      if (errorCode(error) === "ENOENT") return;
      // The file is open in another program (Windows).
      if (!/^(EPERM|EACCES|EBUSY)$/.test(errorCode(error) ?? "")) throw error;
      left += 1;
    });
  }
  // With the mark, the next writer removes those that are left.
  if (left === 0) await rm(join(folder, writingFolder), { recursive: true, force: true });
}

type Texts = Readonly<Record<string, string>>;

const allOf = (texts: Texts): Texts => ({ ...texts, "schema/v1.json": schemaText });

/**
 * Refuses a folder that has other files and no dataset, because a file of a dataset could have the name of one of them.
 * What an interrupted first write left behind is no such file.
 * @throws {FeatureError} `folderInUse` {StorageError}
 */
export async function refuseInUse(folder: string, texts: Texts): Promise<void> {
  const other = await otherFile(folder, texts).catch((error: unknown) => {
    throw isFileError(error) ? fileError(error, folder) : error;
  });
  if (other !== undefined) throw new FeatureError("folderInUse", { specifics: other });
}

async function otherFile(folder: string, texts: Texts): Promise<string | undefined> {
  const names = await readdir(folder).catch(nothingThere);
  if (names === undefined || names.includes("manifest.json")) return undefined;
  const parts = await partsIn(folder);
  // A dataset that lost its manifest is another matter.
  if (parts.length > 0) return parts.some((path) => ourPart.test(path)) ? undefined : parts[0];
  const ours = new Set<string>([...tableNames, ...Object.keys(allOf(texts)).map((path) => path.split("/")[0] ?? "")]);
  const other = names.find((name) => !name.startsWith(".") && !ours.has(name));
  if (other !== undefined) return other;
  for (const [path, text] of Object.entries(allOf(texts)))
    if (![undefined, text].includes(await textIn(folder, path))) return path;
  return undefined;
}

/**
 * Writes the files next to the tables: their schema, queries, and how to read them. Those that a person changed stay.
 * @param before hashes of what the last write wrote
 * @returns the hash of each file that was written here, now or before
 */
export async function writeTexts(folder: string, texts: Texts, before: Texts): Promise<Texts> {
  const hashes: Record<string, string> = { ...before };
  for (const [path, text] of Object.entries(allOf(texts))) {
    const present = await textIn(folder, path);
    if (present !== undefined && present !== text && hashOf(present) !== before[path]) continue;
    hashes[path] = hashOf(text);
    if (present === text) continue;
    const place = join(folder, path);
    makeFolder(dirname(place), 0o777);
    await writeWhole(place, text, 0o644);
  }
  return hashes;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const textIn = (folder: string, path: string): Promise<string | undefined> =>
  readFile(join(folder, path)).then(roughlyDecoded, nothingThere);

function nothingThere(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
