import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { manifestOf, strayParts } from "./datasetFolder";
import { reasonOf } from "./knownAnswers";
import type { Manifest, Part } from "./manifest";
import type * as Parquet from "./parquet";
import { withFile } from "./reading";
import { tables } from "./tables";

/** Something that differs from the manifest. */
export interface DatasetProblem {
  /** Path relative to the dataset's folder. */
  readonly file: string;
  readonly why: string;
}

export interface VerifySummary {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly problems: readonly DatasetProblem[];
  /** Parts that the manifest does not name, left by an interrupted write. The next one removes them. */
  readonly stray: readonly string[];
}

/** Compares every file of a dataset with its manifest; starts over if another program changed it meanwhile. */
export async function verifyDataset(
  folder: string,
  parquet: typeof Parquet,
  signal: AbortSignal | undefined,
): Promise<VerifySummary> {
  for (;;) {
    const manifest = await manifestOf(folder);
    const summary = await compared(folder, manifest, parquet, signal);
    if (summary.problems.length === 0 || (await manifestOf(folder)).written_at === manifest.written_at) return summary;
  }
}

async function compared(
  folder: string,
  manifest: Manifest,
  parquet: typeof Parquet,
  signal: AbortSignal | undefined,
): Promise<VerifySummary> {
  const problems: DatasetProblem[] = [];
  for (const part of manifest.files) {
    signal?.throwIfAborted();
    const why = await problemOf(folder, part, parquet).catch(reasonOf);
    if (why !== undefined) problems.push({ file: part.path, why });
  }
  problems.push(...(await otherProblems(folder, manifest)));
  const sum = (of: "rows" | "bytes") => manifest.files.reduce((all, part) => all + part[of], 0);
  const facts = { files: manifest.files.length, rows: sum("rows"), bytes: sum("bytes") };
  return { ...facts, problems, stray: await strayParts(folder, manifest) };
}

async function problemOf(folder: string, part: Part, parquet: typeof Parquet): Promise<string | undefined> {
  const path = join(folder, part.path);
  const found = await stat(path).catch(() => undefined);
  if (!found) return "the file is missing";
  if (found.size !== part.bytes) return `it has ${found.size} bytes, but the manifest says ${part.bytes}`;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) hash.update(chunk);
  if (hash.digest("hex") !== part.sha256) return "its content has changed (different SHA-256)";
  return withFile(path, async (file) => {
    const { rows, columns } = await parquet.readFooter(file);
    if (rows !== part.rows) return `it has ${rows} rows, but the manifest says ${part.rows}`;
    const known = new Map<string, string>(tables[part.table].map(({ name, type }) => [name, type]));
    const retyped = columns.find(({ name, type }) => known.has(name) && known.get(name) !== type);
    if (retyped) return `column ${retyped.name} has a different type than in the schema`;
    const times = await timesOf(file, part, parquet);
    const same = times.from === part.from && times.to === part.to;
    return same ? undefined : `its times differ from the manifest's: ${times.from ?? "–"} to ${times.to ?? "–"}`;
  });
}

async function timesOf(file: Parameters<typeof Parquet.readRows>[0], { rows }: Part, { readRows }: typeof Parquet) {
  let [from, to]: [bigint | undefined, bigint | undefined] = [undefined, undefined];
  for (const { received_at: at } of await readRows(file, 0, rows, ["received_at"])) {
    if (typeof at !== "bigint") continue;
    if (from === undefined || at < from) from = at;
    if (to === undefined || at > to) to = at;
  }
  const iso = (ms: bigint | undefined) => (ms === undefined ? undefined : new Date(Number(ms)).toISOString());
  return { from: iso(from), to: iso(to) };
}

/** Checks what the manifest says apart from its files. */
async function otherProblems(folder: string, manifest: Manifest): Promise<readonly DatasetProblem[]> {
  const problems: DatasetProblem[] = [];
  const file = `schema/${manifest.schema.name}.json`;
  const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
  if (text === undefined) problems.push({ file, why: "the file is missing" });
  else if (createHash("sha256").update(text).digest("hex") !== manifest.schema.sha256)
    problems.push({ file, why: "it is not the schema in the manifest" });
  const pages = manifest.files.filter(({ table }) => table === "pages").reduce((sum, { rows }) => sum + rows, 0);
  const listed = manifest.searches.reduce((sum, search) => sum + pagesOf(search.pages), 0);
  if (listed > pages)
    problems.push({ file: "manifest.json", why: `it lists ${listed} pages of searches, but its files have ${pages}` });
  return problems;
}

const pagesOf = (ranges: readonly (readonly [number, number])[]) =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
