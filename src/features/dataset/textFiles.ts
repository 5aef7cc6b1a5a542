import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, fileError, isFileError, writeWhole } from "../disk";
import { FeatureError } from "../failures";
import { schemaText } from "./manifest";
import { tableNames } from "./tables";

type Texts = Readonly<Record<string, string>>;

const allOf = (texts: Texts): Texts => ({ ...texts, "schema/v1.json": schemaText });

/**
 * Refuses a folder that has other files and no dataset, because a file of a dataset could have the name of one of them.
 * What an interrupted first write left behind is no such file.
 * @throws {FeatureError} `folderInUse` {StorageError}
 */
export async function refuseInUse(folder: string, texts: Texts): Promise<void> {
  const other = await otherFile(folder, texts).catch((error: unknown) => {
    throw isFileError(error) ? fileError(error, folder) : error;
  });
  if (other !== undefined) throw new FeatureError("folderInUse", { specifics: other });
}

async function otherFile(folder: string, texts: Texts): Promise<string | undefined> {
  const names = await readdir(folder).catch(nothingThere);
  if (names === undefined || names.includes("manifest.json")) return undefined;
  const ours = new Set<string>([...tableNames, ...Object.keys(allOf(texts)).map((path) => path.split("/")[0] ?? "")]);
  const other = names.find((name) => !name.startsWith(".") && !ours.has(name));
  if (other !== undefined) return other;
  for (const [path, text] of Object.entries(allOf(texts)))
    if (![undefined, text].includes(await textOf(folder, path))) return path;
  return undefined;
}

/**
 * Writes the files next to the tables: their schema, queries, and how to read them. Those that a person changed stay.
 * @param before hashes of what the last write wrote
 * @returns the hash of each file that was written here, now or before
 */
export async function writeTexts(folder: string, texts: Texts, before: Texts): Promise<Texts> {
  const hashes: Record<string, string> = { ...before };
  for (const [path, text] of Object.entries(allOf(texts))) {
    const present = await textOf(folder, path);
    if (present !== undefined && present !== text && hashOf(present) !== before[path]) continue;
    hashes[path] = hashOf(text);
    if (present === text) continue;
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeWhole(place, text, 0o644);
  }
  return hashes;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const textOf = (folder: string, path: string): Promise<string | undefined> =>
  readFile(join(folder, path), "utf8").catch(nothingThere);

function nothingThere(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
