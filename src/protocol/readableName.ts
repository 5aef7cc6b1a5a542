import type { ItemKey } from "./filters";

/** Short words that are always abbreviations in a service's names. */
const abbreviations: ReadonlySet<string> = new Set(["cta", "cpc", "cpm", "ctr", "id", "os", "ui", "url"]);

/**
 * A service's machine name, made readable for use when it sends no label: `media_type` becomes "Media type".
 * Two-letter names such as country codes, and names that are already texts, stay unchanged.
 */
export function readableName(name: string): string {
  if (!/^[a-z][a-z0-9]{2,}$|^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$/.test(name)) return name;
  const words = name.split(/[_-]/).map((word) => (abbreviations.has(word) ? word.toUpperCase() : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An item's key, made readable: a string key without its quotes and escapes, any other as its JSON text. */
export function keyText(key: ItemKey): string {
  if (!key.startsWith('"')) return key;
  try {
    // A string has no digits to lose.
    // eslint-disable-next-line no-restricted-syntax
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
