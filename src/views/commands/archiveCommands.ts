import * as l10n from "@vscode/l10n";
import { basename } from "node:path";
import vscode = require("vscode");
import type { Archive, PackedChoice } from "../../features/archive";
import { sharedWords } from "../../features/failures";
import { locale } from "../../features/text";
import { bytesText } from "../../protocol/bytesText";
import { askSave } from "../files";
import { noIcons, plain } from "../words";
import type { CommandPorts, Handlers } from "./commandIds";
import { freeProgress } from "./progress";
import { confirms } from "./steps";

/** Commands on everything that was fetched. */
export const archiveCommands = {
  searchArchive: ({ panels }) => panels.showArchive(),
  importAnswers,
  exportAnswers,
  clearArchive,
} satisfies Handlers;

/** Takes over answers that a person chooses, or removes an earlier import; callers cannot name anything. */
async function importAnswers({ archive: { sharing } }: CommandPorts): Promise<void> {
  const imports = (await sharing.imports()).map((name) => ({ label: l10n.t("Remove the import “{0}”", name), name }));
  const [zip, folder] = [l10n.t("Import a zip file…"), l10n.t("Import a folder…")];
  const chosen = await vscode.window.showQuickPick<{ label: string; detail?: string; name?: string }>(
    [
      { label: zip, detail: l10n.t("Written by “Export Answers…” or “ad-library pack”") },
      { label: folder, detail: l10n.t("An archive's folder: one with “answers” or “details” in it") },
      ...imports,
    ],
    {
      title: l10n.t("Import Answers (0 credits)"),
      placeHolder: l10n.t("Imported answers are kept apart from yours"),
      ignoreFocusOut: true,
    },
  );
  if (chosen?.name !== undefined) return removeImport(sharing, chosen.name);
  const isZip = chosen?.label === zip;
  const source = chosen && (await vscode.window.showOpenDialog(openOptions(isZip)))?.[0]?.fsPath;
  if (source === undefined) return;
  const found = await inProgress(l10n.t("Looking at {0}", basename(source)), (signal) =>
    sharing.preview(source, signal),
  );
  if (!found) return;
  if (found.pages + found.details === 0)
    return void vscode.window.showWarningMessage(plain(l10n.t("{0} has no answers. Choose another one.", source)));
  const yes = l10n.t("Import");
  const detail = plain(
    `${sharedWords(found)} ${l10n.t("They count as bought, for 0 credits. They come from others: the service's terms decide what may be shared.")}`,
  );
  const agreed = await vscode.window.showInformationMessage(
    plain(l10n.t("Import answers from {0}?", basename(source))),
    { modal: true, detail },
    yes,
  );
  if (agreed !== yes) return;
  const taken = await inProgress(l10n.t("Importing {0}", basename(source)), (signal) => sharing.take(source, signal));
  if (taken)
    void vscode.window.showInformationMessage(plain(l10n.t("Imported as “{0}”. {1}", taken.name, sharedWords(taken))));
}

const openOptions = (isZip: boolean): vscode.OpenDialogOptions => ({
  openLabel: l10n.t("Import"),
  canSelectFiles: isZip,
  canSelectFolders: !isZip,
  ...(isZip && { filters: { Zip: ["zip"] } }),
});

async function removeImport(sharing: Archive["sharing"], name: string): Promise<void> {
  const detail = l10n.t("Its answers are deleted from this machine. Your own answers stay.");
  if (await confirms(plain(l10n.t("Remove the import “{0}”?", name)), detail, l10n.t("Remove")))
    await sharing.remove(name);
}

/** Writes answers to a zip file that others can import. */
type ExportPorts = Pick<CommandPorts, "archive" | "saved" | "search">;

async function exportAnswers({ archive, saved, search }: ExportPorts): Promise<void> {
  const searches = await Promise.all(
    (await saved.list()).map(async ({ name, query }) => ({
      label: noIcons(name),
      description: l10n.t("all results of this saved search"),
      what: { address: await search.address(query) } satisfies PackedChoice,
    })),
  );
  const everything = { label: l10n.t("Everything"), description: l10n.t("pages and details"), what: "all" as const };
  const chosen = await vscode.window.showQuickPick<{ label: string; description: string; what: PackedChoice }>(
    [everything, ...searches],
    {
      title: l10n.t("Export Answers (0 credits)"),
      placeHolder: l10n.t("Choose the answers. Neither your API key nor your spending is exported"),
      ignoreFocusOut: true,
    },
  );
  const target = chosen && (await askSave(l10n.t("Export Answers (0 credits)"), "answers.zip", { Zip: ["zip"] }));
  if (!target) return;
  const packed = await inProgress(l10n.t("Exporting answers"), (signal) =>
    archive.sharing.pack(chosen.what, target.fsPath, signal),
  );
  if (!packed) return;
  if (packed.pages + packed.details === 0)
    return void vscode.window.showWarningMessage(
      l10n.t("You haven't bought any of that yet, so nothing was written. Search first, then export."),
    );
  void vscode.window.showInformationMessage(plain(`${basename(target.fsPath)}: ${sharedWords(packed)}`));
}

/** Shows the progress of work; undefined if it was canceled. */
function inProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T | undefined> {
  return freeProgress(title, (signal) =>
    work(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    }),
  );
}

async function clearArchive({ archive }: CommandPorts): Promise<void> {
  const { bytes, pages, details } = await archive.size();
  const size = bytesText(bytes, locale());
  const agreed = await confirms(
    l10n.t("Clear the archive? Pages: {0}. Ad details: {1}. Size: {2}.", pages, details, size),
    l10n.t(
      "This deletes what you paid for, and kept pictures, from this machine. Fetching answers again costs credits. Imported answers, saved searches, and exported files stay.",
    ),
    l10n.t("Clear Archive"),
  );
  if (!agreed) return;
  await archive.clear();
  void vscode.window.showInformationMessage(l10n.t("The archive is empty."));
}
