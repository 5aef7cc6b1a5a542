import { endOfString, stringOf } from "../integers";
import { isIndex } from "./fields";

/*
 * Finds parts of JSON text that `JSON.parse` has accepted, without making values; any depth works. On other text it also
 * ends somewhere, or throws a `SyntaxError`.
 */

/** The exact text of each element of `data.ads` in an accepted search answer. */
export function adSlices(text: string): readonly string[] {
  const ads = memberOf(text, memberOf(text, { value: afterSpace(text, 0) }, "data"), "ads");
  if (!ads) return [];
  const listed = [...partsOf(text, ads.value, "[")].map(({ value, end }) => text.slice(value, end));
  return listed.length > 0 ? listed : slicesOfObject(text, ads);
}

/** The same of a list that was sent as an object, in the order in which `elementsOf` has its elements. */
function slicesOfObject(text: string, list: Part): readonly string[] {
  const members = [...partsOf(text, list.value, "{")].map(({ start, value, end }): [string, string] => [
    stringOf(text.slice(start, endOfString(text, start))),
    text.slice(value, end),
  ]);
  return members.every(([name]) => isIndex(name)) ? Object.values(Object.fromEntries(members)) : [];
}

/** The exact text of `data` in an accepted answer. */
export function detailSlice(text: string): string {
  const data = memberOf(text, { value: afterSpace(text, 0) }, "data");
  return data ? text.slice(data.value, data.end) : "";
}

/** Where a part of a list or an object, its value, and its end are. */
interface Part {
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/** An object's member of this name; of repeated ones the last, as in `JSON.parse`. */
function memberOf(text: string, object: Pick<Part, "value"> | undefined, name: string): Part | undefined {
  let found: Part | undefined;
  for (const member of object ? partsOf(text, object.value, "{") : []) {
    if (stringOf(text.slice(member.start, endOfString(text, member.start))) === name) found = member;
  }
  return found;
}

/** The parts of the list or object at a place; none if something else is there. */
function* partsOf(text: string, at: number, opening: "{" | "["): Generator<Part, void> {
  if (text[at] !== opening) return;
  let start = afterSpace(text, at + 1);
  while (start < text.length && !/[}\]]/.test(text.charAt(start))) {
    const value = opening === "[" ? start : afterSpace(text, afterSpace(text, endOfString(text, start)) + 1);
    const end = endOfValue(text, value);
    yield { start, value, end };
    const next = afterSpace(text, end);
    start = text[next] === "," ? afterSpace(text, next + 1) : next;
  }
}

/** Where the value that begins at a place ends. */
function endOfValue(text: string, start: number): number {
  let [depth, at] = [0, start];
  do {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at);
    else if (character === openBrace || character === openBracket) [depth, at] = [depth + 1, at + 1];
    else if (character === closeBrace || character === closeBracket) [depth, at] = [depth - 1, at + 1];
    else if (depth > 0) at += 1;
    else at = endOfScalar(text, at);
  } while (depth > 0 && at < text.length);
  return at;
}

const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];

function endOfScalar(text: string, start: number): number {
  const end = /[,\]}\s]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

function afterSpace(text: string, at: number): number {
  while (" \t\n\r".includes(text[at] ?? "x")) at += 1;
  return at;
}
