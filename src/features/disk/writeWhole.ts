import { randomUUID } from "node:crypto";
import { accessSync, constants, lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import {
  access,
  chmod,
  lstat,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode, messageOf } from "../../protocol/failure";
import { fileError, StorageError } from "./storageError";

const temporaryName = /^\.(?:.+\.)?(\d+)\.[0-9a-f]{8}-[0-9a-f-]{27}\.tmp$/;
const abandonedAfterMs = 10 * 60_000;

/**
 * Replaces a file as a whole: a crash at any moment leaves the former content or this one, never a part. Once this has
 * resolved, not even a power cut can lose the file or a folder that was made for it. Only the owner may read it, unless
 * `mode` says otherwise; `exactMode` holds whatever the process's mask is.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
  exactMode?: number,
): Promise<void> {
  const folder = dirname(path);
  const firstNew = makeFolder(folder);
  const temporary = join(folder, `.${process.pid}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: "wx", mode: exactMode ?? mode, flush: true });
    if (exactMode !== undefined) await chmod(temporary, exactMode);
    await renameOver(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at);
    if (firstNew === undefined || at === dirname(firstNew)) return;
  }
}

/** Replaces a file that the user named, as `writeWhole` does; its permissions stay. @throws {StorageError} */
export async function writeOver(path: string, content: string | Uint8Array): Promise<void> {
  const before = await replaceable(path);
  await writeWhole(path, content, 0o666, modeOf(before)).catch((error: unknown) => {
    throw fileError(error, path);
  });
}

/**
 * What is at a place where a file is about to be written, if anything. A link counts as itself: it is replaced, never
 * followed.
 * @throws {StorageError} if nothing can be written there, or the file is read-only
 */
export async function replaceable(path: string): Promise<Stats | undefined> {
  try {
    const found = await lstat(path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
    });
    if (found?.isDirectory()) throw new StorageError("isFolder", path);
    if (found && !found.isFile() && !found.isSymbolicLink()) throw new StorageError("notFile", path);
    // A rename asks only for the folder's permissions, and root may write to anything.
    if (found?.isFile() && ((found.mode & 0o222) === 0 || !canWrite(path)))
      throw new StorageError("readOnlyFile", path);
    await access(dirname(path), constants.W_OK);
    return found ?? undefined;
  } catch (error) {
    throw fileError(error, path);
  }
}

/**
 * Makes sure that a file can be written to a folder, even if that and others above it are still to be made. Leaves
 * nothing there. Only trying is certain: root is told that it may write to `/proc`.
 * @throws {StorageError}
 */
export async function checkFolder(path: string): Promise<void> {
  let folder = resolve(path);
  try {
    // A link that leads nowhere is there: no folder can be made in its place.
    while (!lstatSync(folder, { throwIfNoEntry: false }) && dirname(folder) !== folder) folder = dirname(folder);
    await rmdir(await mkdtemp(join(folder, ".ad-library-")));
  } catch (error) {
    throw fileError(error, path);
  }
}

/** The permissions that a file passes on to the one that replaces it; a link has none of its own. */
export const modeOf = (found: Stats | undefined): number | undefined =>
  found?.isFile() ? found.mode & 0o777 : undefined;

/**
 * Makes a folder and those above it, one after the other. Where none can be made, as in `/proc`, Node's own `recursive`
 * tries forever, and on a read-only file system it names the wrong reason.
 * @returns the first folder that was made; undefined if all of them were there
 */
export function makeFolder(path: string, mode = 0o700): string | undefined {
  const above = dirname(path);
  try {
    return makeLast(path, mode) ? path : undefined;
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || above === path) throw error;
    const first = makeFolder(above, mode);
    return makeLast(path, mode) ? (first ?? path) : first;
  }
}

/** Whether it was made. */
function makeLast(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    return false;
  }
}

/** Removes temporary files and folders that dead processes left in the folder. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = temporaryName.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    if (!isAlive(Number(pid)) || (await age(path)) > abandonedAfterMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Makes a new directory entry durable, if the system can. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  // Some file systems refuse to sync a folder; the file itself is safe already.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** On Windows a virus scanner or a reader may hold the target for a moment. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (left === 0 || process.platform !== "win32" || !/^(EPERM|EACCES|EBUSY)$/.test(errorCode(error) ?? ""))
        throw error;
      await delay(20);
    }
  }
}

/** In ms since a file was last written to. A folder's time doesn't tell whether what is below it is still written. */
async function age(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? Date.now() - found.mtimeMs : 0;
}

/** Whether a process of this machine exists, including one of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** Whether a file or folder is there and may be written to. */
export function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Names of what a process has open. */
const openFile = /^\/(dev\/(fd\/|std(in|out|err)$)|proc\/[^/]+\/(task\/[^/]+\/)?fd\/)/;

/**
 * Whether a name belongs to a device, pipe, or socket, or leads to one, as `/dev/stdout` does. If stdout goes to a file,
 * `/dev/stdout` leads to that file, and is still no name that a file may replace.
 */
export async function isDevice(file: string, links = 40): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if ((found !== undefined && !found.isFile() && !found.isDirectory()) || openFile.test(file)) return true;
  const to = links > 0 ? await readlink(file).catch(() => undefined) : undefined;
  return to !== undefined && isDevice(resolve(dirname(file), to), links - 1);
}

/** Removes a file, or a folder with all that is in it, unless it is gone already. @throws {StorageError} `notDeleted` */
export async function removeWhole(path: string): Promise<void> {
  // Each folder around a file that can't be deleted repeats its own tries: with three, that takes 12 s.
  await rm(path, { recursive: true, force: true, maxRetries: 1 }).catch((error: unknown) => {
    throw new StorageError("notDeleted", `${path}: ${messageOf(error)}`, { cause: error });
  });
}
