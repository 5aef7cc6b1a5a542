import * as l10n from "@vscode/l10n";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import type * as z from "zod";
import { adKey } from "../../protocol/ads";
// prettier-ignore
import {
  exactValue, membersOf, nearest, parseFile, placer, type Problem, syntaxWords, type TextSpan,
} from "../searchFiles";
import { figure } from "../text";
import { type Board, boardShape } from "./board";

/** Far more than a board of 10,000 ads has. */
export const longestBoard = 16 << 20;

export type BoardProblem = Omit<Problem, "code" | "fixes"> & { readonly code: string };

/** A board as far as its text is one: with an error, there is none, and the text must not be changed. */
export interface ReadBoard {
  readonly board: Board | undefined;
  readonly root: Node | undefined;
  /** In order of their places. */
  readonly problems: readonly BoardProblem[];
}

/** Reads a board's text. It is untrusted: everything in it is only data. */
export function readBoard(text: string): ReadBoard {
  const place = placer(text);
  const error = (code: string, span: TextSpan, message: string): BoardProblem => ({
    ...{ code, severity: "error", message, range: place(span) },
  });
  const fail = (root: Node | undefined, ...told: Parameters<Told>) => ({
    ...{ board: undefined, root, problems: [error(...told)] },
  });
  const [start, marker] = [{ offset: 0, length: 0 }, /^<{7}(?= |\r?$)/m.exec(text)];
  // prettier-ignore
  if (marker) return fail(undefined, "conflict", { offset: marker.index, length: 7 },
    l10n.t("This board has a merge conflict. Keep the entries of both sides, and remove the three marker lines."));
  const tree = parseFile(text, longestBoard);
  if (tree === "tooLarge") return fail(undefined, tree, start, l10n.t("This file is too large for a board."));
  if (tree === "tooDeep") return fail(undefined, tree, start, l10n.t("This file is nested too deeply for a board."));
  const { root, errors } = tree;
  const [syntax] = errors;
  if (syntax) return fail(root, "syntax", syntax, l10n.t("This is not valid JSON ({0}).", syntaxWords(syntax.name)));
  if (root?.type !== "object")
    return fail(root, "notAnObject", root ?? start, l10n.t('A board is one object: { "entries": [ … ] }.'));
  const members = membersOf(root);
  const twice = members.find(({ name }, at) => members.findIndex((other) => other.name === name) < at);
  const words = l10n.t("“{0}” appears twice. Only one of them counts.", twice?.name ?? "");
  if (twice) return fail(root, "duplicateName", twice.key, words);
  const parsed = boardShape.safeParse(exactValue(root, tree.text));
  const problems = parsed.error?.issues.map((issue) => problemOf(issue, root, error)) ?? [];
  return parsed.success
    ? { board: parsed.data, root, problems: warnings(parsed.data, root, error) }
    : { board: undefined, root, problems };
}

type Told = (code: string, span: TextSpan, message: string) => BoardProblem;

function problemOf(issue: z.ZodError["issues"][number], root: Node, told: Told): BoardProblem {
  const { path } = issue;
  const names = path.map((part) => (typeof part === "number" ? part : String(part)));
  const nodes = names.map((_, at) => findNodeAtLocation(root, names.slice(0, at + 1)));
  const absent = nodes.indexOf(undefined);
  const { offset } = nodes[absent - 1] ?? root;
  if (absent !== -1) return told("missing", { offset, length: 1 }, l10n.t("“{0}” is missing.", String(names[absent])));
  const long = issue.code === "too_big" && tooLong[issue.origin];
  if (long) return told("tooLong", nodes.at(-1) ?? root, long(figure(issue.maximum)));
  const name = names.findLast((part) => typeof part === "string") ?? "";
  const what = expected[typeof names.at(-1) === "number" ? `${name}[]` : name] ?? (() => l10n.t("a text"));
  return told("wrongType", nodes.at(-1) ?? root, l10n.t("This must be {0}.", what()));
}

/** By the kind of value that has too much. */
const tooLong: Readonly<Record<string, (limit: string) => string>> = {
  string: (limit) => l10n.t("This is too long. The limit is {0} characters.", limit),
  array: (limit) => l10n.t("This list is too long. The limit is {0} entries.", limit),
};

const aList = () => l10n.t("a list");
const aName = () => l10n.t("a name");
/** What a value must be, by its name; `[]` for what is in a list. */
const expected: Readonly<Record<string, () => string>> = {
  ...{ entries: aList, columns: aList, tags: aList, "columns[]": aName, "tags[]": aName },
  "entries[]": () => l10n.t("an object with the ad, its source, and its checksum"),
  ad: () => l10n.t("a platform and the ID of an ad, as in “tiktok:123”"),
  source: () => l10n.t("an object with the ad's stored answer"),
  sha256: () => l10n.t("64 hexadecimal digits"),
  received: () => l10n.t("a time, as in “2026-01-31T12:00:00.000Z”"),
  page: () => l10n.t("the number of a page"),
  snapshot: () => l10n.t("true, or an object with texts of the ad, each of at most 4,000 characters"),
  last_hit: () => l10n.t("the digits of a snapshot, in quotes"),
  platform: () => l10n.t("the name of a platform"),
  body: () => l10n.t("an object with the platform's filters"),
};

/** What may not be meant, but is no error. */
function warnings(board: Board, root: Node, error: Told): readonly BoardProblem[] {
  const seen = new Set<string>();
  const columns = board.columns.map((name) => ({ name }));
  return board.entries.flatMap(({ ad, column }, at) => {
    const warning = (code: string, member: string, message: string): readonly BoardProblem[] => {
      const node = findNodeAtLocation(root, ["entries", at, member]);
      return node ? [{ ...error(code, node, message), severity: "warning" }] : [];
    };
    const twice = seen.has(adKey(ad));
    seen.add(adKey(ad));
    const unknown = column !== "" && columns.length > 0 && !board.columns.includes(column);
    const [meant] = unknown ? nearest(column, columns) : [];
    const words = meant
      ? l10n.t("The board has no column “{0}”. Did you mean “{1}”?", column, meant.name)
      : l10n.t("The board has no column “{0}”.", column);
    return [
      ...(twice ? warning("duplicateAd", "ad", l10n.t("This ad is on the board twice.")) : []),
      ...(unknown ? warning("unknownColumn", "column", words) : []),
    ];
  });
}
