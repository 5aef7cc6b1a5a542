import { readFile } from "node:fs/promises";
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
