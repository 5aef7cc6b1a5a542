import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { isRounded } from "../../api";
import { isDigits } from "../../protocol/ads";
import type { Place, TextSpan } from "./searchFile";

const longest = 1 << 20;
const deepest = 32;

/** A file's text as a tree of its JSON values, comments left out. Trailing commas are allowed. */
export interface FileTree {
  readonly text: string;
  /** Absent if the text has no value at all. */
  readonly root: Node | undefined;
  readonly errors: readonly (TextSpan & { readonly name: string })[];
}

/** Reads an untrusted text: one that is too large or too deep for its kind of file, a search by default, is not parsed. */
export function parseFile(given: string, atMost = longest): FileTree | "tooLarge" | "tooDeep" {
  if (given.length > atMost) return "tooLarge";
  // A byte order mark is one character wide, like the blank that replaces it.
  const text = given.replace(/^\uFEFF/, " ");
  if (isDeep(text)) return "tooDeep";
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return {
    text,
    root,
    errors: errors.map(({ error, offset, length }) => ({ name: printParseErrorCode(error), offset, length })),
  };
}

/** Walks the text's tokens: the parser is recursive, and a file may be of any depth. */
function isDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const sign = text[scanner.getTokenOffset()];
    if (scanner.getTokenLength() === 1 && (sign === "{" || sign === "[")) depth += 1;
    else if (scanner.getTokenLength() === 1 && (sign === "}" || sign === "]")) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** A name and a value of an object. */
export interface Member {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
  /** The name, the colon and the value. */
  readonly whole: Node;
}

/** The members of an object in order, including repeated names; none for any other value. */
export function membersOf(node: Node | undefined): readonly Member[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((whole) => {
    const [key, value] = whole.children ?? [];
    return key && value ? [{ name: String(key.value), key, value, whole }] : [];
  });
}

/** The elements of an array; or the value itself if it is not an array, as filters accept one value for a list. */
export function elementsOf(node: Node): readonly Node[] {
  return node.type === "array" ? (node.children ?? []) : [node];
}

/** A node's value with all its digits: integers beyond the range of a double are bigints, as in `parseExact`. */
export function exactValue(node: Node, text: string): unknown {
  const value: unknown = node.value;
  switch (node.type) {
    case "object":
      // `fromEntries` defines fields: one named `__proto__` stays an ordinary field.
      return Object.fromEntries(membersOf(node).map(({ name, value }) => [name, exactValue(value, text)]));
    case "array":
      return (node.children ?? []).map((child) => exactValue(child, text));
    case "number":
      return exactNumber(spanText(node, text));
    default:
      return value;
  }
}

function exactNumber(digits: string): number | bigint {
  const number = Number(digits);
  return isDigits(digits) && isRounded(number) ? BigInt(digits) : number;
}

export const spanText = ({ offset, length }: TextSpan, text: string): string => text.slice(offset, offset + length);

/** Finds the lines and columns of places in a text. */
export function placer(text: string): (span: TextSpan) => Place {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  const at = (offset: number) => {
    const after = starts.findIndex((start) => start > offset);
    const line = after === -1 ? starts.length : after;
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
  return ({ offset, length }) => {
    const { line, column } = at(offset);
    const end = at(offset + length);
    return { offset, length, line, column, endLine: end.line, endColumn: end.column };
  };
}
