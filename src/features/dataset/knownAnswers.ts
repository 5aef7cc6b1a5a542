import { join } from "node:path";
import { FeatureError } from "../failures";
import type { Manifest, Part } from "./manifest";
import type * as Parquet from "./parquet";
import { type OpenFile, withFile } from "./reading";

/** The keys of all answers that a dataset has. @throws {FeatureError} `damagedDataset` */
export async function knownAnswers(
  folder: string,
  { files }: Manifest,
  { readRows }: typeof Parquet,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const part of files) {
    if (part.table !== "pages" && part.table !== "details") continue;
    const rows = await inPart(folder, part, (file) => readRows(file, 0, part.rows, ["answer"]));
    for (const { answer } of rows) if (typeof answer === "string") known.add(answer);
  }
  return known;
}

/** Runs `read` on a part of a dataset. @throws {FeatureError} `damagedDataset` with the file and the reason */
export async function inPart<T>(folder: string, { path }: Part, read: (file: OpenFile) => Promise<T>): Promise<T> {
  try {
    return await withFile(join(folder, path), read);
  } catch (error) {
    throw new FeatureError("damagedDataset", { specifics: `${path}: ${reasonOf(error)}` });
  }
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
