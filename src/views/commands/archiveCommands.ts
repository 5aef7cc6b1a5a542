import * as l10n from "@vscode/l10n";
import { basename } from "node:path";
import vscode = require("vscode");
import type { Archive } from "../../features/archive";
import { recoveredWords } from "../../features/failures";
import type { Panels } from "../panel/panels";
import { plain } from "./boundary";
import type { CommandHandler } from "./commandIds";

/** Commands on everything that was fetched. */
export function archiveCommands(
  archive: Archive,
  panels: Panels,
): Record<"searchArchive" | "recoverArchive" | "clearArchive", CommandHandler> {
  return {
    searchArchive: () => panels.showArchive(),
    recoverArchive: () => recoverArchive(archive),
    clearArchive: () => clearArchive(archive),
  };
}

/** Recovers answers from a file that a person chooses; callers cannot name one. */
async function recoverArchive(archive: Archive): Promise<void> {
  const file = await chooseFile(archive);
  if (file === undefined) return;
  const title = l10n.t("Recovering answers from {0}", basename(file));
  const location = vscode.ProgressLocation.Notification;
  const { held, saved, added } = await vscode.window.withProgress({ location, title }, () => archive.recover(file));
  if (saved === 0)
    void vscode.window.showWarningMessage(plain(l10n.t("No answers can be read from {0}. Choose another file.", file)));
  else void vscode.window.showInformationMessage(recoveredWords({ held, saved, added }));
}

async function chooseFile(archive: Archive): Promise<string | undefined> {
  const found = (await archive.olderFiles()).map(({ file, at }) => ({
    label: basename(file),
    description: at.toLocaleString(),
    file,
  }));
  const other = { label: l10n.t("Browse for a file…"), file: undefined };
  const chosen = await vscode.window.showQuickPick([...found, other], {
    title: l10n.t("Recover Archive (0 credits)"),
    placeHolder: l10n.t("Choose a file. Its answers that are missing from the archive are added"),
  });
  if (!chosen) return undefined;
  if (chosen.file !== undefined) return chosen.file;
  return (await vscode.window.showOpenDialog({ openLabel: l10n.t("Recover") }))?.[0]?.fsPath;
}

async function clearArchive(archive: Archive): Promise<void> {
  const { bytes, pages, details } = await archive.size();
  const clear = l10n.t("Clear Archive");
  const chosen = await vscode.window.showWarningMessage(
    l10n.t(
      "Clear the archive? Pages: {0}. Ad details: {1}. Size: {2} MB.",
      pages,
      details,
      (bytes / 1_000_000).toFixed(1),
    ),
    {
      modal: true,
      detail: l10n.t(
        "This deletes what you paid for from this machine, along with older and damaged copies of the archive. Fetching it again costs credits. Saved searches and exported files stay.",
      ),
    },
    clear,
  );
  if (chosen !== clear) return;
  await archive.clear();
  void vscode.window.showInformationMessage(l10n.t("The archive is empty."));
}
