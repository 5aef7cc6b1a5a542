import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../src/protocol/failure";

/**
 * The files below a folder that contain a text as it is, in base64, or percent-encoded. @returns their relative paths
 */
export async function filesWith(text: string, folder: string): Promise<readonly string[]> {
  const writings = [text, Buffer.from(text).toString("base64").slice(0, -4), encodeURIComponent(text)];
  const found: string[] = [];
  try {
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (!(await stat(path)).isFile()) continue;
      const content = await readFile(path);
      if (writings.some((writing) => content.includes(writing))) found.push(name);
    }
  } catch (error) {
    // A file was renamed meanwhile, so that neither of its names may have been read.
    if (errorCode(error) === "ENOENT") return filesWith(text, folder);
    throw error;
  }
  return found;
}
