import type { Part } from "./manifest";
import { type PlacedRow, tables } from "./tables";
import { createHash, type Hash } from "node:crypto";
import { appendFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../disk";
import type * as Parquet from "./parquet";
import type { PartEncoder, Scratch } from "./partEncoder";

/** Where parts grow: inside the dataset's folder, but where no engine looks for tables. */
export const writingFolder = ".writing";

/** Characters per row group: few enough for little memory, many enough to compress well. */
const groupBytes = 6_000_000;
/** The most bytes waiting for their row groups, over all parts. */
const waitingBytes = 12_000_000;
/** With its last row group, a part stays below 128 MB. */
const partBytes = 110_000_000;
/** The most column chunks of open parts: a part keeps what its footer says of each, about half a kilobyte. */
const openChunks = 20_000;

/** What writing a set of parts needs. */
export interface PartPorts {
  /** The dataset's folder. */
  readonly folder: string;
  readonly tool: string;
  /** How the files are made. */
  readonly parquet: Pick<typeof Parquet, "PartEncoder" | "Scratch">;
  /** Whether the dataset already has a part at that path. */
  readonly isTaken: (path: string) => boolean;
  readonly groupBytes?: number;
}

interface OpenPart {
  readonly where: Pick<PlacedRow, "table" | "platform" | "month">;
  readonly encoder: PartEncoder;
  readonly temporary: string;
  readonly hash: Hash;
  readonly first: string;
  last: string;
  rows: number;
  bytes: number;
  chunks: number;
  from: number | undefined;
  to: number | undefined;
}

/** Parts in progress: rows come in any order, and memory use does not grow with their number. */
export class Parts {
  private readonly growing = new Map<string, OpenPart>();
  private readonly finished: { readonly part: Part; readonly temporary: string }[] = [];
  private number = 0;
  private readonly scratch: Scratch;
  /** The row group that is being compressed and written, while the rows of others come in. */
  private inProgress: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: PartPorts) {
    this.scratch = new ports.parquet.Scratch();
  }

  /** Adds rows; `last` is their answer's name in part names, `first` that of the first answer if there are several. */
  async add(last: string, rows: readonly PlacedRow[], first = last): Promise<void> {
    for (const row of rows) {
      const part = this.partFor(row, first, last);
      put(part, row);
      if (part.encoder.waiting >= (this.ports.groupBytes ?? groupBytes)) await this.flush(part);
    }
    for (const [name, part] of this.growing) if (part.bytes > partBytes) await this.end(name, part);
    while (this.sum(waiting) > waitingBytes) await this.flush(this.most(waiting)[1]);
    while (this.sum(chunks) > openChunks) await this.end(...this.most(chunks));
  }

  /** Adds a part without rows, so that engines know the columns of an empty table. */
  async addEmpty(table: PlacedRow["table"]): Promise<void> {
    const where = { table, platform: "none", month: "none" };
    await this.end(nameOf(where), this.begin(where, "0"));
  }

  /** Finishes all parts, gives them their names and syncs them. They count once the manifest names them. */
  async place(): Promise<readonly Part[]> {
    for (const [name, part] of this.growing) await this.end(name, part);
    const folders = new Set<string>();
    for (const { part, temporary } of this.finished) {
      const path = join(this.ports.folder, part.path);
      await mkdir(dirname(path), { recursive: true });
      await rename(temporary, path);
      folders.add(dirname(path));
    }
    for (const folder of folders) await syncFolder(folder);
    await removeUnfinished(this.ports.folder);
    await this.stop();
    return this.finished.map(({ part }) => part);
  }

  /** Waits for the row group in progress, whatever becomes of it: afterwards, nothing more is written. */
  async stop(): Promise<void> {
    await this.inProgress.catch(() => undefined);
    this.scratch.compressor.close();
  }

  private partFor({ table, platform, month }: PlacedRow, first: string, last: string): OpenPart {
    const where = { table, platform, month };
    const name = nameOf(where);
    const part = this.growing.get(name) ?? this.begin(where, first);
    this.growing.set(name, part);
    part.last = last;
    return part;
  }

  private begin(where: OpenPart["where"], label: string): OpenPart {
    const { parquet, folder, tool } = this.ports;
    const temporary = join(folder, writingFolder, `${(this.number += 1)}.tmp`);
    const encoder = new parquet.PartEncoder(tables[where.table], tool, this.scratch);
    const empty = { rows: 0, bytes: 0, chunks: 0, from: undefined, to: undefined };
    return { where, encoder, temporary, hash: createHash("sha256"), first: label, last: label, ...empty };
  }

  /** Begins to write the waiting rows of a part, once the former ones of any part are written. */
  private async flush(part: OpenPart): Promise<void> {
    await this.inProgress;
    part.chunks += tables[part.where.table].length;
    this.inProgress = this.write(part, part.encoder.group());
    // Who waits for it next learns why it failed.
    this.inProgress.catch(() => undefined);
  }

  private async write(part: OpenPart, packed: Promise<Uint8Array>): Promise<void> {
    const bytes = await packed;
    await mkdir(dirname(part.temporary), { recursive: true });
    // A file that is there before ours is another writer's: appending would mix its bytes with ours.
    await appendFile(part.temporary, bytes, { flag: part.bytes === 0 ? "wx" : "a" });
    part.hash.update(bytes);
    part.bytes += bytes.length;
  }

  private async end(name: string, part: OpenPart): Promise<void> {
    await this.inProgress;
    await this.write(part, part.encoder.end());
    const file = await open(part.temporary, "r+");
    await file.sync().finally(() => file.close());
    this.growing.delete(name);
    const { where, rows, bytes, hash, from, to, temporary } = part;
    const times = from !== undefined && to !== undefined && { from: isoOf(from), to: isoOf(to) };
    const facts = { path: this.pathOf(part), ...where, rows, bytes, sha256: hash.digest("hex"), ...times };
    this.finished.push({ part: facts, temporary });
  }

  /** Parts are immutable: a name that is taken, for example by another archive's part, gets a number. */
  private pathOf({ where: { table, platform, month }, first, last }: OpenPart): string {
    const taken = new Set(this.finished.map(({ part }) => part.path));
    for (let number = 1; ; number++) {
      const name = `part-${first}-${last}${number > 1 ? `-${number}` : ""}.parquet`;
      const path = `${table}/platform=${platform}/month=${month}/${name}`;
      if (!taken.has(path) && !this.ports.isTaken(path)) return path;
    }
  }

  private sum(size: (part: OpenPart) => number): number {
    let sum = 0;
    for (const part of this.growing.values()) sum += size(part);
    return sum;
  }

  private most(size: (part: OpenPart) => number): [name: string, part: OpenPart] {
    return [...this.growing].reduce((most, each) => (size(each[1]) > size(most[1]) ? each : most));
  }
}

const waiting = ({ encoder }: OpenPart) => encoder.waiting;
const chunks = (part: OpenPart) => part.chunks;

function put(part: OpenPart, { row, common }: PlacedRow): void {
  part.encoder.add(row, common);
  part.rows += 1;
  const receivedAt = row.received_at ?? common?.received_at;
  if (receivedAt === undefined) return;
  const at = Number(receivedAt);
  if (part.from === undefined || at < part.from) part.from = at;
  if (part.to === undefined || at > part.to) part.to = at;
}

const nameOf = ({ table, platform, month }: OpenPart["where"]) => `${table}/${platform}/${month}`;

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Removes parts that were not finished. */
export async function removeUnfinished(folder: string): Promise<void> {
  await rm(join(folder, writingFolder), { recursive: true, force: true });
}
