import { adKey } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { parseExact } from "../../api";
// prettier-ignore
import {
  appendEdits, commaAfter, exactValue, indentAt, memberEdits, membersOf, onOneLine, removalEdits, type TextEdit, withEdits,
} from "../searchFiles";
import { type BoardAnswer, type BoardEntry, columnsOf } from "./board";
import { readBoard } from "./readBoard";

// A board's text is changed entry by entry: everything else stays byte for byte, with comments and unknown fields.

/** The text of a new board. */
export function newBoard(name: string, columns: readonly string[] = []): string {
  const members = { name, columns, entries: [] };
  const lines = Object.entries(members).map(([key, value]) => `  ${writeExact(key)}: ${onOneLine(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** An entry as its line in a board. */
export function entryLine({ ad, column, tags, note, snapshot, picture, sightings, ...answer }: BoardEntry): string {
  return onOneLine({
    ad: adKey(ad),
    ...answerJson(answer),
    ...(column !== "" && { column }),
    ...(tags.length > 0 && { tags }),
    ...(note !== "" && { note }),
    ...(snapshot && { snapshot }),
    ...(picture !== undefined && { picture }),
    ...(sightings && { sightings: sightings.map(answerJson) }),
  });
}

function answerJson({ source: { library, version, platform, search, received }, sha256 }: BoardAnswer) {
  const page = search && { body: parseExact(search.body), last_hit: search.lastHit, page: search.page };
  return { source: { library, version, platform, ...page, received }, sha256 };
}

/** What a change did to a board's text. */
export interface BoardChange {
  readonly text: string;
  /** The entries that were added or removed. */
  readonly entries: readonly BoardEntry[];
}

/** A board with its list of entries in the text. Undefined if the text has errors. */
function listIn(text: string) {
  const { board, root } = readBoard(text);
  const list = membersOf(root).find(({ name }) => name === "entries")?.value;
  return board && root && list && { board, root, list, nodes: list.children ?? [] };
}

/**
 * Adds entries, each on a line of its own at its place in the order of ads, so that Git merges what two people add. Ads
 * that are on the board already stay as they are. Undefined if the text has errors.
 */
export function addEntries(text: string, added: readonly BoardEntry[]): BoardChange | undefined {
  const read = listIn(text);
  if (!read) return undefined;
  const { board, list, nodes } = read;
  const known = new Set(board.entries.map(({ ad }) => adKey(ad)));
  const fresh = [...new Map(added.map((entry) => [adKey(entry.ad), entry])).values()]
    .filter(({ ad }) => !known.has(adKey(ad)))
    .sort(inOrder);
  const before = Map.groupBy(fresh, (entry) => {
    const found = board.entries.findIndex((other) => inOrder(entry, other) < 0);
    return found === -1 ? board.entries.length : found;
  });
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const first = nodes[0];
  const indent = first ? indentAt(first.offset, text) : `${indentAt(list.offset, text)}  `;
  const edits = [...before].flatMap(([at, entries]): readonly TextEdit[] => {
    const lines = entries.map(entryLine);
    if (!first) {
      const close = list.offset + list.length - 1;
      const all = lines.map((line) => `${eol}${indent}${line}`).join(",");
      return [{ offset: close, length: 0, text: `${all}${eol}${indentAt(list.offset, text)}` }];
    }
    if (at === nodes.length) return appendEdits(list, lines.join(`,${eol}${indent}`), text);
    const previous = nodes[at - 1];
    const from = endOfLine(previous ? (commaAfter(previous, text) ?? 0) : list.offset, text);
    return [{ offset: from, length: 0, text: lines.map((line) => `${eol}${indent}${line},`).join("") }];
  });
  const sorted = edits.sort((one, other) => one.offset - other.offset);
  return { text: withEdits(text, sorted), entries: fresh };
}

/** After a comma or a bracket, and a comment on its line. */
function endOfLine(comma: number, text: string): number {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=[\r\n])/.exec(text.slice(comma + 1, comma + 10_000));
  return comma + 1 + (rest?.[0].length ?? 0);
}

/** By platform, then by ID as a number. */
function inOrder({ ad: one }: BoardEntry, { ad: other }: BoardEntry): number {
  if (one.platform !== other.platform) return one.platform < other.platform ? -1 : 1;
  const [a, b] = [BigInt(one.id), BigInt(other.id)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Removes exactly these entries: one that was changed since stays. Undefined if the text has errors. */
export function removeEntries(text: string, entries: readonly BoardEntry[]): BoardChange | undefined {
  const left = listIn(text)?.nodes.map((node) => onOneLine(exactValue(node, text)));
  if (!left) return undefined;
  const at = entries.map((entry) => left.indexOf(entryLine(entry)));
  return { text: removeAt(text, new Set(at)) ?? text, entries: entries.filter((_, index) => at[index] !== -1) };
}

/** Removes entries by their numbers; comments next to them stay. Undefined if the text has errors. */
export function removeAt(text: string, at: ReadonlySet<number>): string | undefined {
  const nodes = listIn(text)?.nodes;
  const early = nodes?.filter((_, index) => index < nodes.length - 1 && at.has(index));
  const now = early && withEdits(text, early.flatMap((node) => removalEdits(node, text))); // prettier-ignore
  // The last one goes with the comma before it, which belongs to the last that stays.
  const last = now !== undefined && at.has((nodes?.length ?? 0) - 1) ? listIn(now)?.nodes.at(-1) : undefined;
  return now !== undefined && last ? withEdits(now, removalEdits(last, now)) : now;
}

/** Changes entries by their numbers; what is set to nothing is left out of the text. Undefined if the text has errors. */
export function changeEntries(
  text: string,
  at: ReadonlySet<number>,
  change: (entry: BoardEntry, at: number) => Partial<Pick<BoardEntry, "column" | "tags" | "note" | "snapshot">>,
): string | undefined {
  const read = listIn(text);
  const edits = read?.board.entries.flatMap((entry, index) => {
    const node = at.has(index) ? read.nodes[index] : undefined;
    return Object.entries(node ? change(entry, index) : {}).flatMap(([name, value]) => {
      const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
      return node ? memberEdits(node, name, isEmpty ? undefined : onOneLine(value), text) : [];
    });
  });
  return edits && withEdits(text, edits);
}

type Change = (names: readonly string[]) => readonly string[];
/** Changes the named columns and their order; comments next to them stay. Undefined if the text has errors. */
export function changeColumns(text: string, change: Change): string | undefined {
  const read = listIn(text);
  if (!read) return undefined;
  const now = columnsOf(read.board).filter((name) => name !== "");
  const names = change(now);
  if (names === now) return text;
  const list = membersOf(read.root).find(({ name }) => name === "columns")?.value;
  const nodes = list?.children ?? [];
  // A name that is there twice has no place in the new order.
  if (!list || names.length < nodes.length)
    return withEdits(text, memberEdits(read.root, "columns", onOneLine(names), text));
  const changed = nodes.map(({ offset, length }, at) => ({ offset, length, text: onOneLine(names[at]) }));
  const more = names.slice(nodes.length).map(onOneLine).join(", ");
  return withEdits(text, [...changed, ...(more === "" ? [] : appendEdits(list, more, text))]);
}
