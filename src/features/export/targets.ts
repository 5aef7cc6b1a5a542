import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, lstat, open, stat, unlink } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { errorCode, fileError, modeOf, renameOver, replaceable, syncFolder } from "../disk";
import { localDay } from "../text";
import type { ExportFormat, ExportTarget, FileState, PlacedFile, Placing } from "./exportTypes";

/**
 * A file on this machine. It grows next to its place and is renamed into it, so that holds the former file or the new
 * one, never a part. It keeps the permissions of the file that it replaces. A link at the place is replaced, never
 * followed.
 */
export function localTarget(file: string): ExportTarget {
  const growing = growingBeside(file);
  return {
    growing,
    // Nobody may read meanwhile what nobody may read then.
    mode: async () => modeOf(await lstat(file).catch(nothingThere)) ?? 0o666,
    check: async () => {
      const found = await replaceable(file);
      return found && stateOf(found);
    },
    place: async (complete, { known, noted }) => {
      const found = await lstat(file).catch(nothingThere);
      const changed = complete && !mayReplace(found && stateOf(found), known);
      const place = complete && !changed ? file : await freeName(file, complete ? numberedName : incompleteName);
      const mode = modeOf(found);
      try {
        if (mode !== undefined) await chmod(growing, mode);
        const placed = { ...stateOf(await stat(growing)), file: place };
        await noted?.(placed);
        await renameOver(growing, place);
        await syncFolder(dirname(place));
        return { ...placed, ...(changed && { kept: file }) };
      } catch (error) {
        // An empty file had reserved the name.
        if (place !== file) await unlink(place).catch(() => undefined);
        throw fileError(error, place);
      }
    },
    remove: async (placed) => {
      const now = await lstat(placed.file).then(stateOf, () => undefined);
      if (now && isUnchanged(placed, now)) await unlink(placed.file).catch(() => undefined);
    },
  };
}

/** An incomplete `ads.json` is called `ads.incomplete.json`, or `ads.incomplete-2.json` if that is taken. */
export function incompleteName(file: string, number = 1): string {
  const ending = extname(file);
  const mark = number === 1 ? ".incomplete" : `.incomplete-${number}`;
  return `${file.slice(0, file.length - ending.length)}${mark}${ending}`;
}

/** `ads.json` is called `ads-2.json` if another file must keep its name, or `ads-3.json` if that is taken. */
export function numberedName(file: string, number = 1): string {
  const ending = extname(file);
  return `${file.slice(0, file.length - ending.length)}-${number + 1}${ending}`;
}

/** Whether a file is unchanged since it was in a known state. */
export function isUnchanged(known: FileState, now: FileState): boolean {
  return now.size === known.size && now.modified === known.modified;
}

/** Whether the file that is there now, if any, may be replaced. */
export function mayReplace(now: FileState | undefined, known: readonly FileState[] | undefined): boolean {
  return now === undefined || known === undefined || known.some((state) => isUnchanged(state, now));
}

/** Reserves the first free name with an empty file, to be replaced; existing files stay. @throws {StorageError} */
async function freeName(file: string, nameOf: (file: string, number: number) => string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = nameOf(file, number);
    try {
      await (await open(name, "wx", 0o600)).close();
      return name;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw fileError(error, name);
    }
  }
}

const stateOf = ({ size, mtimeMs: modified }: Stats): FileState => ({ size, modified });

function growingBeside(file: string): string {
  // The name may already be as long as the file system allows, so the additions must not make it longer.
  return join(dirname(file), `.${[...basename(file)].slice(0, 40).join("")}.${randomUUID()}.part`);
}

function nothingThere(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}

/** A file system without local paths (virtual, remote): the caller delivers the finished file. */
export interface Delivery {
  /** A folder on this machine where the file may grow. */
  readonly scratch: string;
  /** Writes a test file to the place and removes it, before anything is paid; returns what is there. */
  readonly check: () => Promise<FileState | undefined>;
  /** Copies the finished file to its place, or under another name as `ExportTarget.place` does. */
  readonly deliver: (
    finished: string,
    complete: boolean,
    known: Placing["known"],
  ) => Promise<PlacedFile & { readonly kept?: string }>;
  /** Removes a file that was delivered, unless it has changed since. Never throws. */
  readonly remove: (placed: PlacedFile) => Promise<void>;
}

/** A target that is written as a whole once the file is finished on this machine. */
export function deliveredTarget({ scratch, check, deliver, remove }: Delivery): ExportTarget {
  const growing = join(scratch, `.export.${randomUUID()}.part`);
  return {
    growing,
    check,
    place: async (complete, { known, noted }) => {
      const placed = await deliver(growing, complete, known);
      await noted?.(placed);
      await unlink(growing).catch(() => undefined);
      return placed;
    },
    remove,
  };
}

const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** Everything but letters, digits and pictographs: not every file system accepts the rest, and shells need quotes. */
const unfit = /[^\p{L}\p{M}\p{N}\p{So}_]+/gu;
/** Longest name in bytes of UTF-8, ending included: leaves room for additions when a name is taken. */
const longest = 120;

/** A name for an export that every file system accepts: `tiktok-summer-shoes-2026-01-31.json`. */
export function suggestName(platform: string, about: string, date: Date, format: ExportFormat): string {
  const ending = `-${localDay(date)}.${format}`;
  const words = [slug(platform), slug(about)].filter(Boolean).join("-") || "ads";
  const name = words.replace(reserved, "_$&");
  return clip(name, longest - Buffer.byteLength(ending)).replace(/-+$/, "") + ending;
}

function slug(text: string): string {
  const plain = text.normalize("NFC").replace(unfit, "-");
  return plain.replace(/^-+|-+$/g, "").toLowerCase();
}

/** The longest beginning that fits, never cut inside a character that people see as one. */
function clip(text: string, bytes: number): string {
  let clipped = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(clipped + segment) > bytes) break;
    clipped += segment;
  }
  return clipped;
}
