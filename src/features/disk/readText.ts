import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { errorCode } from "../../protocol/failure";
import { NotTextError, decoded } from "../text";
import { fileError } from "./storageError";

/** The text of a file that has data. @throws {StorageError} `notText`; the file system's errors */
export async function readText(path: string): Promise<string> {
  return textOf(await readFile(path), path);
}

/** What was read from a place, as text. @throws {StorageError} `notText` */
export function textOf(bytes: Uint8Array, place: string): string {
  try {
    return decoded(bytes);
  } catch (error) {
    throw error instanceof NotTextError ? fileError(error, place) : error;
  }
}

/** Names in a folder that belong to it; none if there is no such folder. Temporary files begin with a dot. */
export async function listed(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(noneIfMissing);
  return names.filter((name) => !name.startsWith("."));
}

/** Paths below a folder of all files in it, but of none behind a link, which may lead back. Paths have "/". */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  const files = found.filter((one) => one.isFile() && !one.name.startsWith("."));
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));
}

function noneIfMissing(error: unknown): [] {
  if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return [];
  throw error;
}
