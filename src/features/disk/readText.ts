import { readFile } from "node:fs/promises";
import { NotTextError, decoded } from "../text";
import { fileError } from "./storageError";

/** The text of a file that has data. @throws {StorageError} `notText`; the file system's errors */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return decoded(bytes);
  } catch (error) {
    throw error instanceof NotTextError ? fileError(error, path) : error;
  }
}
