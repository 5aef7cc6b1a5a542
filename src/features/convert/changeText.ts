import * as l10n from "@vscode/l10n";
import type { Change, ChangeCode } from "./change";

/** One line that tells a change. */
export function changeText({ field, code, from, to }: Change): string {
  return `${field}: ${words[code](from ?? "", to ?? "")}`;
}

const words: Readonly<Record<ChangeCode, (from: string, to: string) => string>> = {
  keyRemoved: () => l10n.t("removed. The key travels in the header x-api-key only."),
  pagingRemoved: () => l10n.t("removed. A V2 search starts at page 1 and has a snapshot of its own."),
  sortRenamed: (from, to) => l10n.t("“{0}” became {1}.", from, to),
  sortNotChecked: (from, to) =>
    l10n.t("“{0}” became {1}. A platform that doesn't offer this sort uses another one without saying so.", from, to),
  sortUnknown: (from) => l10n.t("left out. “{0}” is no V1 sort that has a V2 name.", from),
  sortNotOffered: (from, to) =>
    l10n.t("left out. “{0}” is “{1}” in V2, and this platform does not offer it.", from, to),
  nameToKey: (from, to) => l10n.t("the name “{0}” became the item key {1}.", from, to),
  nameUnknown: (from, to) =>
    to === ""
      ? l10n.t("“{0}” left out. The filter has no item of this name.", from)
      : l10n.t("“{0}” left out. The filter has no item of this name; it has {1}.", from, to),
  nameAmbiguous: (from, to) => l10n.t("“{0}” left out. Several items have this name: {1}.", from, to),
  madeList: (from) => l10n.t("{0} is a list now.", from),
  emptyRemoved: () => l10n.t("removed. It was empty."),
  filterUnknown: () => l10n.t("left out. This platform has no such filter in V2."),
  valueRefused: (from, to) => l10n.t("{0} left out. {1}", from, to),
  notChecked: () => l10n.t("kept as it is, not checked. Connect a library with V2 to have it checked."),
  renamed: (from, to) => l10n.t("is {0} now ({1} times).", to, from),
};
