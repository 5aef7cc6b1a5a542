import { createReadStream } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { AdRef, Digits } from "../../protocol/ads";
import { HeldLock } from "../disk";
import { ExportJournal, exportIdOf, isJournal, lockOf, momentMs } from "./exportJournal";
import type { PlacedFile } from "./exportTypes";
import { formatWriter } from "./formats";
import { adOf, type Asked, type BegunExport, type JournalLine, type PageNote, readJournal } from "./journalLines";

/** An export that was killed or stopped before it was complete. */
export interface UnfinishedExport {
  /** The journal's file, for `ExportJournal.resume`. */
  readonly journal: string;
  /** The export's ID in the ledger. */
  readonly id: string;
  readonly begun: BegunExport;
  readonly pages: number;
  readonly ads: number;
  /** As of the last written page. The ledger may know of more. */
  readonly credits: number;
  readonly uncertain: number;
  readonly lastHit?: Digits;
  /** Pages that were requested, perhaps charged, and not written. Those in the archive are not lost. */
  readonly lostPages: readonly number[];
  /** The same for details. */
  readonly lostDetails: readonly AdRef[];
  /** Where the temporary file can be continued; absent: begin at page 1, from the archive. */
  readonly point?: ExportPoint;
  /** What the last try left at the place. */
  readonly incomplete?: PlacedFile;
}

/** The good part of a temporary file. */
export type ExportPoint = PageNote;

/** Exports to resume, in the folder of journals, newest first; those that a running window still writes are left out. */
export async function unfinishedExports(folder: string): Promise<readonly UnfinishedExport[]> {
  const found = await Promise.all((await leftJournals(folder)).map((path) => unfinished(path).catch(() => undefined)));
  const startOf = ({ begun }: UnfinishedExport) => begun.about.startedAt;
  return found.filter((one) => one !== undefined).sort((one, other) => (startOf(one) < startOf(other) ? 1 : -1));
}

/**
 * Discards an unfinished export: its journal and temporary file are removed. What was paid for stays in the archive,
 * and a file at its place stays there. @throws {StorageError} `busy` if another window is resuming it
 */
export async function discardExport({ journal, begun }: Pick<UnfinishedExport, "journal" | "begun">): Promise<void> {
  const taken = await ExportJournal.resume(journal);
  await unlink(begun.growing).catch(() => undefined);
  await taken.remove();
}

/** Removes what killed exports left behind if nothing was paid for them, as resuming is pointless. Never throws. */
export async function cleanExports(folder: string): Promise<void> {
  for (const journal of await leftJournals(folder)) {
    const begun = begunOf(await readJournal(journal).catch(() => []));
    if (begun?.free) await discardExport({ journal, begun }).catch(() => undefined);
  }
}

/** Journals that no running window holds. */
async function leftJournals(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isJournal);
  const left = await Promise.all(
    names.map(async (name) => {
      const lock = await HeldLock.wait(lockOf(join(folder, name)), momentMs).catch(() => undefined);
      lock?.release();
      return lock ? [join(folder, name)] : [];
    }),
  );
  return left.flat();
}

const begunOf = (lines: readonly JournalLine[]) => lines.find((line) => "plan" in line)?.plan;

async function unfinished(path: string): Promise<UnfinishedExport | undefined> {
  const lines = await readJournal(path);
  const begun = begunOf(lines);
  if (!begun || begun.free) return undefined;
  const notes = lines.filter((line) => "bytes" in line);
  const size = (await stat(begun.growing).catch(() => undefined))?.size;
  const ended = lines.findLast((line) => "finishing" in line || "stopped" in line);
  if (size === undefined && ended && "finishing" in ended && ended.finishing) {
    // Killed between the rename and the removal of the journal: the file is whole and in its place.
    await discardExport({ journal: path, begun }).catch(() => undefined);
    return undefined;
  }
  const last = notes.at(-1);
  const point = size === undefined ? undefined : await goodPart(begun, notes, size);
  const incomplete = lines.findLast((line) => "stopped" in line && line.incomplete);
  return {
    ...{ journal: path, id: exportIdOf(path), begun },
    ...{ pages: last?.pages ?? 0, ads: last?.ads ?? 0, credits: last?.credits ?? 0, uncertain: last?.uncertain ?? 0 },
    ...(last?.lastHit !== undefined && { lastHit: last.lastHit }),
    ...lostAnswers(lines, point),
    ...(point && { point }),
    ...(incomplete && "incomplete" in incomplete && { incomplete: incomplete.incomplete }),
  };
}

/** What was requested and is not in the good part of the temporary file, up to `point`. */
function lostAnswers(lines: readonly JournalLine[], point: ExportPoint | undefined) {
  const open = new Map<Asked, number>();
  const change = (what: Asked, by: number) => open.set(what, Math.max(0, (open.get(what) ?? 0) + by));
  for (const line of lines) {
    if ("asked" in line) change(line.asked, 1);
    else if ("unsent" in line) change(line.unsent, -1);
    else if ("bytes" in line && point && line.pages <= point.pages) {
      open.delete(line.page);
      // The details of a page are requested before it is written, and those of the next one afterward.
      for (const what of open.keys()) if (typeof what === "string") open.delete(what);
    }
  }
  const lost = [...open].filter(([, times]) => times > 0).map(([what]) => what);
  return {
    lostPages: lost.filter((what) => typeof what === "number"),
    lostDetails: lost.flatMap((what) => (typeof what === "string" ? (adOf(what) ?? []) : [])),
  };
}

/** The last note up to which every byte is intact: after a power cut, a file of the right length can have holes. */
async function goodPart(begun: BegunExport, notes: readonly PageNote[], size: number): Promise<PageNote | undefined> {
  // The head is rewritten at the end, so it must have the length that this version writes.
  const head = headBytes(begun);
  let good: PageNote | undefined;
  for (const note of lastTry(notes)) {
    if (note.bytes > size || note.head !== head) break;
    if ((await checksum(begun.growing, good?.bytes ?? head, note.bytes)) !== note.crc) break;
    good = note;
  }
  return good;
}

function headBytes({ format, about, details }: BegunExport): number {
  const nothing = { pages: 0, ads: 0, details: 0, credits: 0, uncertain: 0, stopped: "running" } as const;
  return Buffer.byteLength(formatWriter(format, about, details).head(nothing));
}

/** Notes of the try that wrote the temporary file: one that started over has fewer pages than were noted. */
function lastTry(notes: readonly PageNote[]): readonly PageNote[] {
  const kept: PageNote[] = [];
  for (const note of notes) {
    while (kept.length > 0 && (kept.at(-1)?.pages ?? 0) >= note.pages) kept.pop();
    kept.push(note);
  }
  return kept;
}

async function checksum(path: string, start: number, end: number): Promise<number> {
  let sum = 0;
  if (end <= start) return sum;
  for await (const bytes of createReadStream(path, { start, end: end - 1 })) {
    if (bytes instanceof Uint8Array) sum = crc32(bytes, sum);
  }
  return sum;
}
