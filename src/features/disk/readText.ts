import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
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

/** What a small JSON file of ours without int64 holds; undefined if it is damaged or doesn't fit. */
export function readJson<T>(schema: z.ZodType<T>, content: string | Uint8Array): T | undefined {
  try {
    // eslint-disable-next-line no-restricted-syntax -- checked by the schema; no int64 in it
    return schema.safeParse(JSON.parse(typeof content === "string" ? content : decoded(content))).data;
  } catch {
    return undefined;
  }
}

/** Names in a folder that belong to it; none if there is no such folder. Temporary files begin with a dot. */
export async function listed(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(noneIfMissing);
  return names.filter((name) => !name.startsWith("."));
}

/**
 * Paths below a folder of all files in it, but of none behind a link, which may lead back. Paths have "/". A folder that
 * goes meanwhile has no files, and hides none beside it, as it would with Node's own `recursive`.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [""];
  // It grows meanwhile.
  for (const below of folders)
    for (const one of await readdir(join(folder, below), { withFileTypes: true }).catch(noneIfMissing)) {
      const path = below === "" ? one.name : `${below}/${one.name}`;
      if (one.isDirectory()) folders.push(path);
      else if (one.isFile() && !one.name.startsWith(".")) files.push(path);
    }
  return files;
}

function noneIfMissing(error: unknown): [] {
  if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return [];
  throw error;
}
