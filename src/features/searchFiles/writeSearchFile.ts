import type { Node } from "jsonc-parser";
import { writeExact } from "../../protocol/exactJson";
import { isObject } from "../../api";
import { noText } from "../text";
import { exactValue, membersOf, parseFile } from "./fileText";
import { appendEdits, removalEdits, withEdits } from "./fixes";
import { readPlatform } from "../forms";
import type { SearchFile, TextEdit } from "./searchFile";

/** A value whose line would be longer than this is broken up. */
const widest = 100;

/** The text of a new search file. The same search always has the same text. */
export function writeSearchFile({ name, platform, body, pages, snapshot }: SearchFile): string {
  const file = {
    ...(name !== undefined && { name }),
    platform,
    body,
    ...(pages !== undefined && { pages }),
    ...(snapshot !== undefined && { snapshot }),
  };
  const members = Object.entries(file).map(([key, value]) => {
    const broken = key === "body" && isObject(value) && Object.keys(value).length > 0;
    return `  ${writeExact(key)}: ${broken ? brokenUp(value, "  ") : written(value, "  ")}`;
  });
  return escaped(`{\n${members.join(",\n")}\n}\n`);
}

/** In a search file, the sign itself stands for bytes that are no text. */
const escaped = (json: string) => json.replaceAll(noText, "\\ufffd");

/** A value on one line if it fits, else one element per line; integers with all their digits. */
function written(value: unknown, indent: string): string {
  const line = onOneLine(value);
  const breaks = typeof value === "object" && value !== null && line.length + indent.length > widest;
  return breaks ? brokenUp(value, indent) : line;
}

function brokenUp(value: object, indent: string): string {
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((element: unknown) => written(element, inner))
    : Object.entries(value).map(([key, member]) => `${writeExact(key)}: ${written(member, inner)}`);
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** A value on one line, with blanks; integers with all their digits. */
export function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isObject(value)) return writeExact(value);
  const members = Object.entries(value).map(([key, member]) => `${writeExact(key)}: ${onOneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** What to change in a search file: absent members stay unchanged. `name: ""` removes the name. */
export type SearchFileChange = Partial<Pick<SearchFile, "name" | "platform" | "body">>;

/**
 * A file's text with a change to its search. Everything else stays byte for byte, with comments and blanks; undefined
 * if the text is not a search file that can be changed.
 */
export function editSearchFile(text: string, change: SearchFileChange): string | undefined {
  const tree = parseFile(text);
  if (typeof tree === "string" || tree.errors.length > 0 || tree.root?.type !== "object") return undefined;
  const { name, platform, body } = change;
  const now = Object.fromEntries(membersOf(tree.root).map((member) => [member.name, exactValue(member.value, text)]));
  const wanted = {
    ...{ ...now, ...(name !== undefined && { name: name === "" ? undefined : name }) },
    ...(platform !== undefined && readPlatform(now.platform) !== platform && { platform }),
    ...(body && { body }),
  };
  const edits = editsTo(tree.root, wanted, text);
  return edits.length === 0 ? text : editSearchFile(withEdits(text, edits), change);
}

/** The first edits that bring a value closer to another one; none if they are the same. */
function editsTo(node: Node, wanted: unknown, text: string, depth = 0): readonly TextEdit[] {
  const indent = "  ".repeat(depth);
  const is = exactValue(node, text);
  if (writeExact(is) === writeExact(wanted)) return [];
  if (node.type === "array" && Array.isArray(is) && Array.isArray(wanted)) {
    const edits = listEdits(node, is, wanted, text);
    if (edits) return edits;
  }
  // Only the members of the file and those of its body are compared one by one.
  if (node.type !== "object" || !isObject(wanted) || depth > 1)
    return [{ offset: node.offset, length: node.length, text: escaped(written(wanted, indent)) }];
  const left = new Map(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const members = membersOf(node);
  const gone = members.find(({ name }) => !left.has(name));
  if (gone) return removalEdits(gone.whole, text);
  const changes = members.map(({ name, value }) => editsTo(value, left.get(name), text, depth + 1));
  const added = [...left].find(([key]) => members.every(({ name }) => name !== key));
  const add = ([name, value]: readonly [string, unknown]) =>
    appendEdits(node, escaped(`${writeExact(name)}: ${written(value, `${indent}  `)}`), text);
  return changes.find((edits) => edits.length > 0) ?? (added ? add(added) : []);
}

/** Each edit parses the file again, so a list that changes by more elements is written anew. */
const mostElements = 50;

/** A list that only lost some elements, or gained some at its end, keeps the others with their comments. */
function listEdits(
  node: Node,
  is: readonly unknown[],
  wanted: readonly unknown[],
  text: string,
): readonly TextEdit[] | undefined {
  const [old, next] = [is.map(writeExact), wanted.map(writeExact)];
  const kept = old.filter((element) => next.includes(element));
  const isPlain = new Set(old).size === old.length && kept.length > 0 && kept.every((one, at) => one === next[at]);
  if (!isPlain || old.length + next.length - 2 * kept.length > mostElements) return undefined;
  const gone = node.children?.findLast((_, at) => !next.includes(old[at] ?? ""));
  return gone ? removalEdits(gone, text) : appendEdits(node, escaped(onOneLine(wanted[kept.length])), text);
}
