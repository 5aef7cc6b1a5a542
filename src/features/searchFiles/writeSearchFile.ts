import type { Node } from "jsonc-parser";
import { writeExact } from "../../protocol/exactJson";
import { isObject } from "../../api";
import { noText } from "../text";
import { exactValue, membersOf, parseFile } from "./fileText";
import { appendEdits, removalEdits, withEdits } from "./fixes";
import { readPlatform } from "../forms";
import type { SearchFile } from "./searchFile";

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
  const start = objectIn(text);
  if (!start) return undefined;
  let edited = text;
  const { name, platform, body } = change;
  const now = (key: string) => membersOf(objectIn(edited)).find((member) => member.name === key)?.value;
  if (name !== undefined && now("name")?.value !== name)
    edited = withValue(edited, ["name"], name === "" ? undefined : writeExact(name));
  if (platform !== undefined && readPlatform(now("platform")?.value) !== platform)
    edited = withValue(edited, ["platform"], writeExact(platform));
  return body === undefined ? edited : withBody(edited, body);
}

function objectIn(text: string): Node | undefined {
  const tree = parseFile(text);
  if (typeof tree === "string" || tree.errors.length > 0) return undefined;
  return tree.root?.type === "object" ? tree.root : undefined;
}

function withBody(text: string, body: SearchFile["body"]): string {
  const old = membersOf(objectIn(text)).find(({ name }) => name === "body")?.value;
  if (old?.type !== "object") return withValue(text, ["body"], written(body, "  "));
  let edited = text;
  for (const { name, value } of membersOf(old)) {
    if (!Object.hasOwn(body, name)) edited = withValue(edited, ["body", name], undefined);
    else if (!isSame(exactValue(value, text), body[name])) edited = withMember(edited, name, body[name]);
  }
  const known = new Set(membersOf(old).map(({ name }) => name));
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) edited = withValue(edited, ["body", name], written(value, "    "));
  }
  return edited;
}

/** A list that only lost elements, or gained some at its end, keeps the others with their comments. */
function withMember(text: string, name: string, value: unknown): string {
  const node = membersOf(membersOf(objectIn(text)).find((one) => one.name === "body")?.value).find(
    (one) => one.name === name,
  )?.value;
  const whole = () => withValue(text, ["body", name], written(value, "    "));
  if (node?.type !== "array" || !Array.isArray(value)) return whole();
  const old = (node.children ?? []).map((child) => writeExact(exactValue(child, text)));
  const wanted = value.map(writeExact);
  const kept = old.filter((element) => wanted.includes(element));
  const isPlain = new Set(old).size === old.length && kept.length > 0 && kept.every((one, at) => one === wanted[at]);
  if (!isPlain) return whole();
  let edited = text;
  for (const [at, element] of [...old.entries()].reverse())
    if (!wanted.includes(element)) edited = withValue(edited, ["body", name, at], undefined);
  for (const [at, element] of value.slice(kept.length).entries())
    edited = withValue(edited, ["body", name, kept.length + at], onOneLine(element));
  return edited;
}

const isSame = (a: unknown, b: unknown) => writeExact(a) === writeExact(b);

/** The text with a value set, or removed if it is undefined; `json` is the value's text. */
function withValue(text: string, path: readonly (string | number)[], json: string | undefined): string {
  const root = objectIn(text);
  const holder = root && at(root, path.slice(0, -1));
  const node = root && at(root, path);
  const last = path.at(-1);
  if (node && json !== undefined)
    return withEdits(text, [{ offset: node.offset, length: node.length, text: escaped(json) }]);
  if (node) return withEdits(text, removalEdits(typeof last === "string" ? (node.parent ?? node) : node, text));
  if (!holder || json === undefined) return text;
  const added = typeof last === "string" ? `${writeExact(last)}: ${json}` : json;
  return withEdits(text, appendEdits(holder, escaped(added), text));
}

function at(root: Node, path: readonly (string | number)[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, part) =>
      typeof part === "number" ? node?.children?.[part] : membersOf(node).find(({ name }) => name === part)?.value,
    root,
  );
}
