import { createReadStream } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Digits } from "../../protocol/ads";
import { formatWriter } from "./formats";
import { heldJournals } from "./exportJournal";
import { type ExportPlan, holderOf, type PageNote, readJournal } from "./journalLines";

/** An export that was killed or stopped before it was whole. */
export interface UnfinishedExport {
  /** The journal's file: give it to `ExportJournal.resume`. */
  readonly journal: string;
  readonly plan: ExportPlan;
  readonly pages: number;
  readonly ads: number;
  readonly credits: number;
  readonly lastHit?: Digits;
  /** Pages that were asked for and perhaps charged, but never noted. One that the archive has is not lost. */
  readonly lostPages: readonly number[];
  /** Where the temporary file can go on; absent: begin at page 1, out of the archive. */
  readonly point?: ExportPoint;
}

/** The good part of a temporary file. */
export type ExportPoint = PageNote;

/** Exports to resume, in the folder of journals; those that a living window still writes are left out. */
export async function unfinishedExports(folder: string): Promise<readonly UnfinishedExport[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".journal"));
  const found = await Promise.all(names.map((name) => unfinished(join(folder, name)).catch(() => undefined)));
  return found.filter((one) => one !== undefined);
}

/** Gives an unfinished export up: its journal and its temporary file go. What was paid for stays in the archive. */
export async function dropUnfinished({ journal, plan }: UnfinishedExport): Promise<void> {
  await unlink(plan.growing).catch(() => undefined);
  await unlink(journal).catch(() => undefined);
}

async function unfinished(path: string): Promise<UnfinishedExport | undefined> {
  const journal = await readJournal(path);
  const plan = journal.lines.find((line) => "plan" in line)?.plan;
  if (!plan || holderOf(journal, heldJournals) !== undefined) return undefined;
  const notes = journal.lines.filter((line) => "bytes" in line);
  const size = (await stat(plan.growing).catch(() => undefined))?.size;
  if (
    size === undefined &&
    journal.lines.some((line) => "finishing" in line) &&
    !journal.lines.some((line) => "stopped" in line)
  ) {
    // Killed between the rename and the removal of the journal: the file is whole and in its place.
    await unlink(path).catch(() => undefined);
    return undefined;
  }
  const last = notes.at(-1);
  const noted = new Set(notes.map(({ page }) => page));
  const asked = new Set(journal.lines.flatMap((line) => ("asked" in line ? line.asked : [])));
  const point = size === undefined ? undefined : await goodPart(plan, notes, size);
  return {
    journal: path,
    plan,
    pages: last?.pages ?? 0,
    ads: last?.ads ?? 0,
    credits: last?.credits ?? 0,
    ...(last?.lastHit !== undefined && { lastHit: last.lastHit }),
    lostPages: [...asked].filter((page) => !noted.has(page)),
    ...(point && { point }),
  };
}

/** The last note down to which every byte is as it was written: a power cut can leave holes where the length is right. */
async function goodPart(plan: ExportPlan, notes: readonly PageNote[], size: number): Promise<PageNote | undefined> {
  // The head is written anew at the end: it must be as long as this version writes it.
  const head = headBytes(plan);
  let good: PageNote | undefined;
  for (const note of lastAttempt(notes)) {
    if (note.bytes > size || note.head !== head) break;
    if ((await checksum(plan.growing, good?.bytes ?? head, note.bytes)) !== note.crc) break;
    good = note;
  }
  return good;
}

function headBytes({ format, about, details }: ExportPlan): number {
  const nothing = { pages: 0, ads: 0, details: 0, credits: 0, stopped: "running" } as const;
  return Buffer.byteLength(formatWriter(format, about, details).head(nothing));
}

/** Notes of the attempt that wrote the temporary file: one that began again starts with fewer pages than were noted. */
function lastAttempt(notes: readonly PageNote[]): readonly PageNote[] {
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
