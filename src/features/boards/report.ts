import { adKey } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import * as l10n from "@vscode/l10n";
import { parseExact } from "../../api";
import type { KeptPicture } from "../media";
import { visibleJson } from "../text";
import { type Board, type BoardEntry } from "./board";
import { entryLine } from "./editBoard";
import { readBoard } from "./readBoard";
import { reportFacts, type SeenEntry } from "./reportFacts";
import { htmlPen } from "./reportHtml";
import { reportLines } from "./reportLines";
import { markdownMark, markdownPen } from "./reportMarkdown";
import { pictureFolder, type ReportLine } from "./reportText";

/** Counts up with each change of what a report looks like: only reports of the same format can be made again. */
const format = 2;

/** How the names of a report's files end. */
export const reportEndings = { html: ".report.html", markdown: ".report.md" } as const;

export type Report = ReturnType<typeof makeReport>;

/** The bytes of a report's files; the Markdown may be missing. */
export interface ReportFiles {
  readonly html: Uint8Array;
  readonly markdown?: Uint8Array | undefined;
  /** Reads a file of the Markdown. */
  readonly picture?: (name: string) => Promise<Uint8Array | undefined>;
}

/** Something in a report that does not hold. */
export interface ReportProblem {
  /** The file, or the ad whose stored answer or kept picture it is. */
  readonly where: "html" | "markdown" | "answer" | "picture";
  /** What it is about, in words. */
  readonly about: string;
  readonly message: string;
  /** The line in the file; the first is 1. */
  readonly line?: number;
}

/** What a board's stored answers say. */
export type Seen = ReadonlyMap<BoardEntry, SeenEntry>;

/** The report of a board. The same inputs make the same bytes. The Markdown refers to the pictures in `pictureFolder`. */
export function makeReport(board: Board, seen: Seen) {
  const lines = linesOf(board, seen);
  return { html: textOf(lines.html), markdown: textOf(lines.markdown), pictures: picturesOf(seen) };
}

const pictureOf = (seen: SeenEntry | undefined) =>
  seen?.kind === "seen" && typeof seen.picture === "object" ? seen.picture : undefined;

/** The pictures of a report, each once. */
function picturesOf(seen: Seen): readonly KeptPicture[] {
  const shown = [...seen.values()].flatMap((each) => pictureOf(each) ?? []).filter(({ leftOut }) => !leftOut);
  return [...new Map(shown.map((one) => [one.name, one])).values()];
}

function linesOf(board: Board, seen: Seen) {
  const facts = reportFacts(board, seen);
  const html = reportLines(facts, htmlPen(facts, claimsOf(board, seen)));
  return { html, markdown: reportLines(facts, markdownPen(format)) };
}

const textOf = (lines: readonly ReportLine[]) => lines.map(({ text }) => `${text}\n`).join("");

/** All that a report is made of, besides the stored answers. */
function claimsOf({ name, columns, entries }: Board, seen: Seen): string {
  const told = entries.map((entry) =>
    parseExact(entryLine({ ...entry, snapshot: undefined, picture: pictureOf(seen.get(entry))?.name })),
  );
  return visibleJson(writeExact({ format, name, columns, entries: told }));
}

const words = {
  missing: () => l10n.t("The stored answer is not in this archive."),
  damaged: () => l10n.t("The stored answer is damaged."),
  changed: () => l10n.t("The stored answer is not the one that was added to the board: its checksum differs."),
  notInIt: () => l10n.t("The stored answer does not show this ad."),
};
const pictureWords = {
  missing: () =>
    l10n.t("The picture in the report is not the one that was kept for this ad, or it is not on this machine."),
  changed: () => l10n.t("The kept picture was changed."),
};

/** Stored answers and kept pictures that can't be read as they were. */
export const brokenIn = (seen: Seen): readonly ReportProblem[] =>
  [...seen].flatMap(([{ ad }, found]): readonly ReportProblem[] => {
    const about = adKey(ad);
    if (found.kind === "seen")
      return typeof found.picture === "string"
        ? [{ where: "picture", about, message: pictureWords[found.picture]() }]
        : [];
    const at = found.received === undefined ? "" : `, received ${found.received}`;
    return [{ where: "answer", about: about + at, message: words[found.kind]() }];
  });

const claims = /<meta name="ad-library-board" content="([^"]*)">/;

/** Whether a file may be replaced by a report: it is one. */
export const isReport = (text: string): boolean => claims.test(text) || text.startsWith(markdownMark);

/** The board that a report was made of, or why it has none. */
export function boardOfReport(html: string): Board | ReportProblem {
  const told = (message: string): ReportProblem => ({ where: "html", about: "the board", message });
  const [, escaped] = claims.exec(html) ?? [];
  if (escaped === undefined)
    return told(l10n.t("This is not a report, or the part that says what it is made of was changed."));
  const json = escaped.replace(/&#(\d{2});/g, (_, code: string) => String.fromCharCode(Number(code)));
  const { board } = readBoard(json);
  if (!board) return told(l10n.t("What the report is made of can't be read. It was changed."));
  if (json.startsWith(`{"format":${format},`)) return board;
  return told(
    l10n.t("Another version of Ad Library Explorer wrote this report. Write it again with this one, then verify it."),
  );
}

/**
 * Makes a report again from its board and the stored answers, and names what differs: each answer, else each line.
 */
export async function compareReport(board: Board, seen: Seen, files: ReportFiles): Promise<readonly ReportProblem[]> {
  const broken = brokenIn(seen);
  // Without an answer or a picture, whatever was said of its ads can't be made again.
  if (broken.length > 0) return broken;
  const lines = linesOf(board, seen);
  const told = (["html", "markdown"] as const).flatMap((where) => {
    const bytes = files[where];
    return bytes ? differences(where, lines[where], bytes) : [];
  });
  const changed: ReportProblem[] = [];
  for (const { name, bytes } of files.markdown ? picturesOf(seen) : []) {
    const found = await files.picture?.(name);
    const about = `${pictureFolder}/${name}`;
    if (!found || Buffer.compare(found, bytes) !== 0)
      changed.push({ where: "markdown", about, message: differs(about) });
  }
  return [...told, ...changed];
}

function differences(
  where: "html" | "markdown",
  expected: readonly ReportLine[],
  bytes: Uint8Array,
): readonly ReportProblem[] {
  const wanted = expected.flatMap(({ text, about }) => linesIn(Buffer.from(text)).map((part) => ({ part, about })));
  const found = linesIn(bytes);
  const problems = wanted.flatMap(({ part, about }, at): ReportProblem[] =>
    found[at] === part ? [] : [{ where, about, line: at + 1, message: differs(about) }],
  );
  const isWhole = found.length === wanted.length + 1 && found.at(-1) === "";
  if (isWhole) return problems;
  // With lines more or less, all after the first difference are displaced.
  const last = { where, about: "the end", line: wanted.length + 1, message: differs("the end") };
  return [problems[0] ?? last];
}

const differs = (about: string) => l10n.t("The board and the stored answers say something else: {0}.", about);

/** The lines of a file, a character for each byte, so that nothing is lost to decoding. */
const linesIn = (bytes: Uint8Array): readonly string[] => Buffer.from(bytes).toString("latin1").split("\n");
