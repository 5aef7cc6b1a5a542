/** Everything that can move a cursor, hide or reorder text: foreign text is printed literally. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A foreign text on one line, without anything that a terminal would interpret. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(unprintable, "\uFFFD").trim();
}

/** A foreign text of several lines, without anything that a terminal would interpret. */
export function printableLines(text: string): string {
  return text.split("\n").map(keepIndent).join("\n");
}

const keepIndent = (line: string) => line.replace(unprintable, "\uFFFD");

/** Where a command writes: results on stdout, everything else on stderr. */
export interface Screen {
  /** A line of the result. */
  print(line: string): void;
  /** The result of `--json`: one object, or one of several. */
  json(value: unknown): void;
  /** What is worth knowing in addition to the result. */
  note(line: string): void;
  warn(line: string): void;
  /** Progress: one changing line on a terminal, nothing elsewhere. */
  progress(line: string): void;
  /** Aligned columns, truncated to the terminal's width. */
  table(rows: readonly (readonly string[])[]): void;
}

export function openScreen(): Screen {
  const { stdout, stderr } = process;
  // `ad-library find … | head`: a reader that stops wants no more output.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
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
    stdout.write(`${line}\n`);
  };
  return {
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
