import { randomUUID } from "node:crypto";
import { access, constants, lstat, open, stat, unlink } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { errorCode, fileError, renameOver, StorageError, syncFolder } from "../disk";
import type { ExportTarget, PlacedFile } from "./exportTypes";

/**
 * A file on this machine. It grows next to its place and is renamed into it, so that holds the former file or the new
 * one, never a part. A link at the place is replaced, never followed. `growing` is passed when an export is resumed.
 */
export function localTarget(file: string, growing = growingBeside(file)): ExportTarget {
  return {
    growing,
    check: () => check(file),
    place: async (complete) => {
      const place = complete ? file : await freeName(file);
      try {
        await renameOver(growing, place);
        await syncFolder(dirname(place));
        return await placedAt(place);
      } catch (error) {
        // An empty file had reserved the name.
        if (!complete) await unlink(place).catch(() => undefined);
        throw fileError(error, place);
      }
    },
    remove: async (placed) => {
      const now = await placedAt(placed.file).catch(() => undefined);
      if (now && isUnchanged(placed, now)) await unlink(placed.file).catch(() => undefined);
    },
  };
}

/** An incomplete `ads.json` is called `ads.incomplete.json`, or `ads.incomplete-2.json` if that is taken. */
export function incompleteName(file: string, number = 1): string {
  const ending = extname(file);
  const mark = number === 1 ? ".incomplete" : `.incomplete-${number}`;
  return `${file.slice(0, file.length - ending.length)}${mark}${ending}`;
}

/** Whether a file is unchanged since it was placed. */
export function isUnchanged(placed: PlacedFile, now: PlacedFile): boolean {
  return now.size === placed.size && now.modified === placed.modified;
}

/** Reserves the first free name with an empty file, to be replaced; existing files stay. @throws {StorageError} */
async function freeName(file: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = incompleteName(file, number);
    try {
      await (await open(name, "wx", 0o600)).close();
      return name;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw fileError(error, name);
    }
  }
}

async function placedAt(file: string): Promise<PlacedFile> {
  const { size, mtimeMs: modified } = await stat(file);
  return { file, size, modified };
}

function growingBeside(file: string): string {
  // The name may already be as long as the file system allows, so the additions must not make it longer.
  return join(dirname(file), `.${[...basename(file)].slice(0, 40).join("")}.${randomUUID()}.part`);
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
