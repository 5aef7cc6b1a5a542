import * as l10n from "@vscode/l10n";
import { tmpdir } from "node:os";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { deliveredTarget } from "../features/export/deliveredTarget";
import type { ExportFormat, ExportTarget } from "../features/export/exportTypes";
import { incompleteName, localTarget } from "../features/export/localTarget";

const names: Readonly<Record<ExportFormat, string>> = { json: "JSON", ndjson: "NDJSON", csv: "CSV" };
export const exportFormats: readonly ExportFormat[] = ["json", "ndjson", "csv"];

/** Where an export goes: a file of this machine, or of whatever file system the workspace is on. */
export function exportTarget(uri: vscode.Uri, scratch = tmpdir(), growing?: string): ExportTarget {
  if (uri.scheme === "file") return localTarget(uri.fsPath, growing);
  const delivery = {
    scratch,
    check: async () => {
      const probe = uri.with({ path: `${uri.path}.probe` });
      await vscode.workspace.fs.writeFile(probe, new Uint8Array());
      await vscode.workspace.fs.delete(probe);
    },
    deliver: async (finished: string, complete: boolean) => {
      const place = complete ? uri : uri.with({ path: incompleteName(uri.path) });
      await vscode.workspace.fs.writeFile(place, await readFile(finished));
      return place.toString();
    },
  };
  return deliveredTarget(delivery, growing);
}

/** The format that a file's ending names. */
export function formatOf(path: string): ExportFormat | undefined {
  return exportFormats.find((format) => path.toLowerCase().endsWith(`.${format}`));
}

/** Asks where to. The ending chosen decides the format. */
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
