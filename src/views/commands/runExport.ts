import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ExportProgress, ExportStop, ExportSummary } from "../../features/export/exportTypes";
import type { ExportSearch, ExportWish } from "../../features/exportSearch";
import { toFailure } from "../../features/failures";
import type { FrozenSearch } from "../../features/searchAds";
import { plain, showFailure } from "./boundary";

/** Runs an export with its progress and a cancel button, and tells how it ended. */
export async function runExport(exports: ExportSearch, frozen: FrozenSearch, wish: ExportWish): Promise<ExportSummary> {
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Exporting ads"), cancellable: true },
    (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return exports.run(frozen, wish, (done) => progress.report({ message: progressText(done) }), stop.signal);
    },
  );
  void tellEnd(summary);
  return summary;
}

function progressText({ pages, ads, credits }: ExportProgress): string {
  return l10n.t("{0} pages, {1} ads, {2} credits", pages, ads.toLocaleString(), credits.toLocaleString());
}

const stopWords: Readonly<Record<ExportStop, () => string>> = {
  end: () => "",
  asked: () => "",
  cancelled: () => l10n.t("Cancelled: what was paid for is in the file and in the archive."),
  failed: () => l10n.t("It stopped early: what was paid for is in the file and in the archive."),
  barren: () => l10n.t("It stopped: the service repeated the same ads."),
  lookedAhead: () => l10n.t("It stopped: a page was missing."),
  noSnapshot: () => l10n.t("It stopped after page 1: the service named no snapshot to go on with."),
  unclearNextPage: () => l10n.t("It stopped: the service did not say clearly whether a page follows."),
  otherPageReturned: () => l10n.t("It stopped: the service returned another page than the one asked for."),
};

async function tellEnd(summary: ExportSummary): Promise<void> {
  if (summary.failure !== undefined) void showFailure(toFailure(summary.failure));
  const { file, ads, credits, stopped, complete } = summary;
  if (file === undefined) return void vscode.window.showWarningMessage(l10n.t("Nothing was exported."));
  const open = l10n.t("Open");
  const name = file.split(/[\\/]/).at(-1) ?? file;
  const words = [
    l10n.t("{0} ads exported to {1} for {2} credits.", ads.toLocaleString(), name, credits),
    stopWords[stopped](),
  ];
  const tell = complete ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await tell(plain(words.filter(Boolean).join(" ")), open);
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", uriOf(file));
}

/** A path of this machine, or the URI of a file elsewhere. */
function uriOf(file: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:\//i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
}
