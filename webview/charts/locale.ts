import * as l10n from "@vscode/l10n";

/** The language of the page (BCP 47): numbers and dates are written in it. */
export function locale(): string {
  if (typeof document === "undefined") return l10n.t("en");
  return document.documentElement.lang || navigator.language || "en";
}

/** A value made on first use: making an `Intl` object takes longer than writing all texts of a card with it. */
export function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Keeps what `make` returns, for each key and language of the page. */
export function perLocale<K, T>(make: (language: string, key: K) => T): (key: K) => T {
  const made = new Map<string, T>();
  return (key) => {
    const id = locale() + JSON.stringify(key);
    const known = made.get(id) ?? make(locale(), key);
    made.set(id, known);
    return known;
  };
}
