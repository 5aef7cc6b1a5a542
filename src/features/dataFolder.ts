import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeWhole } from "./disk";

/** What lies in a data folder, by name: everything that the extension and the command line keep. */
export const partNames: Readonly<Record<string, string>> = {
  "allowed-searches.json": "searches that programs may run",
  archive: "answers and kept pictures",
  bin: "ad-library for the editor's terminals",
  checks: "notes of checks",
  exports: "unfinished exports",
  filterChanges: "changes of filters",
  forms: "filters",
  ledger: "ledger",
  searches: "saved and recent searches",
  watches: "watched searches",
};

/** A part of a data folder that is deleted with everything. */
export interface StoredPart {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** A file or folder that only an archive has. */
const ofArchives = ["answers", "details", "unread", "imported", "index.db", "kept.json", "reserve"];

/** A month of a ledger, which may be left without an archive if something couldn't be deleted. */
const ledgerMonth = /^\d{4}-\d\d\.ndjson$/;

/**
 * What is stored in a data folder. Nothing if the folder has neither an archive nor a ledger, and nothing that has no
 * name above, because a mistyped folder may have other files by the same names.
 */
export async function storedParts(folder: string): Promise<readonly StoredPart[]> {
  const inside = (part: string) => readdir(join(folder, part)).catch(() => []);
  const isOurs =
    (await inside("archive")).some((name) => ofArchives.includes(name)) ||
    (await inside("ledger")).some((name) => ledgerMonth.test(name));
  if (!isOurs) return [];
  const names = (await readdir(folder)).filter((name) => Object.hasOwn(partNames, name) && name !== "bin").sort();
  return Promise.all(
    names.map(async (name) => ({ name, path: join(folder, name), bytes: (await sizeOf(join(folder, name))) ?? 0 })),
  );
}

/** Deletes these parts. The record of spending goes last: if something can't be deleted, it is still there. @throws {StorageError} */
export async function deleteParts(parts: readonly StoredPart[]): Promise<void> {
  const order = [...parts].sort((one, other) => Number(one.name === "ledger") - Number(other.name === "ledger"));
  for (const { path } of order) await removeWhole(path);
}

/** The bytes of a file, or of all files in a folder; absent if it isn't there. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size;
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  // A file may be gone by now.
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  return bytes;
}
