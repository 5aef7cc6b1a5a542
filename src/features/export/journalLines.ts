import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import * as z from "zod";
import { parseExact } from "../../api/integers";
import { platforms } from "../../protocol/platforms";
import { isAlive } from "../folder/isAlive";
import { fileError } from "../archive/fileError";

const tokens = platforms.map(({ token }) => token);

const plan = z.object({
  format: z.enum(["json", "ndjson", "csv"]),
  about: z.object({
    platform: z.enum(tokens),
    origin: z.string(),
    version: z.enum(["v2", "v1"]).exactOptional(),
    body: z.string(),
    lastHit: z.string().exactOptional(),
    startedAt: z.string(),
    segments: z.record(z.enum(tokens), z.string()).exactOptional(),
  }),
  /** Where the file is to be, in the caller's own words (a URI). */
  target: z.string(),
  /** The temporary file. */
  growing: z.string(),
  details: z.boolean(),
  /** Number of the last page asked for; absent for all. */
  pages: z.int().exactOptional(),
  /** Requests on their way at once; absent for one after the other. */
  ahead: z.int().exactOptional(),
});

const note = z.object({
  page: z.int(),
  /** Length of the temporary file after this page, and of its head. */
  bytes: z.int(),
  head: z.int(),
  /** CRC-32 of what this page added. */
  crc: z.int(),
  /** Totals after this page. */
  firstPage: z.int(),
  pages: z.int(),
  ads: z.int(),
  details: z.int(),
  credits: z.int(),
  lastHit: z.string().exactOptional(),
});

const line = z.union([
  z.object({ version: z.literal(1), plan }),
  z.object({ holder: z.string(), pid: z.int(), host: z.string() }),
  z.object({ asked: z.int() }),
  note,
  z.object({ finishing: z.literal(true) }),
  z.object({ stopped: z.string() }),
]);

/** What an export set out to do; enough to begin it again. */
export type ExportPlan = Readonly<z.infer<typeof plan>>;
/** A page in the temporary file, with the totals after it. */
export type PageNote = Readonly<z.infer<typeof note>>;
export type JournalLine = z.infer<typeof line>;

/** A journal's whole lines in order, with its age; lines that were cut short or are foreign are left out. */
export interface JournalText {
  readonly lines: readonly JournalLine[];
  readonly ageMs: number;
}

/** @throws {StorageError} where the file cannot be read */
export async function readJournal(path: string): Promise<JournalText> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    return { lines: text.split("\n").flatMap(lineOf), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    throw fileError(error, path);
  }
}

function lineOf(text: string): JournalLine[] {
  if (text === "") return [];
  try {
    const parsed = line.safeParse(parseExact(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** Age at which a journal of another machine counts as left behind: a page comes every few seconds. */
const foreignMs = 10 * 60_000;

/** The living holder that claimed first since the last stop, or undefined. `ours` are the holders of this process. */
export function holderOf({ lines, ageMs }: JournalText, ours: ReadonlySet<string>): string | undefined {
  const stop = lines.findLastIndex((one) => "stopped" in one);
  const living = lines.slice(stop + 1).find((one) => {
    if (!("holder" in one)) return false;
    if (one.host !== hostname()) return ageMs < foreignMs;
    return one.pid === process.pid ? ours.has(one.holder) : isAlive(one.pid);
  });
  return living && "holder" in living ? living.holder : undefined;
}
