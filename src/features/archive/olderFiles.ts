import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A file beside the archive that may hold answers the archive lacks. */
export interface OlderFile {
  readonly file: string;
  readonly at: Date;
}

/** Names of the damaged files that were set aside beside the archive, oldest first. */
export async function setAsideNames(archive: string): Promise<readonly string[]> {
  const names = await readdir(dirname(archive)).catch(() => []);
  return names.filter((name) => name.startsWith(`${basename(archive)}.corrupt-`) && !/-(wal|shm)$/.test(name)).sort();
}

/** The older files beside the archive, newest first. */
export async function olderFiles(archive: string): Promise<readonly OlderFile[]> {
  const found: OlderFile[] = [];
  for (const name of await setAsideNames(archive)) {
    const file = join(dirname(archive), name);
    const stats = await stat(file).catch(() => undefined);
    if (stats) found.push({ file, at: stats.mtime });
  }
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}
