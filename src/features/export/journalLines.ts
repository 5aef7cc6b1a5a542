import { readFile } from "node:fs/promises";
import * as z from "zod";
import { parseExact } from "../../api";
import type { AdRef } from "../../protocol/ads";
import { platforms } from "../../protocol/platforms";
import { fileError } from "../disk";
import { exportFormats } from "./exportTypes";

const tokens = platforms.map(({ token }) => token);

const begun = z.object({
  format: z.enum(exportFormats),
  about: z.object({
    platform: z.enum(tokens),
    origin: z.string(),
    version: z.enum(["v2", "v1"]).exactOptional(),
    body: z.string(),
    lastHit: z.string().exactOptional(),
    startedAt: z.string(),
    chosen: z.literal(true).exactOptional(),
    segments: z.record(z.enum(tokens), z.string()).exactOptional(),
  }),
  /** Where the file will be, as a text of the caller's (a URI). */
  target: z.string(),
  /** The temporary file. */
  growing: z.string().regex(/\.part$/),
  details: z.boolean(),
  /** Number of the last page asked for; absent for all. */
  pages: z.int().exactOptional(),
  /** How many requests to send at once; absent for one after another. */
  ahead: z.int().exactOptional(),
  /** Nothing is paid for, so it is not worth resuming after a kill. */
  free: z.literal(true).exactOptional(),
});

/** The number of a page, or for a detail its ad as `platform:id`. */
const asked = z.union([z.int(), z.string()]);

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
  uncertain: z.int().exactOptional(),
  lastHit: z.string().exactOptional(),
});

/** An ad as a journal names it. */
export const journalName = ({ platform, id }: AdRef): string => `${platform}:${id}`;

/** The ad of such a name. */
export function adOf(name: string): AdRef | undefined {
  const [, named, id] = /^(\w+):(-?\d+)$/.exec(name) ?? [];
  const platform = tokens.find((token) => token === named);
  return platform && id !== undefined ? { platform, id } : undefined;
}

/** The file that an earlier try left at its place, with its state at that time. */
const placed = z.object({ file: z.string(), size: z.int(), modified: z.number() });

const line = z.union([
  z.object({ version: z.literal(1), plan: begun }),
  z.object({ asked }),
  z.object({ unsent: asked }),
  note,
  /** Everything is written, and the rename follows: to the target, or if false to the name of an incomplete file. */
  z.object({ finishing: z.boolean() }),
  z.object({ stopped: z.string(), incomplete: placed.exactOptional() }),
]);

/** What an export was begun with: the `plan` of its journal, enough to start it again. */
export type BegunExport = Readonly<z.infer<typeof begun>>;
/** A page in the temporary file, with the totals after it. */
export type PageNote = Readonly<z.infer<typeof note>>;
export type Asked = z.infer<typeof asked>;
export type JournalLine = z.infer<typeof line>;

/** A journal's whole lines in order; truncated and foreign lines are left out. @throws {StorageError} */
export async function readJournal(path: string): Promise<readonly JournalLine[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").flatMap(lineOf);
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
