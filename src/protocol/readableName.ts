/** Short words that are abbreviations wherever a service uses them in a name. */
const abbreviations: ReadonlySet<string> = new Set(["cta", "cpc", "cpm", "ctr", "id", "os", "ui", "url"]);

/**
 * A service's machine name as people read it, where the service sends no label: `media_type` becomes "Media type".
 * Two-letter names such as country codes, and names that are texts already, stay as they are.
 */
export function readableName(name: string): string {
  if (!/^[a-z][a-z0-9]{2,}$|^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$/.test(name)) return name;
  const words = name.split(/[_-]/).map((word) => (abbreviations.has(word) ? word.toUpperCase() : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
