import type { Command } from "commander";
import { join, resolve } from "node:path";
import { exitCodes, UsageError } from "./exitCodes";
import type { Action } from "./program";

/** Declares `dataset` and what belongs to it; `shared` adds the common options and the action. */
export function addDatasetCommands(program: Command, shared: (command: Command, action: Action) => Command): void {
  const dataset = program.command("dataset");
  shared(dataset, writeDataset)
    .description(
      "Everything owned of the library as Parquet files for DuckDB, ClickHouse, Spark, pandas. Free, offline.",
    )
    .option("--out <dir>", "folder of the dataset; a later run adds what it lacks")
    .option("--platform <platform>", "searches and details of one platform only")
    .option("--since <day>", "only what was received since, such as 2026-11-01");
  shared(dataset.command("compact"), compactDataset)
    .description("Merge the small files of the months that are over. Free, offline.")
    .argument("<dir>", "folder of the dataset");
  shared(dataset.command("verify"), verifyDataset)
    .description("Compare every file of a dataset with its manifest. Free, offline.")
    .argument("<dir>", "folder of the dataset");
}

/** `dataset`: everything owned of a library, appended to a folder of Parquet files. */
const writeDataset: Action = async ({ session, screen, signal }, { out, platform, since, json }) => {
  if (out === undefined) throw new UsageError("Add --out DIR: the folder of the dataset.");
  const { engine } = session;
  const summary = await engine.datasets.write({
    folder: resolve(out),
    signal,
    ...(platform !== undefined && { platforms: [session.platform(platform)] }),
    ...(since !== undefined && { since: timeOf(since) }),
    onProgress: ({ done, of, ads }) => screen.progress(`${done} of ${of} answers, ${ads} ads`),
    onWait: () => screen.note(waiting),
  });
  const { pages, details, ads, unreadable, files, bytes, total } = summary;
  if (json) screen.json(summary);
  else if (files === 0 || pages + details === 0)
    screen.print(`Nothing new. ${summary.folder}: ${total.files} files, ${megabytes(total.bytes)}.`);
  else {
    const added = `${pages} pages with ${ads} ads and ${details} details added in ${files} files (${megabytes(bytes)})`;
    screen.print(`${summary.folder}: ${added}, 0 credits.`);
    screen.note(`Queries, and how to run them: ${join(summary.folder, "README.md")}`);
  }
  if (unreadable > 0) screen.warn(`${unreadable} answers cannot be read by this version and were left out.`);
  return exitCodes.done;
};

/** `dataset compact`. */
const compactDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const { datasets } = session.engine;
  const summary = await datasets.compact({ folder: resolve(folder), signal, onWait: () => screen.note(waiting) });
  if (json) screen.json(summary);
  else if (summary.before === summary.after) screen.print("Nothing to merge: only months that are over are merged.");
  else screen.print(`${summary.before} files became ${summary.after}.`);
  return exitCodes.done;
};

/** `dataset verify`: each problem as `file: why`. */
const verifyDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const summary = await session.engine.datasets.verify({ folder: resolve(folder), signal });
  const { files, rows, bytes, problems, stray } = summary;
  if (json) screen.json(summary);
  else {
    for (const { file, why } of problems) screen.print(`${file}: ${why}`);
    for (const file of stray) screen.note(`${file}: left by a run that was stopped; the next run removes it`);
    if (problems.length === 0) screen.print(`${files} files, ${rows} rows, ${megabytes(bytes)}: as the manifest says.`);
  }
  return problems.length === 0 ? exitCodes.done : exitCodes.problems;
};

const waiting = "Another program is writing this dataset: waiting for it. Ctrl+C stops.";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A day (its beginning, UTC) or a time. */
function timeOf(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--since takes a day such as 2026-11-01, not ${text}.`);
  return time;
}
