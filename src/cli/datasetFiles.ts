import type { Command } from "commander";
import { join, resolve } from "node:path";
import * as z from "zod";
import { counted } from "./counted";
import { exitCodes, UsageError } from "./exitCodes";
import { refuseCommand } from "./helpWords";
import type { Action } from "./action";

/** Declares `dataset` and its subcommands. `shared` adds the common options and the action. */
export function addDatasetCommands(program: Command, shared: (command: Command, action: Action) => Command): void {
  const dataset = program.command("dataset");
  shared(dataset, writeDataset)
    .description("Write everything you own as Parquet files for DuckDB, ClickHouse, Spark, and pandas. Free, offline.")
    .option("--out <dir>", "folder of the dataset; later runs add what is new")
    .option("--platform <platform>", "only searches and details of this platform")
    .option("--since <day>", "only what was received since this day (UTC), such as 2026-11-01")
    // It takes no arguments, so a word after it is a mistyped subcommand.
    .allowExcessArguments()
    .hook("preAction", ({ args: [word] }, command) => {
      if (command === dataset && word !== undefined) refuseCommand(dataset, word);
    });
  shared(dataset.command("compact"), compactDataset)
    .description("Merge the small files of past months. Free, offline.")
    .argument("<dir>", "folder of the dataset");
  shared(dataset.command("verify"), verifyDataset)
    .description("Check every file of a dataset against its manifest. Free, offline.")
    .argument("<dir>", "folder of the dataset");
}

/** `dataset`: appends everything that is owned of a library to a folder of Parquet files. */
const writeDataset: Action = async ({ session, screen, signal }, { out, platform, since, json }) => {
  if (out === undefined) throw new UsageError("Add --out DIR, the folder of the dataset.");
  const { engine } = session;
  const summary = await engine.datasets.write({
    folder: resolve(out),
    signal,
    ...(platform !== undefined && { platforms: [session.platform(platform)] }),
    ...(since !== undefined && { since: timeOf(since) }),
    onProgress: ({ done, of, ads }) => screen.progress(`${done} of ${counted(of, "answer")}, ${counted(ads, "ad")}`),
    onWait: () => screen.note(waiting),
  });
  const { pages, details, ads, unreadable, files, bytes, total, missing } = summary;
  if (json) screen.json(summary);
  else if (files === 0 || pages + details === 0)
    screen.print(`Nothing new. ${summary.folder}: ${counted(total.files, "file")}, ${sized(total.bytes)}.`);
  else {
    const what = `${counted(pages, "page")} with ${counted(ads, "ad")} and ${counted(details, "detail")}`;
    const added = `${what} added in ${counted(files, "file")} (${sized(bytes)})`;
    screen.print(`${summary.folder}: ${added}, 0 credits.`);
    screen.note(`Queries, and how to run them: ${join(summary.folder, "README.md")}`);
  }
  if (unreadable > 0) screen.warn(`Skipped ${counted(unreadable, "answer")} that this version can't read.`);
  if (missing.length === 0) return exitCodes.done;
  const gone = `${counted(missing.length, "file")} of earlier writes ${missing.length === 1 ? "is" : "are"} missing.`;
  screen.warn(`${gone} ad-library dataset verify names them. To get everything, write to a new folder.`);
  return exitCodes.problems;
};

/** `dataset compact`: merges the small files of past months. */
const compactDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const { datasets } = session.engine;
  const summary = await datasets.compact({ folder: resolve(folder), signal, onWait: () => screen.note(waiting) });
  if (json) screen.json(summary);
  else if (summary.before === summary.after) screen.print("Nothing to merge. Only past months are merged.");
  else screen.print(`Merged ${summary.before} files into ${summary.after}.`);
  return exitCodes.done;
};

/** `dataset verify`: prints each problem as `file: why`. */
const verifyDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const summary = await session.engine.datasets.verify({ folder: resolve(folder), signal });
  const { files, rows, bytes, problems, stray } = summary;
  if (json) screen.json(summary);
  else {
    for (const { file, why } of problems) screen.print(`${file}: ${why}`);
    for (const file of stray) screen.note(`${file}: left by an interrupted write; the next write removes it`);
    if (problems.length === 0)
      screen.print(`${counted(files, "file")}, ${counted(rows, "row")}, ${sized(bytes)}: all match the manifest.`);
  }
  return problems.length === 0 ? exitCodes.done : exitCodes.problems;
};

const waiting = "Waiting for another program that is writing this dataset. Press Ctrl+C to stop.";

const sized = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Reads a day (its beginning, UTC) or a time in ISO 8601. @throws {UsageError} */
function timeOf(text: string): Date {
  const time = new Date(text);
  const [day] = text.split("T");
  // A day that its month doesn't have would be one of the next month.
  if (!z.iso.date().safeParse(day).success || Number.isNaN(time.getTime()))
    throw new UsageError(`--since must be a day such as 2026-11-01, not ${text}.`);
  return time;
}
