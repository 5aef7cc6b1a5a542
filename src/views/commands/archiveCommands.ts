import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Archive } from "../../features/archive/archive";
import type { Panels } from "../panel/panels";
import type { CommandHandler } from "./commandIds";

/** Commands on everything that was fetched. */
export function archiveCommands(
  archive: Archive,
  panels: Panels,
): Record<"searchArchive" | "clearArchive", CommandHandler> {
  return {
    searchArchive: () => panels.showArchive(),
    clearArchive: () => clearArchive(archive),
  };
}

async function clearArchive(archive: Archive): Promise<void> {
  const { bytes, pages, details } = await archive.size();
  const clear = l10n.t("Clear Archive");
  const chosen = await vscode.window.showWarningMessage(
    l10n.t(
      "Clear the archive of {0} pages and {1} ad details ({2} MB)?",
      pages,
      details,
      (bytes / 1_000_000).toFixed(1),
    ),
    {
      modal: true,
      detail: l10n.t(
        "What you paid for is deleted from this machine. Fetching it again costs credits again. Saved searches and exported files stay.",
      ),
    },
    clear,
  );
  if (chosen !== clear) return;
  await archive.clear();
  void vscode.window.showInformationMessage(l10n.t("The archive is empty."));
}
