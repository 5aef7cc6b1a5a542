import { randomUUID } from "node:crypto";
import { isDigits } from "../protocol/ads";

/**
 * Parses JSON; integers that a double cannot hold become bigints, everything else is what `JSON.parse` makes of it. Any
 * depth works: a reviver of `JSON.parse` sees the digits as well, but recurses (decision 29).
 * @throws {SyntaxError} when the text is not one JSON document
 */
export function parseExact(text: string): unknown {
  const value = parse(text);
  if (!holdsRounded({ value })) return value;
  const mark = `~${randomUUID()}:`;
  const root: Holder = { value: parse(marked(text, mark)) };
  unmark(root, mark);
  return root.value;
}

/** The same; undefined if the text is not one JSON document. */
export function exactIfJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  // eslint-disable-next-line no-restricted-syntax -- the one place where answers are parsed
  return JSON.parse(text);
}

/** Whether a value is a number that may have lost digits, such as one beyond 2^53. */
export function isRounded(value: unknown): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

/** The same for any value in an object. It takes a tenth of the time that a search for long integers in the text takes. */
function holdsRounded(root: Holder): boolean {
  const open = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    const values: readonly unknown[] = Array.isArray(holder) ? holder : Object.values(holder);
    for (const value of values) {
      if (isHolder(value)) open.push(value);
      else if (isRounded(value)) return true;
    }
  }
  return false;
}

/** Whether a value is an integer with all its digits, or a text that consists of one. */
function isExactInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || typeof value === "bigint" || (typeof value === "string" && isDigits(value));
}

/** The exact decimal digits of an integer, or of a text that consists of one. */
export function digitsOf(value: unknown): string | undefined {
  return isExactInteger(value) ? String(value) : undefined;
}

/** Makes each long integer a string that no answer can contain by chance or intent. */
function marked(text: string, mark: string): string {
  const ifLong = (token: string) => (isDigits(token) && isRounded(Number(token)) ? `"${mark}${token}"` : token);
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0, quote; at < text.length; at = endOfString(text, quote)) {
    quote = text.indexOf('"', at);
    if (quote === -1) quote = text.length;
    // Usually only a comma or a colon stands between two strings.
    if (quote - at < 16) continue;
    parts.push(text.slice(copied, at), text.slice(at, quote).replace(/-?\d[\d.eE+-]{15,}/g, ifLong));
    copied = quote;
  }
  return parts.join("") + text.slice(copied);
}

/** Replaces marked strings by bigints. */
function unmark(root: Holder, mark: string): void {
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const key in holder) {
      const value = holder[key];
      if (isHolder(value)) open.push(value);
      else if (typeof value === "string" && value.startsWith(mark)) holder[key] = BigInt(value.slice(mark.length));
    }
  }
}

type Holder = Record<string, unknown>;

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}

/** The value of a JSON string's text, quotes included. */
export function stringOf(json: string): string {
  return json.includes("\\") ? String(parseExact(json)) : json.slice(1, -1);
}

/** Index after the closing quote of the JSON string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

const backslash = 0x5c;
