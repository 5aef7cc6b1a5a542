import * as l10n from "@vscode/l10n";
import { type Node, createScanner } from "jsonc-parser";
import { writeExact } from "../../protocol/exactJson";
import type { FilterItem } from "../../protocol/filters";
import { keyText } from "../text";
import { membersOf } from "./fileText";
import type { Fix, TextSpan, TextEdit } from "./searchFile";

const longestTitle = 60;

/** A fix that replaces a value by another text. */
export function replacement({ offset, length }: TextSpan, text: string, title?: string): Fix {
  const shown = text.length <= longestTitle ? text : `${text.slice(0, longestTitle)}…`;
  return { title: title ?? l10n.t("Change to {0}", shown), edits: [{ offset, length, text }] };
}

/** A fix that replaces a value by an item's key and names the item's label. */
export function itemFix(span: TextSpan, { key, label }: Pick<FilterItem, "key" | "label">): Fix {
  const title = label === undefined ? undefined : l10n.t("Change to {0} ({1})", keyText(key), label.slice(0, 80));
  return replacement(span, key, title);
}

/** A fix that removes a member or an element, with its comma; comments around it stay. */
export function removal(node: Node, text: string): Fix {
  return { title: l10n.t("Remove"), edits: removalEdits(node, text) };
}

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

/** Sets a member of an object, as JSON text, or removes it. */
export function memberEdits(holder: Node, name: string, json: string | undefined, text: string): readonly TextEdit[] {
  const node = membersOf(holder).find((member) => member.name === name)?.value;
  if (node && json === undefined) return removalEdits(node.parent ?? node, text);
  if (node) return [{ offset: node.offset, length: node.length, text: json ?? "" }];
  return json === undefined ? [] : appendEdits(holder, `${writeExact(name)}: ${json}`, text);
}

/** Applies edits to a text; they must be in order. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const parts = edits.map((edit, index) => {
    const before = edits[index - 1];
    return text.slice(before ? before.offset + before.length : 0, edit.offset) + edit.text;
  });
  const last = edits.at(-1);
  return parts.join("") + text.slice(last ? last.offset + last.length : 0);
}

/** Where the comma after a value is; undefined if the next token is not a comma. */
export function commaAfter(node: Node, text: string): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at : undefined;
}

/** The indentation of the line at an offset. */
export function indentAt(offset: number, text: string): string {
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

/** A candidate, known by its name or by its label. */
interface Named {
  readonly name: string;
  readonly label?: string | undefined;
}

const most = 3;

/** The candidates that a mistyped name most likely means, likeliest first; empty if nothing is close. */
export function nearest<T extends Named>(typed: string, offered: readonly T[]): readonly T[] {
  const wanted = plain(typed);
  if (wanted === "") return [];
  // A short name or a number has near neighbors in every list and means none of them.
  const limit = /^\d+$/.test(wanted) ? 0 : Math.floor(wanted.length / 3);
  const ranked = offered.map((one) => ({ one, away: away(wanted, one, limit) }));
  return ranked
    .filter((each) => each.away <= limit)
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ one }) => one);
}

function away(wanted: string, { name, label }: Named, limit: number): number {
  const names = [name, ...(label === undefined ? [] : [label])].map(plain);
  return Math.min(...names.map((one) => (one === wanted ? 0 : distance(wanted, one, limit))));
}

/** Case, blanks, dashes and underscores do not distinguish names. */
function plain(name: string): string {
  return name
    .slice(0, 100)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}

/** Letters to add, drop, change or swap with a neighbor; more than `limit` if that is clear at once. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      next.push(swapped ? Math.min(changed, (before[j - 2] ?? 0) + 1) : changed);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
