import * as l10n from "@vscode/l10n";
import { keyText, noText } from "../text";
import { problemWords } from "../failures";

/** `error`: it cannot run. `warning`: it may not do what is meant. `info`: worth knowing. */
export type Severity = "error" | "warning" | "info";

export type ProblemCode = keyof typeof problemWords | keyof typeof words;

/** What the message of a problem is made of. */
export interface Wording {
  readonly code: ProblemCode;
  /** The offending value, clipped when shown. */
  readonly value?: string;
  /** A sentence to add. */
  readonly more?: string;
  /** The message to use instead of the code's own. */
  readonly message?: string;
}

const clipped = (value: string) => (value.length <= 200 ? value : `${value.slice(0, 199)}…`);

interface Words {
  /** `error` if absent. */
  readonly severity?: Severity;
  readonly message: (value: string) => string;
}

/** The message for each problem that only files have; those of queries have theirs elsewhere. */
const words = {
  syntax: { message: (name) => l10n.t("This is not valid JSON ({0}).", syntaxWords(name)) },
  notText: {
    message: () => l10n.t("This is not UTF-8. Save the file as UTF-8, or write \\ufffd if you mean {0}.", noText),
  },
  tooLarge: { message: () => l10n.t("This file is too large to be a search.") },
  tooDeep: { message: () => l10n.t("This file is nested too deeply to be a search.") },
  notAnObject: { message: () => l10n.t('A search file is one object: { "platform": …, "body": { … } }.') },
  missing: { message: (name) => l10n.t("“{0}” is missing.", name) },
  unknownMember: {
    severity: "warning",
    message: (name) => l10n.t("“{0}” is not part of a search file and is ignored.", name),
  },
  duplicateName: { message: (name) => l10n.t("“{0}” appears twice. Only one of them counts.", name) },
  wrongType: { message: (expected) => l10n.t("This must be {0}.", expected) },
  unknownPlatform: { message: (name) => l10n.t("There is no platform “{0}”.", name) },
  foreignSchema: {
    severity: "warning",
    message: () => l10n.t("This schema is not from Ad Library Explorer. Your editor may download it."),
  },
  secret: {
    message: () => l10n.t("Never put an API key in a file. Remove it, and replace the key if the file was shared."),
  },
  integerTooLarge: {
    message: () => l10n.t("This number can't be represented exactly. The largest exact integer is 9007199254740991."),
  },
  itemNotListed: {
    severity: "warning",
    message: (key) =>
      l10n.t("The service doesn't list an item {0} for this filter. Check it before you run the search.", key),
  },
  notSent: {
    severity: "warning",
    message: (name) => l10n.t("This filter isn't sent together with “{0}”, so it has no effect.", name),
  },
  itemsNotChecked: {
    severity: "info",
    message: (reason) => l10n.t("These items couldn't be checked. {0}", reason),
  },
  snapshotNotBought: {
    severity: "warning",
    message: (snapshot) =>
      l10n.t(
        "Snapshot {0} isn't in the archive and can't be bought, because each request for page 1 begins a new snapshot. Remove “snapshot” from the search file to get a new result, or import this snapshot's answers.",
        snapshot,
      ),
  },
  oldFilters: {
    severity: "info",
    message: (age) => l10n.t("Checked against the filters fetched {0}.", age),
  },
  noFilters: {
    severity: "info",
    message: (reason) => l10n.t("The filters couldn't be checked. {0}", reason),
  },
} satisfies Readonly<Record<string, Words>>;

/** Problems of queries that are worded differently for files. */
const ownWords: Partial<Readonly<Record<ProblemCode, (value: string) => string>>> = {
  unknownFilter: (name) => l10n.t("This platform has no filter “{0}”.", name),
  sortNotOffered: (by) =>
    l10n.t("This platform can't sort by “{0}”. It would silently use another order and charge for it.", by),
  unknownItem: (key) => l10n.t("This filter has no item {0}.", key),
};

/** Problems that say why something failed: that is short enough, and may end with the command that helps. */
const failures: ReadonlySet<ProblemCode> = new Set(["itemsNotChecked", "noFilters"] as const);

function isQueryCode(code: ProblemCode): code is keyof typeof problemWords {
  return Object.hasOwn(problemWords, code);
}

export function severityOf({ code }: Wording): Severity {
  const { severity = "error" }: Partial<Words> = isQueryCode(code) ? {} : words[code];
  return severity;
}

/** The one or two sentences of a problem. */
export function messageOf({ more, ...found }: Wording): string {
  return more ? `${wordsOf(found)} ${more}` : wordsOf(found);
}

/** The sentence of a kind of problem, whatever the value. */
export const ruleText = (code: ProblemCode): string => wordsOf({ code, value: "…" });

function wordsOf({ code, value = "", message }: Wording): string {
  if (message !== undefined) return message;
  const shown = failures.has(code) ? value : clipped(value);
  const own = ownWords[code];
  if (own) return own(shown);
  return isQueryCode(code) ? problemWords[code](shown) : words[code].message(shown);
}

/** `CommaExpected` as `comma expected`. */
export function syntaxWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** An item's key as shown in a sentence. */
export const shownKey = (key: string): string => (key.startsWith('"') ? `“${keyText(key)}”` : key);
