import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import {
  type ExportProgress,
  type ExportSearch,
  type ExportStop,
  type ExportSummary,
  type ExportWish,
  stopWords,
} from "../../features/export";
import { toFailure } from "../../features/failures";
import type { FrozenSearch } from "../../features/search";
import { placeWords, tellFile } from "../savedTable";
import { plain, showFailure } from "./boundary";

/** Runs an export with its progress and a cancel button, and reports how it ended. */
export async function runExport(exports: ExportSearch, frozen: FrozenSearch, wish: ExportWish): Promise<ExportSummary> {
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Exporting ads"), cancellable: true },
    (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      return exports.run(frozen, wish, (done) => progress.report({ message: progressText(done) }), stop.signal);
    },
  );
  void tellEnd(summary);
  return summary;
}

function progressText({ pages, ads, credits }: ExportProgress): string {
  return [
    pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", pages.toLocaleString()),
    adsText(ads),
    l10n.t("{0} credits", credits.toLocaleString()),
  ].join(", ");
}

const adsText = (ads: number) => (ads === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", ads.toLocaleString()));

/** Stops after which the same export can get further. */
const resumable: ReadonlySet<ExportStop> = new Set(["cap", "cancelled", "failed"]);

/** The result of an export, in figures that match the ledger and the archive. */
function endWords(summary: ExportSummary): string {
  const { file, ads, credits, uncertain, stopped, complete, notKept = 0 } = summary;
  const name = file === undefined ? undefined : placeWords(uriOf(file));
  const words = [
    name === undefined
      ? l10n.t("Nothing was exported. {0} credits were spent.", credits.toLocaleString())
      : l10n.t("{0} exported to {1} for {2} credits.", adsText(ads), name, credits.toLocaleString()),
    uncertain > 0 &&
      l10n.t("{0} more credits may have been charged for requests without an answer.", uncertain.toLocaleString()),
    stopWords[stopped](),
    !complete && credits > 0 && notKept === 0 && l10n.t("Every answer you paid for is in the archive."),
    file !== undefined && resumable.has(stopped) && l10n.t("To continue, run Resume Export."),
    notKept > 0 && l10n.t("Answers worth {0} credits couldn't be stored in the archive.", notKept.toLocaleString()),
  ];
  return words.filter(Boolean).join(" ");
}

async function tellEnd(summary: ExportSummary): Promise<void> {
  if (summary.failure !== undefined) void showFailure(toFailure(summary.failure));
  const { file, complete } = summary;
  const words = plain(endWords(summary));
  if (file === undefined) return void vscode.window.showWarningMessage(words);
  await tellFile(words, uriOf(file), complete);
}

/** The URI of a path on this machine, or of a file elsewhere. */
function uriOf(file: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:\//i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
}
