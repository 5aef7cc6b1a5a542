import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import { errorCode, readText, StorageError, writeWhole } from "../disk";
import { ourPart, tableNames, tables } from "./tables";

/** The format of the folder and its manifest: a different number means a different layout. */
const format = 1;

const partShape = z.object({
  /** Path relative to the dataset's folder, with slashes. */
  path: z
    .string()
    .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[a-z_]+\/platform=[a-z]+\/month=(?:[\d-]+|none)\/[\w-]+\.parquet$/),
  table: z.enum(tableNames),
  platform: z.string(),
  month: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string(),
  /** Of `received_at`; absent in a part without rows. */
  from: z.string().optional(),
  to: z.string().optional(),
});

const searchShape = z.object({
  version: z.string(),
  platform: z.string(),
  body: z.string(),
  last_hit: z.string(),
  /** Numbers of the bought pages, as first and last of each contiguous range. */
  pages: z.array(z.tuple([z.int(), z.int()])),
  /** The page that said that no other follows. */
  last_page: z.int().optional(),
  /** Whether all pages from the first to the last one are present. */
  complete: z.boolean(),
  /** What they cost, including pages bought twice; 0 for the sample library and imported pages. */
  credits: z.int(),
  /** The imports and linked folders that some of the pages were read from. */
  imported_from: z.array(z.string()).optional(),
});

const manifestShape = z.object({
  format: z.literal(format),
  schema: z.object({ name: z.string(), sha256: z.string() }),
  tool: z.string(),
  /** The library: its base URL, or `sample:`. */
  origin: z.string(),
  written_at: z.string(),
  /** Hashes of the files beside the tables as they were written; a file with another hash was changed by a person. */
  texts: z.record(z.string(), z.string()).optional(),
  files: z.array(partShape),
  searches: z.array(searchShape),
  details: z.object({ answers: z.int(), credits: z.int() }),
  /** Names of all answers in the dataset. They stay when files are lost, so that nothing is added twice. */
  answers: z.array(z.string()),
});

export type Part = z.infer<typeof partShape>;
export type ManifestSearch = z.infer<typeof searchShape>;
export type Manifest = z.infer<typeof manifestShape>;

/** What a part's path says about it; undefined if no dataset names a part like that. */
export function partOf(facts: Pick<Part, "path" | "rows" | "bytes" | "sha256">): Part | undefined {
  const [, table, platform, month] = /^(\w+)\/platform=(\w+)\/month=([\w-]+)\//.exec(facts.path) ?? [];
  return ourPart.test(facts.path) ? partShape.safeParse({ ...facts, table, platform, month }).data : undefined;
}

/** The schema that is written next to a dataset. */
export const schemaText = `${prettyJson(
  writeExact({
    name: "ad-library-dataset-v1",
    partitions: { platform: "string", month: "string" },
    tables: Object.fromEntries(tableNames.map((name) => [name, { columns: tables[name] }])),
  }),
)}\n`;

export const schema = { name: "v1", sha256: createHash("sha256").update(schemaText).digest("hex") };

/** A dataset without anything in it. */
export function newManifest(origin: string, tool: string): Manifest {
  return {
    ...{ format, schema, tool, origin, written_at: "", files: [], searches: [] },
    details: { answers: 0, credits: 0 },
    answers: [],
  };
}

const fileName = "manifest.json";

/** The manifest of a folder; undefined if it has none. @throws {StorageError} `damaged` or `newer` */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, fileName);
  const text = await readText(path).catch((error: unknown) => {
    // Without the folder, or if it is a file.
    if (/^(?:ENOENT|ENOTDIR)$/.test(errorCode(error) ?? "")) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value = parsed(text, path);
  const known = z.object({ format: z.int() }).safeParse(value);
  if (known.success && known.data.format > format)
    throw new StorageError("newer", `${path}: format ${known.data.format}`);
  const read = manifestShape.safeParse(value);
  if (!read.success) throw new StorageError("damaged", `${path}: ${z.prettifyError(read.error)}`);
  return read.data;
}

function parsed(text: string, path: string): unknown {
  try {
    // eslint-disable-next-line no-restricted-syntax -- a file of ours, whose numbers are counts
    return JSON.parse(text);
  } catch (error) {
    throw new StorageError("damaged", `${path}: ${String(error)}`, { cause: error });
  }
}

/** Replaces the manifest: a crash at any moment leaves the former one or this one. Others may read it: engines do. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeWhole(join(folder, fileName), `${prettyJson(writeExact(manifest))}\n`, 0o644);
}
