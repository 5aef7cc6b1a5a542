import { createScanner, type Node } from "jsonc-parser";
import type { TextEdit } from "./searchFile";

// jsonc-parser's `modify` rounds long integers, removes comments next to an element and breaks up short lists.

const endOf = ({ offset, length }: Node) => offset + length;

/** Removes a member or an element, with its comma; comments next to it stay. The edits do not overlap. */
export function removalEdits(node: Node, text: string): readonly TextEdit[] {
  const siblings = node.parent?.children ?? [node];
  const before = siblings[siblings.indexOf(node) - 1];
  const comma = commaAfter(node, text);
  const blank = /\s*$/.exec(text.slice(before ? endOf(before) : 0, node.offset))?.[0].length ?? 0;
  if (comma !== undefined) {
    // The next one takes its place; after a comment, the blanks before it are removed with it.
    const next = siblings[siblings.indexOf(node) + 1];
    if (next && text.slice(comma + 1, next.offset).trim() === "")
      return [{ offset: node.offset, length: next.offset - node.offset, text: "" }];
    const offset = next ? node.offset : node.offset - blank;
    return [{ offset, length: comma + 1 - offset, text: "" }];
  }
  const own = { offset: node.offset - blank, length: node.length + blank, text: "" };
  const between = before && commaAfter(before, text);
  if (between === undefined) return [own];
  // The last one is removed with the comma that separates it from the one before.
  if (between + 1 >= own.offset) return [{ offset: between, length: endOf(node) - between, text: "" }];
  return [{ offset: between, length: 1, text: "" }, own];
}

/** Adds a member or an element, as JSON text, after the last one of an object or an array. */
export function appendEdits(holder: Node, json: string, text: string): readonly TextEdit[] {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const last = holder.children?.at(-1);
  const close = endOf(holder) - 1;
  if (!last) {
    const outer = indentAt(holder.offset, text);
    const broken = holder.type === "object";
    const gap = /\s*$/.exec(text.slice(holder.offset + 1, close))?.[0].length ?? 0;
    const put = broken ? `${eol}${outer}${unitOf(text)}${json}${eol}${outer}` : json;
    return [{ offset: close - gap, length: gap, text: put }];
  }
  const comma = commaAfter(last, text);
  const divide = comma === undefined ? [{ offset: endOf(last), length: 0, text: "," }] : [];
  const from = comma === undefined ? endOf(last) : comma + 1;
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=[\r\n])/.exec(text.slice(from, close));
  if (!rest) return [...divide, { offset: from, length: 0, text: ` ${json}` }];
  return [...divide, { offset: from + rest[0].length, length: 0, text: `${eol}${indentAt(last.offset, text)}${json}` }];
}

/** Applies edits to a text; they must be in order. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const backwards = edits.toReversed();
  return backwards.reduce(
    (now, edit) => now.slice(0, edit.offset) + edit.text + now.slice(edit.offset + edit.length),
    text,
  );
}

/** Where the comma after a value is; undefined if the next token is not a comma. */
function commaAfter(node: Node, text: string): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at : undefined;
}

/** The indentation of the line at an offset. */
function indentAt(offset: number, text: string): string {
  const line =
    text
      .slice(0, offset)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** One level of the text's indentation. */
function unitOf(text: string): string {
  return /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? "  ";
}
