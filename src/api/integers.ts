import { randomUUID } from "node:crypto";

/**
 * Parses JSON; integers that a double cannot hold become bigints, everything else is what `JSON.parse` makes of it.
 * Costs one walk over the values where there are none (no recursion: any depth).
 * @throws {SyntaxError} when the text is not one JSON document
 */
export function parseExact(text: string): unknown {
  const value = parse(text);
  return holdsRounded(value) ? parseLongIntegers(text) : value;
}

/** Whether a value is an integer with all its digits, or a text that is nothing but one. */
export function isExactInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || typeof value === "bigint" || (typeof value === "string" && isDigits(value));
}

/** The exact decimal digits of an integer, or of a text that is nothing but an integer. */
export function digitsOf(value: unknown): string | undefined {
  return isExactInteger(value) ? String(value) : undefined;
}

/** Whether a text is an integer as JSON writes it. */
export function isDigits(text: string): boolean {
  return text.length <= longest && /^(?:0|-?[1-9]\d*)$/.test(text);
}

/** Writes a parsed value back as JSON text, bigints with all their digits. Meant for values of known, small depth. */
export function writeExact(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExact).join()}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeExact(member)}`);
    return `{${members.join()}}`;
  }
  // `undefined` and functions do not come out of JSON; where a caller brings them, null says "nothing".
  return JSON.stringify(value) ?? "null";
}

// No integer of the contract is longer than an int64; longer tokens would only make a hostile answer slow.
const longest = 40;

function parse(text: string): unknown {
  // eslint-disable-next-line no-restricted-syntax -- the one place where answers are parsed
  return JSON.parse(text);
}

/** Marks each long integer as a string that no answer can contain by chance or intent, and unmarks after the parse. */
function parseLongIntegers(text: string): unknown {
  const mark = `${randomUUID()}:`;
  const root = { value: parse(marked(text, mark)) };
  unmark(root, mark);
  return root.value;
}

function marked(text: string, mark: string): string {
  const parts: string[] = [];
  const token = /"|-?\d[\d.eE+-]*/g;
  let copied = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [match] = found;
    if (match === '"') token.lastIndex = endOfString(text, found.index);
    else if (match.length > 15 && isDigits(match) && !Number.isSafeInteger(Number(match))) {
      parts.push(text.slice(copied, found.index), `"${mark}${match}"`);
      copied = token.lastIndex;
    }
  }
  return parts.join("") + text.slice(copied);
}

/** The value of a JSON string's text, quotes included. */
export function stringOf(json: string): string {
  return json.includes("\\") ? String(parse(json)) : json.slice(1, -1);
}

/** Index after the closing quote of the JSON string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

type Holder = Record<string, unknown> | unknown[];

/** Whether a number may have lost digits, as beyond 2^53. Iterative: the depth of an answer is the sender's choice. */
function holdsRounded(root: unknown): boolean {
  const open: Holder[] = [[root]];
  const isRounded = (value: unknown) => {
    if (typeof value === "number") return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
    if (isHolder(value)) open.push(value);
    return false;
  };
  for (let holder = open.pop(); holder; holder = open.pop()) {
    if (Array.isArray(holder)) {
      for (const value of holder) if (isRounded(value)) return true;
    } else {
      for (const key in holder) if (isRounded(holder[key])) return true;
    }
  }
  return false;
}

/** Puts bigints in the place of marked strings. */
function unmark(root: Holder, mark: string): void {
  const open: object[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "string" && value.startsWith(mark))
        Reflect.set(holder, key, BigInt(value.slice(mark.length)));
      else if (isHolder(value)) open.push(value);
    }
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
