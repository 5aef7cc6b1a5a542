import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import { listed } from "../disk";

const tops = ["answers", "details"];

/** Where a folder has its answers: a data folder has them in its archive. */
export async function answersIn(folder: string): Promise<string> {
  const archive = join(folder, "archive");
  const [own, inside] = await Promise.all([folder, archive].map(hasAnswers));
  return inside && !own ? archive : folder;
}

async function hasAnswers(folder: string): Promise<boolean> {
  const found = await Promise.all(tops.map((top) => lstat(join(folder, top)).catch(() => undefined)));
  return found.some((one) => one?.isDirectory());
}

/** Folders with answers of others, which are read in place and never written to. */
export class LinkedFolders {
  private readonly told = new Set<string>();

  /** @param onNothing called once for each folder in which nothing is found when something is about to be paid for */
  constructor(
    private readonly folders: () => readonly string[],
    private readonly onNothing: (folder: string) => void,
  ) {}

  /** Where to look for answers, and whose they are. */
  async places(): Promise<readonly { readonly folder: string; readonly from: string }[]> {
    return Promise.all(
      this.folders().map(async (folder) => ({ folder: await answersIn(folder), from: basename(folder) || folder })),
    );
  }

  /** Call it before each paid act: whoever linked a folder expects it to save credits. Never rejects. */
  async check(): Promise<void> {
    for (const given of this.folders()) {
      if (this.told.has(given)) continue;
      const folder = await answersIn(given);
      const found = await Promise.all(tops.map((top) => listed(join(folder, top)).catch(() => [])));
      if (found.flat().length > 0) continue;
      this.told.add(given);
      this.onNothing(given);
    }
  }
}
