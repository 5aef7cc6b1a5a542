import { setImmediate } from "node:timers/promises";

/** Characters that can move the cursor, or hide or reorder text. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A foreign text on one line, in which everything that a terminal would interpret is replaced. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(unprintable, "\uFFFD").trim();
}

/** A foreign text of several lines, in which everything that a terminal would interpret is replaced. */
export function printableLines(text: string): string {
  return text.split("\n").map(printableName).join("\n");
}

/** A foreign text on one line with all its spaces, such as the path of a file. */
export const printableName = (text: string) => text.replace(unprintable, "\uFFFD");

/** JSON on one line, in which everything that a terminal would interpret is escaped. */
function printableJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(unprintable, (text) => text.split("").map(escaped).join(""));
}

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Screen {
  /** Aborted when nobody reads the results any more, as in `ad-library find … | head`, or they can't be written. */
  readonly unread: AbortSignal;
  /** A line of the result. */
  print(line: string): void;
  /** The result of `--json`, or one of several: prints the value on one line. */
  json(value: unknown): void;
  /** Something worth knowing in addition to the result. */
  note(line: string): void;
  warn(line: string): void;
  /** Progress: one changing line on a terminal, nothing elsewhere. */
  progress(line: string): void;
  /** Aligned columns, truncated to the terminal's width. */
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
  const colored = stderr.isTTY && !process.env.NO_COLOR;
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
    if (!unread.aborted) stdout.write(`${line}\n`);
  };
  return {
    unread,
    unwritten,
    print,
    json: (value) => print(printableJson(value)),
    note: (line) => tell(printableLines(line)),
    warn: (line) => tell(colored ? `\u001b[33m${printableLines(line)}\u001b[39m` : printableLines(line)),
    progress: (line) => {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(printableName(line).slice(0, Math.max(20, stderr.columns - 1)));
      under = true;
    },
    table: (rows) => {
      for (const line of aligned(rows, stdout.isTTY ? stdout.columns : Number.MAX_SAFE_INTEGER))
        print(printableName(line));
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
  // A stream tells of a failure one turn after the write.
  return { unread: unread.signal, unwritten: () => setImmediate().then(() => failed) };
}

function aligned(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, [...cell].length);
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - [...cell].length)))
      .join("  ")
      .slice(0, width),
  );
}
