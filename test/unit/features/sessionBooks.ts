// The books of a random session as somebody else keeps them: ledger and archive are read as files, without the product's
// code, and what was ever in them is remembered.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";

interface Line {
  readonly line: "plan" | "planEnd" | "sent" | "received" | "rejected" | "notSent" | "unknown";
  readonly act: string;
  readonly attempt: number;
  readonly credits: number;
  readonly what: "search" | "adDetail";
  readonly label: string;
  readonly export?: string;
  readonly at: string;
  readonly agreed?: string;
  readonly by?: object;
}

/** One attempt that left or was about to; without an outcome its window died. */
export interface Booked extends Omit<Line, "line" | "act"> {
  readonly name: string;
  readonly outcome?: Line["line"];
}

export interface Sums {
  readonly spent: number;
  readonly maybe: number;
}

/** An answer in the archive that can be read. */
export interface Kept {
  /** The words of a page's search; the ID of a detail's ad. */
  readonly text: string;
  readonly page?: number;
}

const lineOf = (text: string): Line | undefined => {
  try {
    const line = JSON.parse(text) as Line;
    // The searches exclude a text, so that they find ads.
    return { ...line, ...(line.label && { label: line.label.replace(/^not “(.*)”$/, "$1") }) };
  } catch {
    return undefined;
  }
};

const isReadable = (file: string) => {
  try {
    const { zstdDecompressSync } = zlib as Partial<typeof zlib>;
    const bytes = readFileSync(file);
    JSON.parse(String(file.endsWith(".gz") ? zlib.gunzipSync(bytes) : zstdDecompressSync!(bytes)));
    return true;
  } catch {
    return false;
  }
};

/** Attempts of some lines, in any order. */
export function attemptsOf(lines: Iterable<Line>): Booked[] {
  const [sent, outcomes] = [new Map<string, Line>(), new Map<string, Line["line"]>()];
  for (const line of lines) {
    const name = `${line.act}#${line.attempt}`;
    if (line.line === "sent") sent.set(name, line);
    else if (line.line !== "plan" && line.line !== "planEnd") outcomes.set(name, line.line);
  }
  const oldestFirst = [...sent].sort(([, one], [, other]) => one.at.localeCompare(other.at));
  return oldestFirst.map(([name, line]) => {
    const outcome = outcomes.get(name);
    return { ...line, name, ...(outcome && { outcome }) };
  });
}

export function sumsOf(attempts: readonly Booked[]): Sums {
  const credits = (some: readonly Booked[]) => some.reduce((sum, each) => sum + each.credits, 0);
  return {
    spent: credits(attempts.filter(({ outcome }) => outcome === "received")),
    maybe: credits(attempts.filter(({ outcome }) => outcome !== "received" && outcome !== "notSent")),
  };
}

export class Books {
  private readonly lines = new Map<string, Line>();
  /** Every answer that the archive ever had. */
  readonly stored = new Map<string, Kept>();

  constructor(private readonly folder: string) {}

  /** Every attempt that the ledger ever told of. */
  get attempts(): Booked[] {
    return attemptsOf(this.lines.values());
  }

  ledgerFiles(): string[] {
    const folder = join(this.folder, "ledger");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(".ndjson"))
      .map((name) => join(folder, name));
  }

  /** Whole lines of the ledger as it is now, and how many cannot be read. */
  ledger(): { readonly lines: readonly Line[]; readonly corrupt: number } {
    const texts = this.ledgerFiles().flatMap((file) => {
      const all = readFileSync(file, "utf8").split("\n");
      // What follows the last end of a line is a line if only its end was torn off.
      return all.filter((text, at) => text !== "" && (at < all.length - 1 || lineOf(text)));
    });
    const lines = texts.flatMap((text) => lineOf(text) ?? []);
    for (const line of lines) this.lines.set(`${line.act}#${line.attempt}#${line.line}`, line);
    return { lines, corrupt: texts.length - lines.length };
  }

  /** The files of all answers in the archive. */
  answerFiles(): string[] {
    const folder = join(this.folder, "archive");
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return files.filter((path) => /\.json\.(zst|gz)$/.test(path)).map((path) => join(folder, path));
  }

  /** The files of the answers that can be read now. */
  archive(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const file of this.answerFiles()) {
      if (!isReadable(file)) continue;
      names.add(file);
      const parts = file.split("/");
      if (parts.includes("details")) this.stored.set(file, { text: parts.at(-2)! });
      else {
        const search = readFileSync(join(dirname(dirname(file)), "search.json"), "utf8");
        this.stored.set(file, { text: /session-[\w-]+/.exec(search)![0], page: Number(parts.at(-1)!.slice(0, 4)) });
      }
    }
    return names;
  }
}
