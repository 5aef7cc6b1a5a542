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

const step = "  ";
/** Deeper parts stay on one line, because an answer may be of any depth. */
const deepest = 32;

/**
 * JSON text with line breaks and indentation, and every number, string and key unchanged: nothing is parsed, so no
 * digit can be lost. A text that is not JSON keeps its characters.
 */
export function prettyJson(text: string): string {
  const parts: string[] = [];
  const wordOrSign = /"(?:[^"\\]|\\[^])*"?|[[\]{},:]|[^\s"[\]{},:]+/g;
  const line = (depth: number) => `\n${step.repeat(Math.min(Math.max(depth, 0), deepest))}`;
  let depth = 0;
  let last = "";
  for (const [sign] of text.matchAll(wordOrSign)) {
    const opens = sign === "{" || sign === "[";
    const closes = sign === "}" || sign === "]";
    const within = depth <= deepest;
    if (closes) depth -= 1;
    if (closes && within && last !== "{" && last !== "[") parts.push(line(depth));
    else if (!closes && within && (last === "{" || last === "[" || last === ",")) parts.push(line(depth));
    parts.push(sign === ":" ? ": " : sign);
    if (opens) depth += 1;
    last = sign;
  }
  return parts.join("");
}
