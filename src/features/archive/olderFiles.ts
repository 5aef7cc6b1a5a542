import { randomBytes } from "node:crypto";
import { renameSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copyOf, unfinishedCopies } from "./safetyCopy";

/** A file beside the archive that may hold answers the archive lacks. */
export interface OlderFile {
  readonly file: string;
  /** When the file was last changed. */
  readonly at: Date;
}

/** A new name for a file that is set aside, even if another window does that in the same millisecond. */
export function nameAside(archive: string): string {
  return `${archive}.corrupt-${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}`;
}

/** Whether a file that was set aside is the copy of an archive that had no file. */
export const isCopyAside = (name: string) => name.endsWith("-copy");

/**
 * Sets the copy aside like a damaged file if the archive's file is missing or empty. Its answers are then saved into the
 * new file. *Clear Archive…* is never the cause, because it removes the copy as well. Call this while no other window
 * can open the archive.
 */
export function setCopyAside(archive: string): void {
  if (statSync(archive, { throwIfNoEntry: false })?.size) return;
  try {
    renameSync(copyOf(archive), `${nameAside(archive)}-copy`);
  } catch {
    // There is none, or its folder is read-only.
  }
}

/** Names of the damaged files that were set aside beside the archive, oldest first. */
export async function setAsideNames(archive: string): Promise<readonly string[]> {
  const names = await readdir(dirname(archive)).catch(() => []);
  return names.filter((name) => name.startsWith(`${basename(archive)}.corrupt-`) && !/-(wal|shm)$/.test(name)).sort();
}

/** Deletes the damaged files and the copy, with their logs, and unfinished copies. */
export async function removeOlderFiles(archive: string): Promise<void> {
  // Windows keeps a file that another window still writes; that window then removes it (`SafetyCopy`).
  for (const file of await unfinishedCopies(archive)) await rm(file, { force: true }).catch(() => undefined);
  for (const { file } of await olderFiles(archive))
    for (const ending of ["", "-wal", "-shm"]) await rm(file + ending, { force: true });
}

/** The older files beside the archive, newest first: the copy, and damaged ones. */
export async function olderFiles(archive: string): Promise<readonly OlderFile[]> {
  const found: OlderFile[] = [];
  for (const name of [basename(copyOf(archive)), ...(await setAsideNames(archive))]) {
    const file = join(dirname(archive), name);
    const stats = await stat(file).catch(() => undefined);
    if (stats) found.push({ file, at: stats.mtime });
  }
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}
