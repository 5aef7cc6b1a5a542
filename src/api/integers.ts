import { randomUUID } from "node:crypto";

/**
 * Parses JSON; integers that a double cannot hold become bigints, everything else is what `JSON.parse` makes of it.
 * Without such integers, the extra cost is one walk over the values (no recursion, so any depth works).
 * @throws {SyntaxError} when the text is not one JSON document
 */
export function parseExact(text: string): unknown {
  return exactly(parseRounded(text), text);
}

/**
 * Parses JSON as `JSON.parse` does, for readers that look at every number themselves: where one `isRounded`, `exactly`
 * gives all its digits.
 * @throws {SyntaxError} when the text is not one JSON document
 */
export function parseRounded(text: string): unknown {
  // eslint-disable-next-line no-restricted-syntax -- the one place where answers are parsed
  return JSON.parse(text);
}

/** What `parseExact` returns for a text for which `parseRounded` returned this value. */
export function exactly(value: unknown, text: string): unknown {
  return holdsRounded(value) ? parseLongIntegers(text) : value;
}

/** Whether a value is a number that may have lost digits, such as one beyond 2^53. */
export function isRounded(value: unknown): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

/** Whether a value is an integer with all its digits, or a text that consists of one. */
export function isExactInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || typeof value === "bigint" || (typeof value === "string" && isDigits(value));
}

/** The exact decimal digits of an integer, or of a text that consists of one. */
export function digitsOf(value: unknown): string | undefined {
  return isExactInteger(value) ? String(value) : undefined;
}

/**
 * Whether a text is an integer as JSON writes it, of at most 40 digits. No integer in the contract is longer than an
 * int64; parsing longer tokens would only slow us down.
 */
export function isDigits(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,39})$/.test(text);
}

/** Writes a parsed value back as JSON text, bigints with all their digits. Meant for values of known, small depth. */
export function writeExact(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExact).join()}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeExact(member)}`);
    return `{${members.join()}}`;
  }
  // `undefined` and functions do not come out of JSON; if a caller passes them, null stands for "nothing".
  return JSON.stringify(value) ?? "null";
}

/** Marks each long integer as a string that no answer can contain by chance or intent, and unmarks it after parsing. */
function parseLongIntegers(text: string): unknown {
  const mark = `~${randomUUID()}:`;
  const root = [parseRounded(marked(text, mark))];
  unmark(root, mark);
  return root[0];
}

function marked(text: string, mark: string): string {
  const parts: string[] = [];
  const ifLong = (token: string) => (isDigits(token) && isRounded(Number(token)) ? `"${mark}${token}"` : token);
  let copied = 0;
  for (let at = 0, quote = 0; quote < text.length; at = endOfString(text, quote)) {
    quote = text.indexOf('"', at);
    if (quote === -1) quote = text.length;
    // Usually only a comma or a colon stands between two strings. A double holds any 15 digits.
    // Stryker disable next-line ConditionalExpression,ArithmeticOperator: fewer than 16 characters hold no long integer: looking for one only takes longer
    if (quote - at < 16) continue;
    parts.push(text.slice(copied, at), text.slice(at, quote).replace(/-?\d[\d.eE+-]{15,}/g, ifLong));
    copied = quote;
  }
  return parts.join("") + text.slice(copied);
}

/** The value of a JSON string's text, quotes included. */
export function stringOf(json: string): string {
  // Stryker disable next-line StringLiteral: JSON.parse reads a text without escapes as well, only slower
  return json.includes("\\") ? String(parseRounded(json)) : json.slice(1, -1);
}

/** Index after the closing quote of the JSON string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // Stryker disable next-line ArithmeticOperator: a sum is odd where the difference is
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

const [backslash, tilde] = [0x5c, 0x7e];

type Holder = Record<string, unknown> | unknown[];

/** Whether any number in a parsed value may have lost digits. Iterative, because answers may be of any depth. */
export function holdsRounded(root: unknown): boolean {
  const open: Holder[] = [[root]];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    // Stryker disable next-line ConditionalExpression: the elements of a list can be reached by their keys as well, only slower
    if (Array.isArray(holder)) {
      for (const value of holder) {
        if (isHolder(value)) open.push(value);
        else if (isRounded(value)) return true;
      }
    } else {
      for (const key in holder) {
        const value = holder[key];
        if (isHolder(value)) open.push(value);
        else if (isRounded(value)) return true;
      }
    }
  }
  return false;
}

/** Replaces marked strings by bigints. */
function unmark(root: Holder, mark: string): void {
  const open: Holder[] = [root];
  const isMarked = (value: unknown): value is string => {
    // The first character alone rules out nearly all strings.
    // Stryker disable next-line ConditionalExpression: the mark itself begins with that character
    if (typeof value === "string") return value.charCodeAt(0) === tilde && value.startsWith(mark);
    if (isHolder(value)) open.push(value);
    return false;
  };
  const unmarked = (value: string) => BigInt(value.slice(mark.length));
  for (let holder = open.pop(); holder; holder = open.pop()) {
    // Stryker disable next-line ConditionalExpression: the elements of a list can be reached by their keys as well, only slower
    if (Array.isArray(holder)) {
      // Stryker disable next-line EqualityOperator: behind the last element stands nothing that could be marked
      for (let index = 0; index < holder.length; index += 1) {
        const value: unknown = holder[index];
        if (isMarked(value)) holder[index] = unmarked(value);
      }
    } else {
      for (const key in holder) {
        const value = holder[key];
        if (isMarked(value)) holder[key] = unmarked(value);
      }
    }
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
