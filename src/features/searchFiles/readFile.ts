import type { Node } from "jsonc-parser";
import * as l10n from "@vscode/l10n";
import { isDigits } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { labelText, noText } from "../text";
import { readForeignBody, readPlatform } from "../forms";
import { exactValue, membersOf, parseFile, spanText, type FileTree, type Member } from "./fileText";
import { removal, replacement, nearest } from "./fixes";
import type { FoundProblem, SearchFile } from "./searchFile";

/** A search file as far as it can be read without knowing any filter. */
export interface ReadFile {
  readonly found: readonly FoundProblem[];
  readonly tree: FileTree | undefined;
  /** The platform's value in the text, if it names a known one. */
  readonly platform: { readonly token: PlatformToken; readonly node: Node } | undefined;
  /** The body, if it is an object. */
  readonly body: Node | undefined;
  readonly snapshot: Node | undefined;
  /** Absent if platform or body are missing or unreadable, and after a syntax error. */
  readonly file: SearchFile | undefined;
}

const names = ["$schema", "name", "platform", "body", "pages", "snapshot"] as const;
type Name = (typeof names)[number];

/** The most pages that a file may ask for. */
const mostPages = 1_000_000;

const nothing = { platform: undefined, body: undefined, snapshot: undefined, file: undefined };

/** Reads a file's text. It is untrusted: it names no URL, and everything in it is only data. */
export function readSearchFile(text: string): ReadFile {
  const tree = parseFile(text);
  if (typeof tree === "string")
    return { ...nothing, tree: undefined, found: [{ code: tree, span: { offset: 0, length: 0 } }] };
  const syntax = firstFault(tree);
  const { root } = tree;
  if (root?.type !== "object") {
    const span = root ?? { offset: 0, length: 0 };
    return {
      ...nothing,
      tree,
      found: root || syntax.length === 0 ? [...syntax, { code: "notAnObject", span }] : syntax,
    };
  }
  const all = membersOf(root);
  const members = new Map(all.map((member) => [member.name, member] as const));
  const of = (name: Name) => members.get(name);
  const [platform, body] = [of("platform"), of("body")];
  const token = platform?.value.type === "string" ? readPlatform(platform.value.value) : undefined;
  return {
    tree,
    found: [
      ...syntax,
      ...duplicates(root),
      ...secrets(root, tree.text),
      ...all.flatMap((member) =>
        isName(member.name) ? checks[member.name](member, tree.text) : unknown(member, tree.text),
      ),
      ...(["platform", "body"] as const).flatMap((name) => (members.has(name) ? [] : missing(root, name, syntax))),
    ],
    platform: platform && token && { token, node: platform.value },
    body: body?.value.type === "object" ? body.value : undefined,
    snapshot: of("snapshot")?.value,
    file: syntax.length > 0 ? undefined : fileOf(members, token, tree.text),
  };
}

/** Later errors follow from the first one, and whatever comes after it may be misread. */
function firstFault({ text, errors }: FileTree): readonly FoundProblem[] {
  const [error] = errors;
  // Editors, too, put this sign where bytes are no text: nobody means it, and a search for it would be paid for.
  const offset = text.indexOf(noText);
  if (offset >= 0 && (!error || offset <= error.offset + error.length))
    return [{ code: "notText", span: { offset, length: 1 } }];
  return error ? [{ code: "syntax", span: error, value: error.name }] : [];
}

function fileOf(
  members: ReadonlyMap<string, Member>,
  platform: PlatformToken | undefined,
  text: string,
): SearchFile | undefined {
  const value = (name: Name) => {
    const member = members.get(name);
    return member && exactValue(member.value, text);
  };
  const body = readForeignBody(value("body"));
  const [name, pages, snapshot] = [value("name"), value("pages"), value("snapshot")];
  if (!platform || !body || (pages !== undefined && !arePages(pages))) return undefined;
  if (snapshot !== undefined && !isSnapshot(snapshot)) return undefined;
  const label = typeof name === "string" ? labelText(name) : "";
  return {
    ...(label !== "" && { name: label }),
    platform,
    body,
    ...(pages !== undefined && { pages }),
    ...(snapshot !== undefined && { snapshot }),
  };
}

const isName = (name: string): name is Name => names.some((known) => known === name);
const arePages = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= mostPages;
const isSnapshot = (value: unknown): value is string => typeof value === "string" && isDigits(value);

/** What is wrong with a member's value, by the member's name. */
const checks: Readonly<Record<Name, (member: Member, text: string) => readonly FoundProblem[]>> = {
  $schema: ({ value, whole }, text) => {
    const ours =
      typeof value.value === "string" && /^adlibrary-schema:|(^|\/)adsearch\.schema\.json$/.test(value.value);
    return ours ? [] : [{ code: "foreignSchema", span: value, fixes: [removal(whole, text)] }];
  },
  name: ({ value }) =>
    typeof value.value === "string" && labelText(value.value) !== "" ? [] : [wrongType(value, l10n.t("a name"))],
  platform: ({ value }) => {
    if (value.type !== "string") return [wrongType(value, l10n.t("the name of a platform"))];
    if (readPlatform(value.value)) return [];
    const tokens = platforms.map(({ token, label }) => ({ name: token, label }));
    const fixes = nearest(String(value.value), tokens).map(({ name }) => replacement(value, writeExact(name)));
    return [{ code: "unknownPlatform", span: value, value: String(value.value), fixes }];
  },
  body: ({ value }) =>
    value.type === "object" ? [] : [wrongType(value, l10n.t("an object with the platform's filters"))],
  pages: ({ value }, text) => {
    const given = exactValue(value, text);
    if (arePages(given)) return [];
    const number = typeof given === "string" ? Number(given) : given;
    const fixes = arePages(number) ? [replacement(value, String(number))] : [];
    return [
      { ...wrongType(value, l10n.t("a whole number of pages, from 1 to {0}", mostPages.toLocaleString("en"))), fixes },
    ];
  },
  snapshot: ({ value }, text) => {
    if (isSnapshot(exactValue(value, text))) return [];
    const digits = writeExact(exactValue(value, text));
    // The digits are taken from the file, so that a number is not rounded when it is quoted.
    const fixes = value.type === "number" && isDigits(spanText(value, text)) ? [replacement(value, `"${digits}"`)] : [];
    return [{ ...wrongType(value, l10n.t("the digits of a snapshot, in quotes")), fixes }];
  },
};

const wrongType = (span: Node, expected: string): FoundProblem => ({ code: "wrongType", span, value: expected });

function unknown({ name, key, whole }: Member, text: string): readonly FoundProblem[] {
  if (isKeyName(name)) return [];
  const free = names.map((one) => ({ name: one }));
  const fixes = nearest(name, free).map((one) => replacement(key, writeExact(one.name)));
  return [{ code: "unknownMember", span: key, value: name, fixes: [...fixes, removal(whole, text)] }];
}

/** Whether a name is that of the API key (docs/api.md, "Authentication"), however it is written: `apiKey`, `X-Api-Key`. */
export const isKeyName = (name: string) =>
  /^(?:x|adlibrary)?apikey$/.test(name.toLowerCase().replace(/[^\p{L}]/gu, ""));

/** A key may be at any depth, as in the headers of a copied request. */
function secrets(node: Node, text: string): readonly FoundProblem[] {
  const own = membersOf(node).flatMap(({ name, key, whole }) =>
    isKeyName(name) ? [{ code: "secret" as const, span: key, value: name, fixes: [removal(whole, text)] }] : [],
  );
  return [...own, ...(node.children ?? []).flatMap((child) => secrets(child, text))];
}

/** Of members with the same name, the last one counts and the others are lost. */
function duplicates(node: Node): readonly FoundProblem[] {
  const members = membersOf(node);
  const own = members.flatMap(({ name, key }, index) =>
    members.findIndex((other) => other.name === name) < index
      ? [{ code: "duplicateName" as const, span: key, value: name }]
      : [],
  );
  return [...own, ...(node.children ?? []).flatMap(duplicates)];
}

/** After a syntax error, the rest of the file is unknown. */
function missing(root: Node, name: "platform" | "body", syntax: readonly FoundProblem[]): readonly FoundProblem[] {
  if (syntax.length > 0) return [];
  const text = name === "body" ? '"body": {}' : '"platform": "mega"';
  const comma = (root.children ?? []).length > 0 ? "," : "";
  const edit = { offset: root.offset + 1, length: 0, text: `\n  ${text}${comma}` };
  const fix = { title: l10n.t("Add {0}", text), edits: [edit] };
  return [{ code: "missing", span: { offset: root.offset, length: 1 }, value: name, fixes: [fix] }];
}
