import * as l10n from "@vscode/l10n";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, posix } from "node:path";
import vscode = require("vscode");
import { fileError, makeFolder, StorageError, type StorageReason, textOf, writeOver } from "../features/disk";
import {
  deliveredTarget,
  type ExportFormat,
  exportFormats,
  type ExportTarget,
  type FileState,
  incompleteName,
  isUnchanged,
  localTarget,
  mayReplace,
  numberedName,
  type PlacedFile,
} from "../features/export";
import { boardEnding } from "../features/boards";
import { searchFileEnding } from "../features/searchFiles";
import { csvFile, type CsvSeparator, type CsvTable } from "../protocol/csv";
import { adsText, plain } from "./words";

const names: Readonly<Record<ExportFormat, string>> = { json: "JSON", ndjson: "NDJSON", csv: "CSV" };

/** Where an export goes: a file on this machine, or on the workspace's file system. */
export function exportTarget(uri: vscode.Uri, scratch = tmpdir()): ExportTarget {
  if (uri.scheme === "file") return localTarget(uri.fsPath);
  return deliveredTarget({
    scratch,
    check: () => refusedBy(uri, () => check(uri)),
    deliver: async (finished, complete, known) => {
      const bytes = await readFile(finished);
      const changed = complete && !mayReplace(await placedAt(uri).then(undefined, () => undefined), known);
      const place = complete && !changed ? uri : await freeName(uri, complete ? numberedName : incompleteName);
      return refusedBy(place, async () => {
        await putInPlace(bytes, place);
        return { ...(await placedAt(place)), ...(changed && { kept: uri.toString() }) };
      });
    },
    remove: async (placed) => {
      const place = vscode.Uri.parse(placed.file, true);
      const now = await placedAt(place).catch(() => undefined);
      if (now && isUnchanged(placed, now)) await vscode.workspace.fs.delete(place).then(undefined, () => undefined);
    },
  });
}

/** Whether there is a file of this name. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function freeName(uri: vscode.Uri, nameOf: (path: string, number: number) => string): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const place = uri.with({ path: nameOf(uri.path, number) });
    if (!(await isThere(place))) return place;
  }
}

async function placedAt(uri: vscode.Uri): Promise<PlacedFile> {
  const { size, mtime } = await vscode.workspace.fs.stat(uri);
  return { file: uri.toString(), size, modified: mtime };
}

const beside = (place: vscode.Uri) =>
  place.with({ path: posix.join(posix.dirname(place.path), `.${randomUUID()}.part`) });

async function check(place: vscode.Uri): Promise<FileState | undefined> {
  const found = await vscode.workspace.fs.stat(place).then(undefined, () => undefined);
  if (found?.type === vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(place);
  const probe = beside(place);
  await vscode.workspace.fs.writeFile(probe, new Uint8Array([0x0a]));
  await vscode.workspace.fs.delete(probe);
  return found && { size: found.size, modified: found.mtime };
}

/** If the file system fails halfway, the former file stays in its place, or there is none. */
async function putInPlace(bytes: Uint8Array, place: vscode.Uri): Promise<void> {
  const growing = beside(place);
  try {
    await vscode.workspace.fs.writeFile(growing, bytes);
    await vscode.workspace.fs.rename(growing, place, { overwrite: true });
  } catch (error) {
    await vscode.workspace.fs.delete(growing).then(undefined, () => undefined);
    throw error;
  }
}

const reasons: Readonly<Record<string, StorageReason>> = {
  FileNotFound: "missing",
  FileNotADirectory: "missing",
  FileIsADirectory: "isFolder",
  NoPermissions: "noPermission",
  Unavailable: "missing",
};

/** @throws {StorageError} with the message of the file system */
async function refusedBy<T>(place: vscode.Uri, work: () => Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    throw new StorageError(reasons[code] ?? "failed", `${place.toString()}: ${String(error)}`, { cause: error });
  }
}

/** Asks where a new file goes; the dialog begins in the open folder. */
export async function askSave(
  title: string,
  suggested: string,
  filters: Readonly<Record<string, string[]>>,
  saveLabel = l10n.t("Export"),
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && vscode.Uri.joinPath(folder, suggested);
  return vscode.window.showSaveDialog({ title, saveLabel, filters, ...(defaultUri && { defaultUri }) });
}

/** The format that a file's ending names. */
export function formatOf(path: string): ExportFormat | undefined {
  return exportFormats.find((format) => path.toLowerCase().endsWith(`.${format}`));
}

/** Asks where to. The chosen file ending decides the format. */
export async function askPlace(
  suggested: string,
  first: ExportFormat,
  title: string,
): Promise<{ readonly uri: vscode.Uri; readonly format: ExportFormat } | undefined> {
  const formats = [first, ...exportFormats.filter((format) => format !== first)];
  const filters = Object.fromEntries(formats.map((format) => [names[format], [format]]));
  const uri = await askSave(title, suggested, filters);
  return uri && { uri, format: formatOf(uri.path) ?? first };
}

/** Reports a written file, with buttons to open it; returns which of `more` was pressed. */
export async function tellFile(
  words: string,
  file: vscode.Uri,
  complete: boolean,
  more: readonly string[] = [],
): Promise<string | undefined> {
  const [open, reveal] = [l10n.t("Open"), l10n.t("Reveal")];
  const revealing = revealCommand(file);
  const tell = complete ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await tell(words, ...more, open, ...(revealing === undefined ? [] : [reveal]));
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", file);
  else if (chosen === reveal && revealing !== undefined) await vscode.commands.executeCommand(revealing, file);
  return chosen;
}

/** Reveals it in the Explorer if it is in the open folder, else in the system's file manager if there is one. */
function revealCommand(file: vscode.Uri): string | undefined {
  if (vscode.workspace.getWorkspaceFolder(file)) return "revealInExplorer";
  const here = file.scheme === "file" && vscode.env.uiKind === vscode.UIKind.Desktop;
  return here && vscode.env.remoteName === undefined ? "revealFileInOS" : undefined;
}

/** A file's path as a person looks for it: from the open folder, else from the root. */
export function placeWords(file: vscode.Uri): string {
  return plain(vscode.workspace.asRelativePath(file));
}

/** Writes a table of bought ads to a place that a person chooses, for 0 credits. */
export async function saveTable(name: string, rows: CsvTable, separator: CsvSeparator): Promise<void> {
  const file = await askSave(l10n.t("Export Ads (0 credits)"), `${bareName(name.replace(/\.csv$/, ""))}.csv`, {
    [names.csv]: ["csv"],
  });
  if (!file) return;
  await replaceUserFile(file, csvFile(rows, separator));
  void tellFile(l10n.t("{0} exported to {1} for 0 credits.", adsText(rows.length - 1), placeWords(file)), file, true);
}

/** Reads a file that a person chose, on whatever file system it is. @throws {StorageError} */
export function readUserBytes(uri: vscode.Uri): Promise<Uint8Array> {
  return refusedBy(uri, () => vscode.workspace.fs.readFile(uri));
}

/** The same, as text. @throws {StorageError} */
export async function readUserFile(uri: vscode.Uri): Promise<string> {
  return textOf(await readUserBytes(uri), uri.toString());
}

/** Writes a file that a person chose, on whatever file system it is. @throws {StorageError} */
export function writeUserFile(uri: vscode.Uri, content: string | Uint8Array): Promise<void> {
  return refusedBy(uri, () => vscode.workspace.fs.writeFile(uri, Buffer.from(content)));
}

/**
 * Writes such a file as a whole: if that fails halfway, the former one stays. On this machine, its permissions stay as
 * well, and a read-only one is not replaced. @throws {StorageError}
 */
export async function replaceUserFile(uri: vscode.Uri, content: string | Uint8Array): Promise<void> {
  if (uri.scheme !== "file") return refusedBy(uri, () => putInPlace(Buffer.from(content), uri));
  try {
    makeFolder(dirname(uri.fsPath), 0o777);
  } catch (error) {
    throw fileError(error, uri.fsPath);
  }
  return writeOver(uri.fsPath, content);
}

export const nameOfFile = ({ path }: vscode.Uri): string => path.split("/").at(-1) ?? path;

/** A name for a search file from any text. */
export const fileName = (text: string): string => `${bareName(text)}${searchFileEnding}`;

/** A name without an ending, and without what a file system might understand otherwise. */
const bareName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "search";

/** Asks where a search file goes, or uses the caller's path; adds the ending by which editors recognize it. */
export async function askSearchFile(title: string, suggested: string, file?: string): Promise<vscode.Uri | undefined> {
  const filters = { [l10n.t("Search files")]: [searchFileEnding.slice(1), "json"] };
  const chosen =
    file === undefined ? await askSave(title, fileName(suggested), filters, l10n.t("Save")) : fileUri(file);
  if (!chosen || chosen.path.endsWith(searchFileEnding)) return chosen;
  return chosen.with({ path: chosen.path.replace(/(?:\.adsearch)?(?:\.json)?$/, searchFileEnding) });
}

/** Asks where a new board goes. */
export async function askNewBoard(title: string): Promise<vscode.Uri | undefined> {
  const filters = { [l10n.t("Boards")]: [boardEnding.slice(1), "json"] };
  const chosen = await askSave(title, `board${boardEnding}`, filters, l10n.t("Create"));
  if (!chosen || chosen.path.endsWith(boardEnding)) return chosen;
  return chosen.with({ path: chosen.path.replace(/(?:\.adboard)?(?:\.json)?$/, boardEnding) });
}

/** A file given as a path on this machine or as a URI. */
export function fileUri(file: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
}
