const longest = 200;
/** All invisible characters except the two joiners, which belong to words and emoji. */
const unreadable = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s])+/gu;

/** A label as one readable line: without controls and direction marks, clipped between characters. */
export function labelText(label: string): string {
  const plain = label
    .slice(0, longest * 16)
    .replace(unreadable, " ")
    .trim();
  const characters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
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

/** The text without its percent-encoding; undefined if that is invalid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
