import * as l10n from "@vscode/l10n";
import { sampleUrl } from "../../protocol/ads";
import type { Charge } from "../../protocol/credits";
import { fileError, type StorageReason } from "../disk";
import { figure } from "../text";
import type { Place, Told } from "./featureError";

/** The message for something that could not be kept on this machine: the ledger, an answer, or an export's file. */
export function storageMessage({ reason, resumable, charge, ledger, place }: Told): string {
  if (reason === undefined) return unrecorded(charge, ledger, place);
  if (resumable) return `${storageWords[reason](place)} ${resumeWords[resumable](place)}`;
  const words = storageWords[reason](place);
  return reason === "notDeleted" ? words : l10n.t("{0} Existing files are unchanged.", words);
}

/** An attempt could not be written to the ledger and was therefore not sent. */
function unrecorded(charge: Charge, reason: StorageReason | undefined, place: Place | undefined): string {
  const what =
    charge === "unknown"
      ? l10n.t("The next attempt couldn't be recorded on this machine, so the request was not sent again.")
      : l10n.t("The spending couldn't be recorded on this machine, so the request was not sent.");
  if (reason === "full") return `${what} ${l10n.t("The disk is full. Free up space, then try again.")}`;
  if (reason === "busy")
    return `${what} ${l10n.t("Another window is using the ledger. Wait a moment, then try again.")}`;
  return what + inLog(place, l10n.t("See the log for the reason."));
}

/** The sentence about the log that follows others; empty in a terminal, which has no log. */
const inLog = (place: Place | undefined, words: string) => (place === "terminal" ? "" : ` ${words}`);

/** A sentence for where it is read. A terminal gets the exact reason on a line of its own. */
type InPlace = (place?: Place) => string;

/** For a failed export. */
const resumeWords: Readonly<Record<"wholly" | "partly", InPlace>> = {
  wholly: (place) =>
    place === "terminal"
      ? l10n.t(
          "Everything you paid for is in the archive. Run ad-library resume to continue without paying for it again.",
        )
      : l10n.t("Everything you paid for is in the archive. Run Resume Export to continue without paying for it again."),
  partly: (place) =>
    place === "terminal"
      ? l10n.t(
          "The archive couldn't keep everything you paid for. ad-library resume may have to pay for some of it again.",
        )
      : l10n.t(
          "The archive couldn't keep everything you paid for. Resume Export may have to pay for some of it again.",
        ),
};

/** What is wrong with a file or its place, in a sentence. */
const storageWords: Readonly<Record<StorageReason, InPlace>> = {
  noDatabase: (place) =>
    place === "terminal"
      ? l10n.t("This version of Node.js can't open the archive. Update Node.js.")
      : l10n.t("This version of VS Code can't open the archive. Update VS Code."),
  full: () => l10n.t("The disk is full. Free up space, then try again."),
  readOnly: () => l10n.t("The folder is read-only. Choose another location."),
  noPermission: () => l10n.t("You don't have permission to write there. Choose another location."),
  missing: () => l10n.t("The folder is missing or can't be opened. Choose another location."),
  busy: () => l10n.t("Another window or program is using the file. Close it there, then try again."),
  damaged: (place) => l10n.t("The file is damaged.") + inLog(place, l10n.t("See the log for details.")),
  notText: () => l10n.t("The file isn't UTF-8. Save it as UTF-8, then try again."),
  newer: () => l10n.t("The file was written by a newer version of Ad Library Explorer. Update Ad Library Explorer."),
  readOnlyFile: () => l10n.t("The file that is there is read-only. Make it writable, or choose another name."),
  isFolder: () => l10n.t("A folder with that name already exists. Choose another name."),
  notFile: () => l10n.t("That name is taken by something that isn't a regular file. Choose another name."),
  unfinished: () => l10n.t("An unfinished export has that name. Resume it, or choose another name."),
  notDeleted: (place) =>
    l10n.t(
      "Some files couldn't be deleted. Close the programs that use them, or change their permissions, then try again.",
    ) + inLog(place, l10n.t("See the log for the reason.")),
  failed: (place) =>
    l10n.t("The file couldn't be written or read.") + inLog(place, l10n.t("See the log for the reason.")),
};

/** What is wrong with the archive, and what helps. */
export const archiveWords: Readonly<Record<StorageReason, InPlace>> = {
  ...storageWords,
  readOnly: () => l10n.t("Its folder is read-only. Make it writable, then try again."),
  noPermission: () => l10n.t("You don't have permission to write to its folder. Change the folder's permissions."),
  missing: (place) =>
    l10n.t("Its folder is missing or can't be opened.") + inLog(place, l10n.t("The log has its path.")),
  busy: () => l10n.t("Another window or program is using it. Wait a moment, then try again."),
  damaged: (place) => l10n.t("One of its files is damaged.") + inLog(place, l10n.t("The log has its path.")),
  newer: () => l10n.t("A newer version of Ad Library Explorer wrote it. Update Ad Library Explorer."),
  failed: (place) => inLog(place, l10n.t("See the log for the reason.")).trim(),
};

/** What it means, and what helps, that a line for a request already sent could not be written to the ledger. */
export function unbookedWords(error: unknown, place: Place): string {
  const what = l10n.t("Couldn't write to the ledger, so a paid request may be counted as uncertain.");
  return `${what} ${archiveWords[fileError(error, "ledger").reason](place)}`.trim();
}

/** What the size cap did: the number of answers removed, or 0 if the cap is only nearly reached. */
export interface CapNotice {
  readonly removed: number;
  readonly maxSizeMb: number;
}

/** What the archive's size cap did, or is about to do. */
export function capWords({ removed, maxSizeMb }: CapNotice, place: Place): string {
  const limit = place === "terminal" ? "AD_LIBRARY_ARCHIVE_MAX_MB" : "adLibrary.archive.maxSizeMb";
  const keep = l10n.t("To keep more, raise {0}.", limit);
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

/** That a linked folder saves nothing, before something is paid for. */
export const emptyLinkedWords = (folder: string) =>
  l10n.t("The linked folder {0} is missing or has no answers, so it can't save any credits. Check its path.", folder);

/** What a folder or zip file of answers has. */
export function sharedWords(shared: {
  readonly pages: number;
  readonly details: number;
  readonly worth: number;
  readonly libraries: readonly string[];
  readonly refused: number;
}): string {
  const { pages, details, worth, libraries, refused } = shared;
  const what = l10n.t(
    "Pages: {0}. Ad details: {1}. Their requests cost {2} credits. Library: {3}.",
    figure(pages),
    figure(details),
    figure(worth),
    libraries.map((library) => (library === sampleUrl ? l10n.t("Sample library") : library)).join(", ") || "–",
  );
  return refused === 0 ? what : `${what} ${l10n.t("Invalid files, which are left out: {0}.", refused)}`;
}
