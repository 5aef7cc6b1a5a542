import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { searchFileEnding } from "../../features/searchFiles";
import { fileUri } from "./given";

export const nameOfFile = ({ path }: vscode.Uri): string => path.split("/").at(-1) ?? path;

/** A name for a file from any text. */
export function fileName(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 60) || "search"}${searchFileEnding}`;
}

/** Asks where a search file goes, or uses the caller's path; adds the ending by which editors recognize it. */
export async function askSearchFile(title: string, suggested: string, file?: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen =
    file === undefined
      ? await vscode.window.showSaveDialog({
          title,
          filters: { [l10n.t("Search files")]: [searchFileEnding.slice(1), "json"] },
          ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName(suggested)) }),
        })
      : fileUri(file);
  if (!chosen || chosen.path.endsWith(searchFileEnding)) return chosen;
  return chosen.with({ path: chosen.path.replace(/(?:\.adsearch)?(?:\.json)?$/, searchFileEnding) });
}
