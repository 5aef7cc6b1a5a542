/**
 * Writes a value as JSON text, bigints with all their digits, everything else as `JSON.stringify` does. Meant for values
 * of known, small depth.
 */
export function writeExact(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExact).join()}]`;
  if (typeof value === "object" && value !== null) {
    const known = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${known.map(([key, member]) => `${writeExact(key)}:${writeExact(member)}`).join()}}`;
  }
  // eslint-disable-next-line no-restricted-syntax -- the one place where JSON is written; null stands for "nothing"
  return JSON.stringify(value) ?? "null";
}
