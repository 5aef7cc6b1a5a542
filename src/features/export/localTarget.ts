import { randomUUID } from "node:crypto";
import { access, constants, lstat, readdir, unlink } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { StorageError } from "../archive/storageError";
import { errorCode } from "../folder/errorCode";
import { isAlive } from "../folder/isAlive";
import { renameOver, syncFolder } from "../folder/writeWhole";
import type { ExportTarget } from "./exportTypes";
import { fileError } from "../archive/fileError";

const abandoned = /^\..+\.(\d+)\.[0-9a-f-]{36}\.part$/;

/**
 * A file on this machine. It grows beside its place and is renamed into it, so the place holds the former file or the
 * new one, never a part. A link at the place is replaced, never followed. `growing` is given when an export is resumed.
 */
export function localTarget(file: string, growing = growingBeside(file)): ExportTarget {
  return {
    growing,
    check: () => check(file),
    place: async (complete) => {
      const place = complete ? file : incompleteName(file);
      try {
        await renameOver(growing, place);
        await syncFolder(dirname(place));
      } catch (error) {
        throw fileError(error, place);
      }
      return place;
    },
  };
}

/** `ads.json` that is not whole is called `ads.incomplete.json`. */
export function incompleteName(file: string): string {
  const ending = extname(file);
  return `${file.slice(0, file.length - ending.length)}.incomplete${ending}`;
}

/** Removes what exports of dead processes left growing in the folder, except those that a journal still knows. */
export async function removeAbandonedExports(folder: string, known: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = abandoned.exec(name)?.[1];
    const path = join(folder, name);
    if (pid !== undefined && !isAlive(Number(pid)) && !known.has(path)) await unlink(path).catch(() => undefined);
  }
}

function growingBeside(file: string): string {
  // The name may be as long as a file system allows already: what is added must not make it longer.
  return join(dirname(file), `.${[...basename(file)].slice(0, 40).join("")}.${process.pid}.${randomUUID()}.part`);
}

async function check(file: string): Promise<void> {
  try {
    const found = await lstat(file).catch(nothingThere);
    if (found?.isDirectory()) throw new StorageError("isFolder", file);
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw fileError(error, file);
  }
}

function nothingThere(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
