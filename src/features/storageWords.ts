import * as l10n from "@vscode/l10n";
import type { StorageReason } from "./archive/storageError";

/** What is wrong with a file or its place, in a sentence. */
export const storageWords: Readonly<Record<StorageReason, () => string>> = {
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
  readOnly: () =>
    l10n.t("Its folder is read-only. You can read what you own; to search for more, make the folder writable."),
  noPermission: () => l10n.t("VS Code isn't allowed to write to its folder. Change the folder's permissions."),
  missing: () => l10n.t("Its folder is gone or can't be opened. Show Log names it."),
  busy: () => l10n.t("Another window or program is using it. Try again in a moment."),
  damaged: () => l10n.t("Its file is damaged. Recover Archive takes an older copy back."),
  newer: () => l10n.t("A newer version of the extension wrote it. Update the extension."),
  failed: () => l10n.t("The log says why."),
};
