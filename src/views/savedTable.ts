import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { plain } from "./commands/boundary";
import { askCsvPlace, writeText } from "./exportPlace";

/** Reports a written file, with buttons to open it. */
export async function tellFile(words: string, file: vscode.Uri, complete: boolean): Promise<void> {
  const [open, reveal] = [l10n.t("Open"), l10n.t("Reveal")];
  const revealing = revealCommand(file);
  const tell = complete ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await tell(words, open, ...(revealing === undefined ? [] : [reveal]));
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", file);
  else if (chosen === reveal && revealing !== undefined) await vscode.commands.executeCommand(revealing, file);
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

/** Writes a table of owned ads to a place that a person chooses, for 0 credits. */
export async function saveTable(name: string, text: string, rows: number): Promise<void> {
  const file = await askCsvPlace(name);
  if (!file) return;
  await writeText(file, text);
  const ads = rows === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", rows.toLocaleString());
  void tellFile(l10n.t("{0} exported to {1} for 0 credits.", ads, placeWords(file)), file, true);
}
