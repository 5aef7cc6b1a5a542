import { join, resolve } from "node:path";
import * as z from "zod";
import { counted, sized } from "./screen";
import { exitCodes, UsageError } from "./exitCodes";
import { checkOutFolder } from "./outPlaces";
import type { Action } from "./session";

/** `dataset`: appends everything that is bought of a library to a folder of Parquet files. */
export const writeDataset: Action = async (
  { session, screen, signal },
  { out, platform, since, groups = false, json },
) => {
  if (out === undefined) throw new UsageError("Add --out DIR, the folder of the dataset.");
  await checkOutFolder(resolve(out));
  const { engine } = session;
  const summary = await engine.datasets.write({
    folder: resolve(out),
    signal,
    groups,
    ...(platform !== undefined && { platforms: [session.platform(platform)] }),
    ...(since !== undefined && { since: sinceOf(since) }),
    onProgress: ({ done, of, ads }) => screen.progress(`${done} of ${counted(of, "answer")}, ${counted(ads, "ad")}`),
    onWait: () => screen.note(waiting),
  });
  const { pages, details, ads, unreadable, files, bytes, grouped, total, missing, foreign } = summary;
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
  if (!grouped)
    screen.note(
      "Left creative_group and changes as they are, because you bought more than 3,000 pages and details. Add --groups to update them.",
    );
  if (foreign.length > 0)
    screen.warn(
      `${counted(foreign.length, "file")} in the folders of the tables ${foreign.length === 1 ? "is" : "are"} not part of the dataset, but engines read them. ad-library dataset verify names them.`,
    );
  if (missing.length === 0) return exitCodes.done;
  const gone = `${counted(missing.length, "file")} of earlier writes ${missing.length === 1 ? "is" : "are"} missing.`;
  screen.warn(`${gone} ad-library dataset verify names them. To get everything, write to a new folder.`);
  return exitCodes.problems;
};

/** `dataset compact`: merges the small files of past months. */
export const compactDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const { datasets } = session.engine;
  const summary = await datasets.compact({ folder: resolve(folder), signal, onWait: () => screen.note(waiting) });
  if (json) screen.json(summary);
  else if (summary.before === summary.after) screen.print("Nothing to merge. Only past months are merged.");
  else screen.print(`Merged ${summary.before} files into ${summary.after}.`);
  return exitCodes.done;
};

/** `dataset adopt`: makes a manifest from the parts. */
export const adoptDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
  const { datasets } = session.engine;
  const summary = await datasets.adopt({ folder: resolve(folder), signal, onWait: () => screen.note(waiting) });
  const { files, rows, bytes } = summary;
  if (json) screen.json(summary);
  else screen.print(`Made manifest.json: ${counted(files, "file")}, ${counted(rows, "row")}, ${sized(bytes)}.`);
  return exitCodes.done;
};

/** `dataset verify`: prints each problem as `file: why`. */
export const verifyDataset: Action = async ({ session, screen, signal }, { json }, [folder = ""]) => {
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

/** Reads a day (its beginning, UTC) or a time in ISO 8601. @throws {UsageError} */
export function sinceOf(text: string): Date {
  const time = new Date(text);
  const [day] = text.split("T");
  // A day that its month doesn't have would be one of the next month.
  if (!z.iso.date().safeParse(day).success || Number.isNaN(time.getTime()))
    throw new UsageError(`--since must be a day such as 2026-11-01, not ${text}.`);
  return time;
}
