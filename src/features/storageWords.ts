import * as l10n from "@vscode/l10n";
import type { Charge } from "../protocol/credits";
import type { StorageReason } from "./archive/storageError";
import type { CapNotice } from "./archive/tidying";
import type { Told } from "./failureWords";

/** What is said where something could not be kept on this machine: the ledger, an answer, or an export's file. */
export function storageMessage({ reason, resumable, charge, ledger }: Told): string {
  if (reason === undefined) return unrecorded(charge, ledger);
  if (resumable) return `${storageWords[reason]()} ${resumeWords[resumable]()}`;
  return l10n.t("{0} What was there before is unharmed.", storageWords[reason]());
}

/** The ledger did not take an attempt, which therefore did not leave. */
function unrecorded(charge: Charge, reason: StorageReason | undefined): string {
  const what =
    charge === "unknown"
      ? l10n.t("The next attempt could not be recorded on this machine, so the request was not sent again.")
      : l10n.t("The spending could not be recorded on this machine, so nothing was sent.");
  if (reason === "full") return `${what} ${l10n.t("The disk is full. Free up space, then try again.")}`;
  if (reason === "busy")
    return `${what} ${l10n.t("Another window is using the records. Wait a moment, then try again.")}`;
  return `${what} ${l10n.t("See the log for the reason.")}`;
}

/** Of a failed export. */
const resumeWords: Readonly<Record<"wholly" | "partly", () => string>> = {
  wholly: () => l10n.t("Everything paid for is in the archive: Resume Export continues without paying for it again."),
  partly: () =>
    l10n.t(
      "The archive could not keep everything that was paid for: Resume Export may have to pay for some of it again.",
    ),
};

/** What is wrong with a file or its place, in a sentence. */
const storageWords: Readonly<Record<StorageReason, () => string>> = {
  noDatabase: () => l10n.t("This version of VS Code cannot open the archive."),
  full: () => l10n.t("The disk is full: make room, then try again."),
  readOnly: () => l10n.t("The folder is read-only: choose another one."),
  noPermission: () => l10n.t("This machine does not allow to write there: choose another place."),
  missing: () => l10n.t("The folder is gone or cannot be opened."),
  busy: () => l10n.t("Another window or program holds the file: try again."),
  damaged: () => l10n.t("The file is damaged."),
  newer: () => l10n.t("The file was written by a newer version of the extension."),
  isFolder: () => l10n.t("There is a folder of that name: choose another name."),
  unfinished: () => l10n.t("An unfinished export has that name: resume it, or choose another name."),
  failed: () => l10n.t("The file could not be written or read; the log says why."),
};

/** What is wrong with the archive, and what helps. */
export const archiveWords: Readonly<Record<StorageReason, () => string>> = {
  ...storageWords,
  noDatabase: () => l10n.t("This version of VS Code can't open the archive. Update VS Code."),
  readOnly: () => l10n.t("Its folder is read-only. Make it writable, then try again."),
  noPermission: () => l10n.t("VS Code isn't allowed to write to its folder. Change the folder's permissions."),
  missing: () => l10n.t("Its folder is gone or can't be opened. Show Log names it."),
  busy: () => l10n.t("Another window or program is using it. Try again in a moment."),
  damaged: () => l10n.t("Its file is damaged. Recover Archive adds answers from an older copy."),
  newer: () => l10n.t("A newer version of the extension wrote it. Update the extension."),
  failed: () => l10n.t("The log says why."),
};

/** What the archive's size cap did, or is about to do. */
export function capWords({ removed, maxSizeMb }: CapNotice): string {
  const keep = l10n.t("To keep more, raise adLibrary.archive.maxSizeMb.");
  const what =
    removed > 0
      ? l10n.t(
          "The archive reached its limit of {0} MB. Older answers that you paid for were removed: {1}.",
          maxSizeMb,
          removed,
        )
      : l10n.t(
          "The archive is at 90% of its limit of {0} MB. When it is full, the oldest answers are removed.",
          maxSizeMb,
        );
  return `${what} ${keep}`;
}
