import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "./exitCodes";
import type { Options } from "./options";

/**
 * The folder of the archive, ledger, and unfinished exports. In the editor's terminals, it is the editor's own.
 * @throws {UsageError} if a file has its name
 */
export async function dataFolder({ data }: Pick<Options, "data">): Promise<string> {
  const chosen = data ?? process.env.AD_LIBRARY_DATA;
  const folder = chosen === undefined || chosen === "" ? usualFolder() : chosen;
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new UsageError(`${folder} is a file, not a folder. Choose another data folder with --data.`);
  return folder;
}

function usualFolder(): string {
  if (process.platform === "win32") return join(process.env.APPDATA ?? homedir(), "ad-library");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "ad-library");
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "ad-library");
}
