import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { verticals } from "../catalog/verticals";

/** The names of the video files that ship: an upright and a wide one for each vertical. */
const names = new Set(["tall", "wide"].flatMap((shape) => verticals.map(({ key }) => `${shape}-${key}.webm`)));

const read = new Map<string, Promise<Buffer>>();

/**
 * The folder `media/sample` beside this bundle or beside one of its parent folders.
 * @throws {Error} if there is none
 */
function clipFolder(): string {
  for (let folder = __dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, "media", "sample");
    if (existsSync(candidate)) return candidate;
  }
  throw new Error("The videos of the sample library are missing: media/sample");
}

/** The bytes of a video; undefined if there is none of that name. */
export function clip(name: string): Promise<Buffer> | undefined {
  if (!names.has(name)) return undefined;
  const known = read.get(name) ?? readFile(join(clipFolder(), name));
  read.set(name, known);
  return known;
}
