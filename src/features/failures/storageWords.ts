import * as l10n from "@vscode/l10n";
import type { Charge } from "../../protocol/credits";
import type { StorageReason } from "../disk";
import type { Told } from "./featureError";

/** The message for something that could not be kept on this machine: the ledger, an answer, or an export's file. */
export function storageMessage({ reason, resumable, charge, ledger }: Told): string {
  if (reason === undefined) return unrecorded(charge, ledger);
  if (resumable) return `${storageWords[reason]()} ${resumeWords[resumable]()}`;
  return l10n.t("{0} Existing files are unchanged.", storageWords[reason]());
}

/** An attempt could not be written to the ledger and was therefore not sent. */
function unrecorded(charge: Charge, reason: StorageReason | undefined): string {
  const what =
    charge === "unknown"
      ? l10n.t("The next attempt couldn't be recorded on this machine, so the request was not sent again.")
      : l10n.t("The spending couldn't be recorded on this machine, so nothing was sent.");
  if (reason === "full") return `${what} ${l10n.t("The disk is full. Free up space, then try again.")}`;
  if (reason === "busy")
    return `${what} ${l10n.t("Another window is using the ledger. Wait a moment, then try again.")}`;
  return `${what} ${l10n.t("See the log for the reason.")}`;
}

/** For a failed export. */
const resumeWords: Readonly<Record<"wholly" | "partly", () => string>> = {
  wholly: () =>
    l10n.t("Everything you paid for is in the archive. Run Resume Export to continue without paying for it again."),
  partly: () =>
    l10n.t("The archive couldn't keep everything you paid for. Resume Export may have to pay for some of it again."),
};

/** What is wrong with a file or its place, in a sentence. */
const storageWords: Readonly<Record<StorageReason, () => string>> = {
  noDatabase: () => l10n.t("This version of VS Code can't open the archive. Update VS Code."),
  full: () => l10n.t("The disk is full. Free up space, then try again."),
  readOnly: () => l10n.t("The folder is read-only. Choose another location."),
  noPermission: () => l10n.t("You don't have permission to write there. Choose another location."),
  missing: () => l10n.t("The folder is missing or can't be opened. Choose another location."),
  busy: () => l10n.t("Another window or program is using the file. Close it there, then try again."),
  damaged: () => l10n.t("The file is damaged. See the log for details."),
  newer: () => l10n.t("The file was written by a newer version of the extension. Update the extension."),
  isFolder: () => l10n.t("A folder with that name already exists. Choose another name."),
  unfinished: () => l10n.t("An unfinished export has that name. Resume it, or choose another name."),
  failed: () => l10n.t("The file couldn't be written or read. See the log for the reason."),
};

/** What is wrong with the archive, and what helps. */
export const archiveWords: Readonly<Record<StorageReason, () => string>> = {
  ...storageWords,
  noDatabase: () => l10n.t("This version of VS Code can't open the archive. Update VS Code."),
  readOnly: () => l10n.t("Its folder is read-only. Make it writable, then try again."),
  noPermission: () =>
    l10n.t("VS Code doesn't have permission to write to its folder. Change the folder's permissions."),
  missing: () => l10n.t("Its folder is missing or can't be opened. The log has its path."),
  busy: () => l10n.t("Another window or program is using it. Wait a moment, then try again."),
  damaged: () => l10n.t("Its file is damaged. Recover Archive adds answers from an older copy."),
  newer: () => l10n.t("A newer version of the extension wrote it. Update the extension."),
  failed: () => l10n.t("See the log for the reason."),
};

/** What the size cap did: the number of answers removed, or 0 if the cap is only nearly reached. */
export interface CapNotice {
  readonly removed: number;
  readonly maxSizeMb: number;
}

/** What the archive's size cap did, or is about to do. */
export function capWords({ removed, maxSizeMb }: CapNotice): string {
  const keep = l10n.t("To keep more, raise adLibrary.archive.maxSizeMb.");
  const what =
    removed > 0
      ? l10n.t(
          "The archive reached its limit of {0} MB. Removed older answers that you paid for: {1}.",
          maxSizeMb,
          removed,
        )
      : l10n.t(
          "The archive is at 90% of its limit of {0} MB. When it is full, the oldest answers are removed.",
          maxSizeMb,
        );
  return `${what} ${keep}`;
}

/** What an older file yielded: the answers it held, those that are readable, and those that the archive lacked. */
export function recoveredWords({ held, saved, added }: Record<"held" | "saved" | "added", number>): string {
  const what =
    added === 0
      ? l10n.t("The archive already has every answer that can be read from this file.")
      : l10n.t("Answers added to the archive: {0}.", added);
  return held === saved ? what : `${what} ${l10n.t("Answers that can't be read: {0}.", held - saved)}`;
}
