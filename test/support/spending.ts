import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The lines of all ledgers below a folder, sorted as texts. They say what was spent, whatever the screen shows. */
export async function ledgerLines(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /ledger.*\.ndjson$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => text.split("\n").filter(Boolean)).sort();
}
