import type { CodeKind } from "../../src/protocol/adTraits";
import { perLocale } from "./locale";

/** A name that a code stands for, with the code if there was one. */
export interface NamedCode {
  readonly name: string;
  readonly code?: string;
}

const codes: Readonly<Record<CodeKind, RegExp>> = {
  region: /^[a-z]{2}$/i,
  language: /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i,
};
const displayNames = perLocale(
  (language, type: CodeKind) => new Intl.DisplayNames(language, { type, fallback: "none" }),
);

/** A country or language code by its name in the page's language; an unknown code stays unchanged. */
export function namedCode(kind: CodeKind | undefined, text: string): NamedCode {
  if (kind === undefined || !codes[kind].test(text)) return { name: text };
  try {
    const name = displayNames(kind).of(kind === "region" ? text.toUpperCase() : text.replaceAll("_", "-"));
    return name === undefined ? { name: text } : { name, code: text.toUpperCase() };
  } catch {
    // Not every text of this shape is a code.
    return { name: text };
  }
}
