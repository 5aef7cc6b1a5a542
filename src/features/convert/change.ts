import * as l10n from "@vscode/l10n";

/** What became of one part of a V1 text. `field` is its V1 name; values are short texts, never a key. */
export interface Change {
  readonly field: string;
  readonly code: ChangeCode;
  readonly from?: string;
  readonly to?: string;
}

type ChangeCode = keyof typeof words;

/** Whether the V2 request asks for something different from the V1 request because of this change. */
export function isLoss({ code }: Change): boolean {
  return losses.includes(code);
}

const losses: readonly ChangeCode[] = [
  ...(["sortUnknown", "sortNotOffered", "nameUnknown", "nameAmbiguous"] as const),
  ...(["filterUnknown", "valueRefused", "notSent"] as const),
];

/** One line that describes a change. */
export function changeText({ field, code, from, to }: Change): string {
  return `${field}: ${words[code](from ?? "", to ?? "")}`;
}

const words = {
  keyRemoved: () => l10n.t("removed. The key is sent only in the header x-api-key."),
  /** Page and snapshot belong to a V1 search. */
  pagingRemoved: () => l10n.t("removed. A V2 search starts at page 1 with its own snapshot."),
  sortRenamed: (from, to) => l10n.t("“{0}” became {1}.", from, to),
  /** Renamed without a form that shows whether the platform offers it. */
  sortNotChecked: (from, to) =>
    l10n.t("“{0}” became {1}. A platform that doesn't offer this sort silently uses another one.", from, to),
  sortUnknown: (from) => l10n.t("removed. The V1 sort “{0}” has no V2 name.", from),
  sortNotOffered: (from, to) => l10n.t("removed. “{0}” is “{1}” in V2, and this platform doesn't offer it.", from, to),
  nameToKey: (from, to) => l10n.t("the name “{0}” became the item key {1}.", from, to),
  nameUnknown: (from, to) =>
    to === ""
      ? l10n.t("“{0}” removed. The filter has no item with this name.", from)
      : l10n.t("“{0}” removed. The filter has no item with this name. Its items: {1}.", from, to),
  nameAmbiguous: (from, to) => l10n.t("“{0}” removed. Several items have this name: {1}.", from, to),
  madeList: (from) => l10n.t("{0} is now a list.", from),
  emptyRemoved: () => l10n.t("removed. It was empty."),
  filterUnknown: () => l10n.t("removed. This platform doesn't have this filter in V2."),
  valueRefused: (from, to) => l10n.t("{0} removed. {1}", from, to),
  /** Another filter of the request displaces it. */
  notSent: (from, to) => l10n.t("{0} removed. It isn't sent together with “{1}”.", from, to),
  /** No live form of V2 to check it against. */
  notChecked: () => l10n.t("kept and not checked. Connect a library with V2 to check it."),
  renamed: (from, to) =>
    from === "1" ? l10n.t("is now {0} (once).", to) : l10n.t("is now {0} ({1} times).", to, from),
} satisfies Readonly<Record<string, (from: string, to: string) => string>>;
