import { stat } from "node:fs/promises";
import { boardEnding } from "../features/boards";
import { isDevice } from "../features/disk";
import { searchFileEnding } from "../features/searchFiles";
import { UsageError } from "./exitCodes";
import { printableName } from "./screen";

/** Refuses a file as a result's place if it must not be replaced. @throws {UsageError} */
export async function checkOutFile(file: string, instead = "another name"): Promise<void> {
  // Some file systems don't tell cases apart.
  const name = file.toLowerCase();
  if (name.endsWith(searchFileEnding) || name.endsWith(boardEnding))
    throw new UsageError("--out must not be a search file or board, which would be overwritten. Choose another name.");
  if (await isDevice(file)) throw new UsageError(`${printableName(file)} is not a file. Choose ${instead}.`);
}

/** The same for a folder of results. @throws {UsageError} */
export async function checkOutFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new UsageError(`${printableName(folder)} is not a folder. Choose another one with --out.`);
}

/** Refuses a file that would be read: a named pipe waits for somebody to write to it. @throws {UsageError} */
export async function refuseDevice(file: string): Promise<void> {
  if (await isDevice(file)) throw new UsageError(`${printableName(file)} is not a regular file.`);
}
