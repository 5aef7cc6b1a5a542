import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../protocol/failure";
import { interrupted, manifestOf, partsIn } from "./datasetFolder";
import type { Manifest, Part } from "./manifest";
import type * as Parquet from "./parquet";
import { type DatasetContext, wholePart } from "./parts";
import { type Table, tables } from "./tables";

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
  /** Parts left by an interrupted write. The next one removes them. */
  readonly stray: readonly string[];
}

/** Compares every file of a dataset with its manifest; starts over if another program changed it meanwhile. */
export async function verifyDataset(context: DatasetContext): Promise<VerifySummary> {
  const { folder } = context;
  for (;;) {
    const manifest = await manifestOf(folder);
    const summary = await compared(manifest, context);
    if (summary.problems.length === 0 || (await manifestOf(folder)).written_at === manifest.written_at) return summary;
  }
}

async function compared(manifest: Manifest, { folder, parquet, signal }: DatasetContext): Promise<VerifySummary> {
  const problems: DatasetProblem[] = [];
  for (const part of manifest.files) {
    signal?.throwIfAborted();
    const why = await problemOf(folder, part, parquet).catch(messageOf);
    if (why !== undefined) problems.push({ file: part.path, why });
  }
  problems.push(...(await schemaProblems(folder, manifest)));
  const { parts: stray } = await interrupted(folder, manifest);
  const known = new Set([...manifest.files.map(({ path }) => path), ...stray]);
  for (const file of await partsIn(folder))
    if (!known.has(file))
      problems.push({ file, why: "it is not part of the dataset, but engines read it: move it away" });
  const sum = (of: "rows" | "bytes") => manifest.files.reduce((all, part) => all + part[of], 0);
  return { files: manifest.files.length, rows: sum("rows"), bytes: sum("bytes"), problems, stray };
}

async function problemOf(folder: string, part: Part, parquet: typeof Parquet): Promise<string | undefined> {
  const { rows, from, to } = await factsOf(await wholePart(folder, part), part.table, parquet);
  if (rows !== part.rows) return `it has ${rows} rows, but the manifest says ${part.rows}`;
  const same = from === part.from && to === part.to;
  return same ? undefined : `its times differ from the manifest's: ${from ?? "–"} to ${to ?? "–"}`;
}

/** What a part says about itself. @throws {Error} if it is damaged, or has a column of another type than the table */
export async function factsOf(
  file: ArrayBuffer,
  table: Table,
  { readFooter, readRows }: typeof Parquet,
): Promise<Pick<Part, "rows" | "from" | "to">> {
  const { rows, columns } = await readFooter(file);
  const known = new Map<string, string>(tables[table].map(({ name, type }) => [name, type]));
  const retyped = columns.find(({ name, type }) => known.has(name) && known.get(name) !== type);
  if (retyped) throw new Error(`column ${retyped.name} has a different type than in the schema`);
  const times = (await readRows(file, 0, rows, ["received_at"])).flatMap(({ received_at: at }) =>
    typeof at === "bigint" ? [Number(at)] : [],
  );
  if (times.length === 0) return { rows };
  const iso = (pick: (one: number, other: number) => number) => new Date(times.reduce(pick)).toISOString();
  return { rows, from: iso((one, other) => Math.min(one, other)), to: iso((one, other) => Math.max(one, other)) };
}

async function schemaProblems(folder: string, { schema }: Manifest): Promise<readonly DatasetProblem[]> {
  const file = `schema/${schema.name}.json`;
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  if (!bytes) return [{ file, why: "the file is missing" }];
  const same = createHash("sha256").update(bytes).digest("hex") === schema.sha256;
  return same ? [] : [{ file, why: "it is not the schema in the manifest" }];
}
