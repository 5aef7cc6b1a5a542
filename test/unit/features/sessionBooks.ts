// The books of a random session as somebody else keeps them: ledger and archive are read as files, without the product's
// code, and what was ever in them is remembered.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as zlib from "node:zlib";

interface Line {
  readonly line: "planned" | "sent" | "received" | "rejected" | "notSent" | "unknown";
  readonly act: string;
  readonly attempt: number;
  readonly credits: number;
  readonly what: "search" | "adDetail";
  readonly label: string;
  readonly export?: string;
}

/** One attempt that left or was about to; without an outcome its window died. */
export interface Booked extends Pick<Line, "credits" | "what" | "label" | "export"> {
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
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
};

const isReadable = (coding: string, payload: Uint8Array) => {
  try {
    const { zstdDecompressSync } = zlib as Partial<typeof zlib>;
    const bytes =
      coding === "zstd" ? zstdDecompressSync!(payload) : coding === "deflate" ? zlib.inflateSync(payload) : payload;
    JSON.parse(Buffer.from(bytes).toString());
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
    else if (line.line !== "planned") outcomes.set(name, line.line);
  }
  return [...sent].map(([name, { credits, what, label, export: of }]) => {
    const outcome = outcomes.get(name);
    return { name, credits, what, label, ...(of !== undefined && { export: of }), ...(outcome && { outcome }) };
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
    const texts = this.ledgerFiles().flatMap((file) =>
      readFileSync(file, "utf8").split("\n").slice(0, -1).filter(Boolean),
    );
    const lines = texts.flatMap((text) => lineOf(text) ?? []);
    for (const line of lines) this.lines.set(`${line.act}#${line.attempt}#${line.line}`, line);
    return { lines, corrupt: texts.length - lines.length };
  }

  /** The names of the answers in the archive that can be read now, and how many it says are lost. */
  archive(): { readonly names: ReadonlySet<string>; readonly lost: number } {
    const names = new Set<string>();
    const file = join(this.folder, "archive", "archive.db");
    if (!existsSync(file)) return { names, lost: 0 };
    const db = new DatabaseSync(file);
    try {
      const pages = db.prepare(
        `select body as what, last_hit, page, page.received_at, coding, payload from page
         join snapshot on snapshot.id = page.snapshot join search on search.id = snapshot.search`,
      );
      const details = db.prepare(
        "select ad_id as what, '' as last_hit, 0 as page, received_at, coding, payload from detail",
      );
      for (const row of [...pages.all(), ...details.all()]) {
        const { what, last_hit, page, received_at, coding, payload } = row as Record<string, string> & {
          readonly page: number;
          readonly payload: Uint8Array;
        };
        if (!isReadable(coding!, payload)) continue;
        const hash = createHash("sha256").update(payload).digest("hex");
        const name = [what, last_hit, page, received_at, hash].join("|");
        names.add(name);
        this.stored.set(name, page === 0 ? { text: what! } : { text: /session-[\w-]+/.exec(what!)![0], page });
      }
      return { names, lost: Number(db.prepare("select coalesce(sum(lost), 0) as n from loss").get()!.n) };
    } finally {
      db.close();
    }
  }
}
