import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, lstat, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { prices } from "../../protocol/credits";
import {
  errorCode,
  fileError,
  filesBelow,
  makeFolder,
  modeOf,
  readJson,
  removeAbandoned,
  removeWhole,
  renameOver,
  replaceable,
  StorageError,
} from "../disk";
import { type AnswerName, libraryFolder, readPath, type SearchAddress, searchFolder, snapshotFolder } from "./address";
import { exists, libraryFile, mostBytes, searchFile, unpack } from "./answerFiles";
import { answersIn } from "./linkedFolders";

// Sharing is copying: a folder or a zip file with the archive's own paths. What comes from others is not believed: each
// answer is read, and its place must be the one that its address gives it.

/** What a folder or zip file of answers has, before or after its answers were taken. */
export interface SharedAnswers {
  readonly pages: number;
  readonly details: number;
  /** Credits that their requests cost, whoever sent them. */
  readonly worth: number;
  /** Origins of their libraries. */
  readonly libraries: readonly string[];
  /** Files that are no answers, are damaged, or are not where their address says. */
  readonly refused: number;
}

/** What to pack: everything, a search with all its snapshots, or one snapshot. */
export type PackedChoice = "all" | { readonly address: SearchAddress; readonly lastHit?: string };

/** A file of a source: its path there, and its content. */
interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A larger file is no answer, and no note about one. */
const mostPacked = 64 * 1024 * 1024;
const mostEntries = 2_000_000;

/** Looks at a folder or zip file of answers without taking any. @throws {StorageError} */
export async function previewAnswers(source: string, signal?: AbortSignal): Promise<SharedAnswers> {
  return eachAnswer(source, signal, () => Promise.resolve()).catch(told(source, signal));
}

/**
 * Copies the answers of a folder or zip file to `imported/<name>` in the archive's folder: all of them, or none. One's
 * own answers stay first.
 * @returns what was taken, and the name of the import
 * @throws {StorageError}, or the signal's reason
 */
export async function importAnswers(archive: string, source: string, signal?: AbortSignal) {
  const folder = join(archive, "imported");
  const temporary = join(folder, `.${process.pid}.${randomUUID()}.tmp`);
  try {
    await removeAbandoned(folder);
    makeFolder(temporary);
    const taken = await eachAnswer(source, signal, async ({ path, bytes }) => {
      makeFolder(dirname(join(temporary, path)));
      await writeFile(join(temporary, path), bytes, { flag: "wx", mode: 0o600, flush: true });
    });
    const name = await freeName(folder, importName(source));
    if (taken.pages + taken.details > 0) await rename(temporary, join(folder, name));
    return { ...taken, name };
  } catch (error) {
    return told(source, signal)(error);
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The names of all imports. */
export async function importNames(archive: string): Promise<readonly string[]> {
  const names = await readdir(join(archive, "imported")).catch(() => []);
  return names.filter((name) => !name.startsWith("."));
}

/** Removes a whole import. @throws {StorageError} `missing` or `notDeleted` */
export async function removeImport(archive: string, name: string): Promise<void> {
  if (!(await importNames(archive)).includes(name)) throw new StorageError("missing", name);
  await removeWhole(join(archive, "imported", name));
}

/**
 * Writes one's own answers to a zip file, unless there are none. Neither the key nor the ledger nor a limit is in it.
 * @throws {StorageError}, or the signal's reason
 */
export async function packAnswers(archive: string, what: PackedChoice, out: string, signal?: AbortSignal) {
  const within = what === "all" ? "" : `${folderOf(what)}/`;
  const zip = new ZipFile();
  const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.${randomUUID()}.tmp`);
  const before = await replaceable(out);
  // Nothing was ever stored.
  if (!(await exists(archive))) return { pages: 0, details: 0, worth: 0, libraries: [], refused: 0 };
  await removeAbandoned(dirname(out));
  const packed = await eachAnswer(
    archive,
    signal,
    ({ path }) => Promise.resolve(zip.addFile(join(archive, path), path, { compress: false })),
    (path) => path.startsWith(within),
  ).catch(told(archive, signal));
  if (packed.pages + packed.details === 0) return packed;
  try {
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(temporary, { flags: "wx", mode: 0o600 }), { signal });
    const mode = before && modeOf(before);
    if (mode !== undefined) await chmod(temporary, mode);
    await renameOver(temporary, out);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return told(out, signal)(error);
  }
  return packed;
}

const folderOf = ({ address, lastHit }: Exclude<PackedChoice, "all">) =>
  lastHit === undefined ? searchFolder(address) : snapshotFolder(address, lastHit);

/** Rethrows an error about a place as one of the storage, but the signal's reason as it is. */
const told = (place: string, signal: AbortSignal | undefined) => (error: unknown) => {
  throw error === signal?.reason ? error : fileError(error, place);
};

const addressFile = libraryFile.extend(searchFile.shape);

/** Reads every answer of a source and calls `take` for those that are sound, and for the notes about their folders. */
async function eachAnswer(
  source: string,
  signal: AbortSignal | undefined,
  take: (file: SourceFile) => Promise<void>,
  wanted: (path: string) => boolean = () => true,
): Promise<SharedAnswers> {
  const notes = new Map<string, SourceFile>();
  const taken = new Set<string>();
  const libraries = new Set<string>();
  const counts = { pages: 0, details: 0 };
  let refused = 0;
  for await (const file of filesOf(source, signal, (path) => /\/(library|search)\.json$/.test(path)))
    notes.set(file.path, file);
  for await (const file of filesOf(source, signal, (path) => !notes.has(path))) {
    const answer = readPath(file.path);
    const about = answer && soundNotes(answer, notes);
    if (!answer || !about || !isSound(file)) {
      refused += 1;
      continue;
    }
    if (!wanted(file.path) || taken.has(file.path)) continue;
    for (const note of about.files)
      if (!taken.has(note.path)) {
        taken.add(note.path);
        await take(note);
      }
    taken.add(file.path);
    await take(file);
    libraries.add(about.origin);
    counts[answer.kind] += 1;
  }
  const worth = counts.pages * prices.search + counts.details * prices.adDetail;
  return { ...counts, worth, libraries: [...libraries], refused };
}

/** The notes about an answer's folders, if they fit its place. */
function soundNotes(answer: AnswerName, notes: ReadonlyMap<string, SourceFile>) {
  const [top = "", folder = ""] = answer.path.split("/");
  const ofLibrary = notes.get(`${top}/${folder}/library.json`);
  const origin = ofLibrary && readJson(libraryFile, ofLibrary.bytes)?.origin;
  if (!ofLibrary || origin === undefined || libraryFolder(origin) !== folder) return undefined;
  if (answer.kind === "details") return { origin, files: [ofLibrary] };
  const { version, platform } = answer;
  const below = answer.path.split("/").slice(0, 5).join("/");
  const ofSearch = notes.get(`${below}/search.json`);
  const address = ofSearch && readJson(addressFile, ofSearch.bytes);
  const fits = address?.origin === origin && searchFolder({ origin, version, platform, body: address.body }) === below;
  return ofSearch && fits ? { origin, files: [ofLibrary, ofSearch] } : undefined;
}

/** Whether an answer can be read and is the one that its name says. */
function isSound({ path, bytes }: SourceFile): boolean {
  try {
    unpack(path, bytes);
    return true;
  } catch {
    return false;
  }
}

/** The files of a folder or zip file below `answers` and `details`. */
async function* filesOf(
  source: string,
  signal: AbortSignal | undefined,
  concerns: (path: string) => boolean,
): AsyncGenerator<SourceFile> {
  const found = await stat(source);
  // Reading a named pipe would wait for somebody to write to it.
  if (!found.isDirectory() && !found.isFile()) throw new StorageError("damaged", `${source}: not a regular file`);
  yield* found.isDirectory() ? filesOfFolder(source, signal, concerns) : filesOfZip(source, signal, concerns);
}

async function* filesOfFolder(source: string, signal: AbortSignal | undefined, concerns: (path: string) => boolean) {
  const root = await answersIn(source);
  for (const top of ["answers", "details"]) {
    for (const name of (await filesBelow(join(root, top))).sort()) {
      signal?.throwIfAborted();
      const path = `${top}/${name}`;
      if (!concerns(path)) continue;
      const found = await lstat(join(root, path));
      if (found.isFile() && found.size <= mostPacked) yield { path, bytes: await readFile(join(root, path)) };
    }
  }
}

async function* filesOfZip(source: string, signal: AbortSignal | undefined, concerns: (path: string) => boolean) {
  const zip = await openPromise(source, { autoClose: false }).catch((error: unknown) => {
    throw errorCode(error) === undefined ? new StorageError("damaged", `${source}: ${String(error)}`) : error;
  });
  let total = 0;
  try {
    if (zip.entryCount > mostEntries) throw new StorageError("damaged", `${source}: too many files`);
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      const path = /(?:^|\/)((?:answers|details)\/.+)$/.exec(entry.fileName)?.[1];
      if (path === undefined || entry.fileName.endsWith("/") || !concerns(path)) continue;
      total += entry.uncompressedSize;
      // Answers are compressed already: what unpacks to far more than the file has is no archive.
      if (total > 50 * zip.fileSize + mostBytes) throw new StorageError("damaged", `${source}: unpacks to too much`);
      if (entry.uncompressedSize > mostPacked) continue;
      yield { path, bytes: await buffer(await zip.openReadStreamPromise(entry)) };
    }
  } catch (error) {
    if (error instanceof StorageError || error === signal?.reason || errorCode(error) !== undefined) throw error;
    throw new StorageError("damaged", `${source}: ${String(error)}`);
  } finally {
    zip.close();
  }
}

/** A portable name for an import, after its source. */
function importName(source: string): string {
  const name = basename(source)
    .replace(/\.zip$/i, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 24);
  return name === "" || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `import-${name}` : name;
}

async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  for (let [free, count] = [name, 2]; ; free = `${name}-${count++}`) if (!taken.has(free)) return free;
}
