/** Characters that can move the cursor, or hide or reorder text. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A foreign text on one line, in which everything that a terminal would interpret is replaced. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(unprintable, "\uFFFD").trim();
}

/** A foreign text of several lines, in which everything that a terminal would interpret is replaced. */
export function printableLines(text: string): string {
  return text.split("\n").map(keepIndent).join("\n");
}

const keepIndent = (line: string) => line.replace(unprintable, "\uFFFD");

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Screen {
  /** Aborted when nobody reads the results any more, as in `ad-library find … | head`. */
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

export function openScreen(): Screen {
  const { stdout, stderr } = process;
  const unread = new AbortController();
  // Requests in progress are paid for, so the command ends as after Ctrl+C, and not at once.
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      if (stream === stdout) unread.abort();
    });
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
    if (!unread.signal.aborted) stdout.write(`${line}\n`);
  };
  return {
    unread: unread.signal,
    print,
    json: (value) => print(JSON.stringify(value)),
    note: tell,
    warn: (line) => tell(colored ? `\u001b[33m${line}\u001b[39m` : line),
    progress: (line) => {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(line.slice(0, Math.max(20, stderr.columns - 1)));
      under = true;
    },
    table: (rows) => {
      for (const line of aligned(rows, stdout.isTTY ? stdout.columns : Number.MAX_SAFE_INTEGER)) print(line);
    },
  };
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
