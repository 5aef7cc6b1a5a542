import * as l10n from "@vscode/l10n";

/** A checked key. No message of ours ever contains it, whatever goes wrong. */
export interface ApiKey {
  readonly key: string;
}

/** The most characters that a key may have. */
export const longestKey = 512;

const words = {
  empty: () => l10n.t("Enter the API key."),
  tooLong: () => l10n.t("A key has at most {0} characters. Check what you pasted.", longestKey),
  innerSpace: () => l10n.t("A key has no spaces or line breaks. Check what you pasted."),
  notPrintable: () => l10n.t("A key has only ASCII letters, digits, and symbols. Check what you pasted."),
};

export type ApiKeyProblem = keyof typeof words;

/** Checks a key that was typed or stored: printable ASCII without spaces, so that it fits into a header. */
export function parseApiKey(text: string): ApiKey | ApiKeyProblem {
  const key = text.trim();
  if (key === "") return "empty";
  if (key.length > longestKey) return "tooLong";
  if (/\s/.test(key)) return "innerSpace";
  if (!/^[\x21-\x7e]+$/.test(key)) return "notPrintable";
  return { key };
}

/** Whether a checked result is a problem. */
export function isApiKeyProblem(result: ApiKey | ApiKeyProblem): result is ApiKeyProblem {
  return typeof result === "string";
}

/** The problem in words, for the input box; it never contains the key. */
export const apiKeyProblemText = (problem: ApiKeyProblem): string => words[problem]();

/** The name of the secret for a library: its key is never used for another one. */
export function secretName(library: string): string {
  return `adLibrary.key:${library}`;
}
