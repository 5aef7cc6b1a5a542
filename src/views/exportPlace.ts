import * as l10n from "@vscode/l10n";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import vscode = require("vscode");
import { StorageError, type StorageReason } from "../features/disk";
import {
  deliveredTarget,
  type ExportFormat,
  exportFormats,
  type ExportTarget,
  incompleteName,
  isUnchanged,
  localTarget,
  type PlacedFile,
} from "../features/export";

const names: Readonly<Record<ExportFormat, string>> = { json: "JSON", ndjson: "NDJSON", csv: "CSV" };

/** Where an export goes: a file on this machine, or on the workspace's file system. */
export function exportTarget(uri: vscode.Uri, scratch = tmpdir(), growing?: string): ExportTarget {
  if (uri.scheme === "file") return localTarget(uri.fsPath, growing);
  const delivery = {
    scratch,
    check: () => refusedBy(uri, () => check(uri)),
    deliver: async (finished: string, complete: boolean) => {
      const bytes = await readFile(finished);
      const place = complete ? uri : await freeName(uri);
      return refusedBy(place, async () => {
        await putInPlace(bytes, place);
        return placedAt(place);
      });
    },
    remove: async (placed: PlacedFile) => {
      const place = vscode.Uri.parse(placed.file, true);
      const now = await placedAt(place).catch(() => undefined);
      if (now && isUnchanged(placed, now)) await vscode.workspace.fs.delete(place).then(undefined, () => undefined);
    },
  };
  return deliveredTarget(delivery, growing);
}

/** The first free name that says `incomplete`. */
async function freeName(uri: vscode.Uri): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const place = uri.with({ path: incompleteName(uri.path, number) });
    const taken = await vscode.workspace.fs.stat(place).then(
      () => true,
      () => false,
    );
    if (!taken) return place;
  }
}

async function placedAt(uri: vscode.Uri): Promise<PlacedFile> {
  const { size, mtime } = await vscode.workspace.fs.stat(uri);
  return { file: uri.toString(), size, modified: mtime };
}

const beside = (place: vscode.Uri) =>
  place.with({ path: posix.join(posix.dirname(place.path), `.${randomUUID()}.part`) });

async function check(place: vscode.Uri): Promise<void> {
  const found = await vscode.workspace.fs.stat(place).then(
    ({ type }) => type,
    () => undefined,
  );
  if (found === vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(place);
  const probe = beside(place);
  await vscode.workspace.fs.writeFile(probe, new Uint8Array([0x0a]));
  await vscode.workspace.fs.delete(probe);
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
async function refusedBy<T>(place: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    throw new StorageError(reasons[code] ?? "failed", `${place.toString()}: ${String(error)}`, { cause: error });
  }
}

/** Writes a whole text, or leaves what was there. @throws {StorageError} with the message of the file system */
export function writeText(place: vscode.Uri, text: string): Promise<void> {
  return refusedBy(place, () => putInPlace(new TextEncoder().encode(text), place));
}

/** Asks where a table goes. */
export async function askCsvPlace(suggested: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: l10n.t("Export Archive Ads (0 credits)"),
    saveLabel: l10n.t("Export"),
    filters: { [names.csv]: ["csv"] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, suggested) }),
  });
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
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const formats = [first, ...exportFormats.filter((format) => format !== first)];
  const uri = await vscode.window.showSaveDialog({
    title,
    saveLabel: l10n.t("Export"),
    filters: Object.fromEntries(formats.map((format) => [names[format], [format]])),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, suggested) }),
  });
  return uri && { uri, format: formatOf(uri.path) ?? first };
}
