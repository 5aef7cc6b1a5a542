import { setImmediate } from "node:timers/promises";
import { styleText } from "node:util";
import stringWidth from "string-width";
import { shellWord, timeAgo, unreadable } from "../features/text";
import type { Spent } from "../protocol/credits";
import { writeExact } from "../protocol/exactJson";
import { bytesText } from "../protocol/bytesText";

/** A number with its noun: "1 page", "2 pages". */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A size as people read it, in English. */
export const sized = (bytes: number) => bytesText(bytes, "en");

/** How long ago an ISO time was, in English. */
export const ageInEnglish = (iso: string) => timeAgo(iso, { language: "en", justNow: "just now" });

/** A foreign text on one line, in which everything that a terminal would interpret is replaced. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(unreadable, "\uFFFD").trim();
}

/** A foreign text of several lines, in which everything that a terminal would interpret is replaced. */
export function printableLines(text: string): string {
  return text.split("\n").map(printableName).join("\n");
}

/** Data for stdout: exact in a file or pipe, and without what a terminal would interpret in a terminal. */
export const dataText = (text: string) =>
  process.stdout.isTTY ? printableLines(text.replace(/^\uFEFF|\r(?=\n|$)/g, "")) : text;

/** A foreign text on one line with all its spaces, such as the path of a file. */
export const printableName = (text: string) => text.replace(unreadable, "\uFFFD");

/** JSON on one line, in which everything that a terminal would interpret is escaped. */
function printableJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return writeExact(value).replace(unreadable, (text) => text.split("").map(escaped).join(""));
}

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Screen {
  /** Aborted when nobody reads the results any more, as in `ad-library find … | head`, or they can't be written. */
  readonly unread: AbortSignal;
  /** Lines of the result, as text: data that must stay exact is written to stdout as `dataText` instead. */
  print(line: string): void;
  /** The result of `--json`, or one of several: prints the value on one line. Credits spent have the uncertain beside. */
  json<T>(value: T extends { readonly credits: unknown } ? T & Spent : T): void;
  /** Something worth knowing in addition to the result. */
  note(line: string): void;
  warn(line: string): void;
  /** Progress: one changing line on a terminal, nothing elsewhere. `of` is the file that it is about. */
  progress(line: string, of?: string): void;
  /** Aligned columns. If the terminal is too narrow, paths in the first column are shortened. */
  table(rows: readonly (readonly string[])[]): void;
}

/** The screen of a whole command line. */
interface Terminal extends Screen {
  /** Why a result couldn't be written to stdout, such as a full disk; undefined if each could, or nobody reads them. */
  unwritten(): Promise<Error | undefined>;
}

export function openScreen(): Terminal {
  const { stdout, stderr } = process;
  const { unread, unwritten } = watchStreams();
  let under = false;
  const clear = () => {
    if (under) stderr.write("\r\u001b[2K");
    under = false;
  };
  const tell = (line: string) => {
    clear();
    stderr.write(`${line}\n`);
  };
  const print = (line: string) => {
    clear();
    if (!unread.aborted) stdout.write(`${printableLines(line)}\n`);
  };
  return {
    unread,
    unwritten,
    print,
    json: (value) => print(printableJson(value)),
    note: (line) => tell(printableLines(line)),
    // Asks the stream, NO_COLOR, FORCE_COLOR, and TERM whether colors are shown.
    warn: (line) => tell(styleText("yellow", printableLines(line), { stream: stderr })),
    progress: (line, of) => {
      if (!stderr.isTTY) return;
      clear();
      const width = widthOf(stderr) - 1;
      const told = printableName(line);
      const path = of === undefined ? "" : `${shortened(printableName(of), width - stringWidth(told) - 2)}: `;
      // A line that wraps can't be cleared, and a number is never cut.
      stderr.write([path + told, told].find((text) => stringWidth(text) <= width) ?? "");
      under = true;
    },
    table: (rows) => {
      for (const line of aligned(rows, widthOf(stdout))) print(printableName(line));
    },
  };
}

/** Listens for failures of stdout and stderr, which would otherwise end the process at once. */
function watchStreams(): Pick<Terminal, "unread" | "unwritten"> {
  const unread = new AbortController();
  let failed: Error | undefined;
  // Requests in progress are paid for, so the command ends as after Ctrl+C, and not at once.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failed ??= error;
    unread.abort();
  });
  // The command goes on, even if nobody can be told about it.
  process.stderr.on("error", () => undefined);
  // A stream tells of a failure one tick after the write.
  return { unread: unread.signal, unwritten: () => setImmediate().then(() => failed) };
}

/** Columns of a stream. Some terminals say that they have none, which means that they don't know. */
const widthOf = ({ isTTY, columns }: NodeJS.WriteStream) => (isTTY && columns > 0 ? columns : Infinity);

/** The end of a path says more than its beginning, so only its folders are shortened. Anything else stays whole. */
export function shortened(path: string, width: number): string {
  const name = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (name < 0 || stringWidth(path) <= width) return path;
  // Whole signs, as people see them: an emoji may be several code points.
  const signs = Array.from(new Intl.Segmenter().segment(path.slice(0, name)), ({ segment }) => segment);
  let kept = path.slice(name);
  for (const sign of signs.reverse()) {
    if (stringWidth(sign + kept) > width - 1) break;
    kept = sign + kept;
  }
  return stringWidth(kept) + 1 >= stringWidth(path) ? path : `…${kept}`;
}

/** Rows with aligned columns. Only paths in the first column are ever shortened: numbers, units, and the rest wrap. */
export function aligned(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widthsOf = (all: typeof rows) => {
    const widths: number[] = [];
    for (const row of all)
      for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, stringWidth(cell));
    return widths;
  };
  const others = widthsOf(rows.map(([, ...cells]) => cells)).reduce((sum, one) => sum + one + 2, 0);
  const shown = rows.map(([path = "", ...cells]) => [shortened(path, width - others), ...cells]);
  const widths = widthsOf(shown);
  const filled = (cell: string, at: number) => cell + " ".repeat((widths[at] ?? 0) - stringWidth(cell));
  return shown.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : filled(cell, at))).join("  "));
}

/**
 * A word as it is typed in a shell, where no name of a file may run as a command. The shells of Windows don't agree on
 * quotes, so there a word with a sign that any of them expands is left to the person.
 */
export function typed(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  const shown = printableName(word);
  if (process.platform !== "win32") return shellWord(shown);
  return /[$`%!"]/.test(shown) ? "…" : `"${shown}"`;
}
