import { endOfString, stringOf } from "../integers";

/** The exact text of each element of `data.ads` in an accepted search answer; as many as `readSearchPage` gives ads. */
export function adSlices(text: string): readonly string[] {
  const ads = member(text, member(text, whole(text), "data"), "ads");
  return [...parts(text, ads, "[")].map(({ value }) => text.slice(value.start, value.end));
}

/** The exact text of `data` in an accepted answer. */
export function detailSlice(text: string): string {
  const data = member(text, whole(text), "data");
  return text.slice(data.start, data.end);
}

/** A value's place in the text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Part {
  readonly key?: string;
  readonly value: Span;
}

function whole(text: string): Span {
  const start = skipSpace(text, 0);
  return { start, end: endOfValue(text, start) };
}

/** The member's value, the last one where a name is repeated, as `JSON.parse` has it; empty where there is none. */
function member(text: string, object: Span, name: string): Span {
  let found: Span = { start: object.end, end: object.end };
  for (const { key, value } of parts(text, object, "{")) if (key === name) found = value;
  return found;
}

/** The members of the object, or the elements of the list, that stands in the span; none where another value does. */
function* parts(text: string, { start, end }: Span, opening: "{" | "["): Generator<Part> {
  if (text[start] !== opening) return;
  let at = skipSpace(text, start + 1);
  while (at < end - 1) {
    const key = opening === "{" ? text.slice(at, endOfString(text, at)) : undefined;
    const from = key === undefined ? at : skipSpace(text, skipSpace(text, at + key.length) + 1);
    const value = { start: from, end: endOfValue(text, from) };
    yield key === undefined ? { value } : { key: stringOf(key), value };
    at = skipSpace(text, skipSpace(text, value.end) + 1);
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\n\r".includes(text[at] ?? "x")) at += 1;
  return at;
}

/** Index after the value that starts at `start`; counts brackets, so any depth will do. */
function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== "{" && first !== "[") return endOfScalar(text, start);
  const token = /["{}[\]]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [mark] = found;
    if (mark === '"') token.lastIndex = endOfString(text, found.index);
    else depth += mark === "{" || mark === "[" ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return text.length;
}

function endOfScalar(text: string, start: number): number {
  const token = /[,\]}\s]/g;
  token.lastIndex = start;
  return token.exec(text)?.index ?? text.length;
}
