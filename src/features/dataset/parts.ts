import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeExact } from "../../protocol/exactJson";
import { errorCode, makeFolder, syncFolder, writeWhole } from "../disk";
import type { Part } from "./manifest";
import type * as Parquet from "./parquet";
import type { PartEncoder } from "./parquet";
import { type DatasetRow, type PlacedRow, type Table, tables } from "./tables";

/** Where parts grow: inside the dataset's folder, but where no engine looks for tables. */
export const writingFolder = ".writing";
/** In that folder: what a writer is about to do. */
export const writingMark = "parts.json";
/** Paths of parts: those that are new, and those whose rows are in the new ones. */
export interface WritingMark {
  /** Whether there was no manifest. */
  readonly first: boolean;
  readonly parts: readonly string[];
  readonly replaced: readonly string[];
}

/** Characters per row group: few enough for little memory, many enough to compress well. */
const groupBytes = 6_000_000;
/** The most bytes waiting for their row groups, over all parts. */
const waitingBytes = 12_000_000;
/** With its last row group, a part stays below 128 MB. */
const partBytes = 110_000_000;
/** Parts of fewer rows are merged with later ones, so that daily additions don't become hundreds of tiny files. */
export const smallRows = 5000;

/** What work on a dataset needs. */
export interface DatasetContext {
  /** The dataset's folder. */
  readonly folder: string;
  readonly tool: string;
  readonly parquet: typeof Parquet;
  readonly now: () => Date;
  readonly signal: AbortSignal | undefined;
}

/** What writing a set of parts needs. */
export interface PartPorts extends Pick<DatasetContext, "folder" | "tool" | "parquet"> {
  /** The parts that the dataset has. */
  readonly present: readonly Part[];
  /** Bytes of a row group, if not the default. */
  readonly groupBytes?: number | undefined;
}

/** Parts that are in place, and those whose rows they contain too. They count once the manifest says so. */
export interface Placed {
  readonly parts: readonly Part[];
  readonly replaced: readonly Part[];
}

type Where = Pick<PlacedRow, "table" | "platform" | "month">;

interface OpenPart {
  readonly where: Where;
  readonly encoder: PartEncoder;
  readonly temporary: string;
  readonly hash: Hash;
  rows: number;
  bytes: number;
  from: number | undefined;
  to: number | undefined;
}

/** Parts in progress: rows come in any order, and memory use does not grow with their number. */
export class Parts {
  private readonly growing = new Map<string, OpenPart>();
  private readonly finished: { readonly part: Part; readonly temporary: string }[] = [];
  private readonly replaced = new Set<Part>();
  /** Tables of which all rows were given, not only new ones. */
  private readonly whole = new Set<Table>();
  private number = 0;

  constructor(private readonly ports: PartPorts) {}

  /** Adds the rows of an answer. */
  async add(rows: readonly PlacedRow[]): Promise<void> {
    await this.take(rows);
    const month = rows[0]?.month ?? "";
    // Answers come in the order in which they were received: hardly any follow for an earlier month.
    for (const part of this.growing.values()) if (part.where.month < month) await this.end(part);
  }

  /** Adds rows of a table of which all are given again: its former parts are replaced. */
  async renew(table: Table, rows: readonly PlacedRow[]): Promise<void> {
    this.whole.add(table);
    await this.take(rows);
  }

  /** The platforms of which a table has parts, with those that were added. */
  platformsOf(table: Table): ReadonlySet<string> {
    const parts = [...this.ports.present, ...this.finished.map(({ part }) => part)];
    const places = [...parts, ...[...this.growing.values()].map(({ where }) => where)];
    return new Set(places.flatMap((one) => (one.table === table ? [one.platform] : [])));
  }

  /** Adds the rows of a part, which it will replace. @throws {Error} if the part is damaged */
  async merge(part: Part): Promise<void> {
    const { table, platform, month } = part;
    const file = await wholePart(this.ports.folder, part);
    // Of one with few rows, none is added unless all can be read.
    for (let from = 0; from < part.rows; from += smallRows) {
      const rows = await this.ports.parquet.readRows(file, from, Math.min(part.rows, from + smallRows));
      await this.take(rows.map((row) => ({ table, platform, month, row })));
    }
    this.replaced.add(part);
  }

  private async take(rows: readonly PlacedRow[]): Promise<void> {
    for (const placed of rows) {
      const part = this.partFor(placed);
      put(part, placed.row);
      if (part.encoder.waiting >= (this.ports.groupBytes ?? groupBytes)) await this.flush(part);
    }
    for (const part of this.growing.values()) if (part.bytes > partBytes) await this.end(part);
    while (this.waiting() > waitingBytes) await this.flush(this.largest());
  }

  /** Finishes all parts, adds one without rows for each of the given tables, and gives them their names. */
  async place(empty: readonly Table[] = []): Promise<Placed> {
    for (const part of [...this.growing.values()]) {
      if (!this.whole.has(part.where.table)) await this.mergeSmall(part);
      await this.end(part);
    }
    this.replaceFormer();
    // Engines learn the columns of a table without rows from a part without any.
    for (const table of empty) await this.end(this.begin({ table, platform: "none", month: "none" }));
    const { folder, present } = this.ports;
    const parts = this.finished.map(({ part }) => part);
    const replaced = [...this.replaced];
    const pathsOf = (list: readonly Part[]) => list.map(({ path }) => path);
    const mark: WritingMark = { first: present.length === 0, parts: pathsOf(parts), replaced: pathsOf(replaced) };
    if (parts.length + replaced.length > 0) {
      makeFolder(join(folder, writingFolder), 0o777);
      await writeWhole(join(folder, writingFolder, writingMark), writeExact(mark));
    }
    for (const { part, temporary } of this.finished) {
      makeFolder(dirname(join(folder, part.path)), 0o777);
      await rename(temporary, join(folder, part.path));
    }
    for (const each of new Set(parts.map(({ path }) => dirname(join(folder, path))))) await syncFolder(each);
    return { parts, replaced };
  }

  /** Of tables that were given as a whole: former parts that would be written again as they are stay. */
  private replaceFormer(): void {
    for (const former of this.ports.present) {
      if (!this.whole.has(former.table) || former.rows === 0) continue;
      const same = ({ part }: { readonly part: Part }) =>
        nameOf(part) === nameOf(former) && part.sha256 === former.sha256;
      const at = this.finished.findIndex(same);
      if (at === -1) this.replaced.add(former);
      else this.finished.splice(at, 1);
    }
  }

  /**
   * Takes in small parts of the same place, the smallest first. Those with many more rows than come in stay for a later
   * time, so that small additions don't rewrite what is there again and again.
   */
  private async mergeSmall(part: OpenPart): Promise<void> {
    const isMergeable = (each: Part) => nameOf(each) === nameOf(part.where) && !this.replaced.has(each);
    const small = this.ports.present.filter((each) => isMergeable(each) && each.rows < smallRows);
    for (const each of small.sort((one, other) => one.rows - other.rows)) {
      if (part.rows >= smallRows || each.rows > part.rows * 4) break;
      // A damaged one stays as it is, for `verify` to name it.
      if (await isKnown(each, this.ports).catch(() => false)) await this.merge(each);
    }
  }

  private partFor({ table, platform, month }: PlacedRow): OpenPart {
    const where = { table, platform, month };
    const name = nameOf(where);
    const part = this.growing.get(name) ?? this.begin(where);
    this.growing.set(name, part);
    return part;
  }

  private begin(where: Where): OpenPart {
    const { parquet, folder, tool } = this.ports;
    const temporary = join(folder, writingFolder, `${(this.number += 1)}.tmp`);
    const encoder = new parquet.PartEncoder(tables[where.table], tool);
    return { where, encoder, temporary, hash: createHash("sha256"), rows: 0, bytes: 0, from: undefined, to: undefined };
  }

  private async flush(part: OpenPart): Promise<void> {
    await write(part, part.encoder.group());
  }

  private async end(part: OpenPart): Promise<void> {
    await write(part, part.encoder.end());
    const file = await open(part.temporary, "r+");
    await file.sync().finally(() => file.close());
    this.growing.delete(nameOf(part.where));
    const { where, rows, bytes, hash, from, to, temporary } = part;
    const times = from !== undefined && to !== undefined && { from: isoOf(from), to: isoOf(to) };
    const facts = { path: this.pathOf(part), ...where, rows, bytes, sha256: hash.digest("hex"), ...times };
    this.finished.push({ part: facts, temporary });
  }

  /** Parts are immutable, and named after the days of their answers: a name that is taken gets a number. */
  private pathOf({ where: { table, platform, month }, from, to }: OpenPart): string {
    const taken = new Set([...this.ports.present, ...this.finished.map(({ part }) => part)].map(({ path }) => path));
    const days = from === undefined || to === undefined ? "empty" : `${dayOf(from)}-${dayOf(to)}`;
    for (let number = 1; ; number++) {
      const path = `${table}/platform=${platform}/month=${month}/part-${days}${number > 1 ? `-${number}` : ""}.parquet`;
      // A file that the manifest doesn't name stays, too.
      if (!taken.has(path) && !existsSync(join(this.ports.folder, path))) return path;
    }
  }

  private waiting(): number {
    return [...this.growing.values()].reduce((sum, { encoder }) => sum + encoder.waiting, 0);
  }

  private largest(): OpenPart {
    return [...this.growing.values()].reduce((most, each) =>
      each.encoder.waiting > most.encoder.waiting ? each : most,
    );
  }
}

async function write(part: OpenPart, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return;
  makeFolder(dirname(part.temporary), 0o777);
  // A file that is there before ours is another writer's: appending would mix its bytes with ours.
  await appendFile(part.temporary, bytes, { flag: part.bytes === 0 ? "wx" : "a" });
  part.hash.update(bytes);
  part.bytes += bytes.length;
}

function put(part: OpenPart, row: DatasetRow): void {
  part.encoder.add(row);
  part.rows += 1;
  if (row.received_at === undefined) return;
  const at = Number(row.received_at);
  if (part.from === undefined || at < part.from) part.from = at;
  if (part.to === undefined || at > part.to) part.to = at;
}

/** The bytes of a part, once they are what the manifest says. @throws {Error} in words, if they aren't */
export async function wholePart(folder: string, { path, bytes, sha256 }: Part): Promise<ArrayBuffer> {
  const content = await readFile(join(folder, path)).catch((error: unknown) => {
    throw errorCode(error) === "ENOENT" ? new Error("the file is missing") : error;
  });
  if (content.length !== bytes) throw new Error(`it has ${content.length} bytes, but the manifest says ${bytes}`);
  if (createHash("sha256").update(content).digest("hex") !== sha256)
    throw new Error("its content has changed (different SHA-256)");
  return new Uint8Array(content).buffer;
}

/** Whether this version knows all columns of a part, and can write its rows again. @throws {Error} if it is damaged */
export async function isKnown(
  part: Part,
  { folder, parquet }: Pick<DatasetContext, "folder" | "parquet">,
): Promise<boolean> {
  const known = new Map<string, string>(tables[part.table].map(({ name, type }) => [name, type]));
  const { columns } = await parquet.readFooter(await wholePart(folder, part));
  return columns.every(({ name, type }) => known.get(name) === type);
}

const nameOf = ({ table, platform, month }: Where) => `${table}/${platform}/${month}`;
const isoOf = (ms: number) => new Date(ms).toISOString();
const dayOf = (ms: number) => isoOf(ms).slice(0, 10).replaceAll("-", "");
