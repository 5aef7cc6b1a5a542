import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { boardEnding, isReport, pictureFolder, readBoard, reportEndings, type ReportProblem } from "../features/boards";
import { errorCode, fileError, isDevice, makeFolder, replaceable, textOf, writeOver } from "../features/disk";
import { roughlyDecoded } from "../features/text";
import { exitCodes, UsageError } from "./exitCodes";
import { checkOutFolder, refuseDevice } from "./outPlaces";
import { counted, printable, printableName } from "./screen";
import type { Action } from "./session";

/** `report`: writes a board as HTML and Markdown. Free, offline. */
export const writeReport: Action = async ({ screen, session, signal }, { out, json }, [path = ""]) => {
  if (out === undefined) throw new UsageError("Name the folder of the report: --out DIR.");
  await checkOutFolder(resolve(out));
  if (!path.endsWith(boardEnding)) throw new UsageError(`${printableName(path)} is not a board (*${boardEnding}).`);
  const { board, problems: faults } = readBoard(textOf(await read(path), path));
  for (const { range, severity, message } of faults)
    screen.warn(`${printableName(path)}:${range.line}:${range.column} ${severity}: ${printable(message)}`);
  if (!board) return exitCodes.problems;
  const { html, markdown, pictures, problems } = await session.engine.boards.report(board, signal);
  const name = join(resolve(out), basename(path, boardEnding));
  const files = [
    { file: name + reportEndings.html, text: html },
    { file: name + reportEndings.markdown, text: markdown },
  ];
  for (const { file } of files) await checkPlace(file);
  // Named after their bytes: whatever is there under such a name is an earlier one.
  const below = pictures.map((one) => ({ file: join(resolve(out), pictureFolder, one.name), text: one.bytes }));
  for (const folder of below.length > 0 ? [out, join(out, pictureFolder)] : [out]) makePlace(resolve(folder));
  for (const { file, text } of [...below, ...files]) await writeOver(file, text);
  const ads = board.entries.length;
  if (json) screen.json({ board: path, files: files.map(({ file }) => file), ads, problems });
  else screen.print(`${printableName(files[0]?.file ?? "")}: ${counted(ads, "ad")}`);
  for (const problem of problems) screen.warn(wordsOf(problem, path));
  return problems.length > 0 ? exitCodes.problems : exitCodes.done;
};

/** `verify`: makes a report again and names what differs. Free, offline. */
export const verifyReport: Action = async ({ screen, session, signal }, { json }, [path = ""]) => {
  const beside = path.endsWith(reportEndings.html)
    ? path.slice(0, -reportEndings.html.length) + reportEndings.markdown
    : undefined;
  const markdown = beside === undefined ? undefined : await read(beside, true);
  const picture = (name: string) => read(join(dirname(path), pictureFolder, name), true);
  const files = { html: await read(path), markdown, picture };
  const { ads, answers, problems } = await session.engine.boards.verify(files, signal);
  if (json) screen.json({ report: path, ads, answers, markdown: markdown !== undefined, problems });
  else {
    for (const problem of problems)
      screen.print(wordsOf(problem, problem.where === "markdown" ? (beside ?? "") : path));
    if (problems.length === 0)
      screen.print(
        `${printableName(path)}: all figures of ${counted(ads, "ad")} hold, from ${counted(answers, "stored answer")}.`,
      );
    if (markdown === undefined) screen.note("Only the HTML was checked: its Markdown is not beside it.");
  }
  return problems.length > 0 ? exitCodes.problems : exitCodes.done;
};

const wordsOf = ({ where, about, line, message }: ReportProblem, path: string): string =>
  where === "answer" || where === "picture"
    ? `${printable(about)}: ${message}`
    : `${printableName(path)}${line === undefined ? "" : `:${line}`}: ${printable(message)}`;

/** @throws {StorageError} */
function makePlace(folder: string): void {
  try {
    makeFolder(folder, 0o777);
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Never replaces anything but a report. @throws {UsageError} */
async function checkPlace(file: string): Promise<void> {
  const refused = new UsageError(`${printableName(file)} is there and is no report. Choose another folder with --out.`);
  if (await isDevice(file)) throw refused;
  const now = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw fileError(error, file);
  });
  if (now === undefined) return;
  if (!isReport(roughlyDecoded(now))) throw refused;
  await replaceable(file);
}

function read(path: string): Promise<Buffer>;
function read(path: string, mayLack: true): Promise<Buffer | undefined>;
async function read(path: string, mayLack?: true): Promise<Buffer | undefined> {
  await refuseDevice(path);
  return readFile(path).catch((error: unknown) => {
    if (mayLack && errorCode(error) === "ENOENT") return undefined;
    throw new UsageError(`${printableName(path)} can't be read (${errorCode(error) ?? "unknown reason"}).`);
  });
}
