import { setImmediate as turn } from "node:timers/promises";
import { commit, manifestOf, tidied } from "./datasetFolder";
import { inPart } from "./knownAnswers";
import type { Manifest, Part } from "./manifest";
import type * as Parquet from "./parquet";
import { Parts } from "./parts";
import { tables } from "./tables";

export interface CompactSummary {
  /** Number of parts before and after. */
  readonly before: number;
  readonly after: number;
}

export interface CompactPorts {
  readonly folder: string;
  readonly tool: string;
  readonly now: () => Date;
  readonly signal: AbortSignal | undefined;
  readonly parquet: typeof Parquet;
}

/** Parts larger than this need no merging. */
const smallBytes = 64_000_000;
/** Rows that are read at once; most are small, but a `raw` text has several kilobytes. */
const rowsAtOnce = 4000;

/** Merges the small parts of each past month. The caller holds the dataset's lock. */
export async function compactDataset(ports: CompactPorts): Promise<CompactSummary> {
  const { folder, tool, now, parquet } = ports;
  await tidied(folder);
  const manifest = await manifestOf(folder);
  const groups = await mergeable(manifest, ports);
  const taken = new Set(manifest.files.map(({ path }) => path));
  const merged: Part[] = [];
  for (const group of groups) {
    const parts = new Parts({ folder, tool, parquet, isTaken: (path) => taken.has(path) });
    try {
      for (const part of group) await copyRows(part, parts, ports);
      for (const part of await parts.place()) merged.push(part);
    } finally {
      // The lock is released next: no writing may go on after that.
      await parts.stop();
    }
  }
  if (groups.length === 0) return { before: manifest.files.length, after: manifest.files.length };
  const replaced = new Set(groups.flat());
  const files = [...manifest.files.filter((part) => !replaced.has(part)), ...merged];
  await commit(folder, { ...manifest, tool, written_at: now().toISOString(), files }, [...replaced]);
  return { before: manifest.files.length, after: files.length };
}

/** Groups of small parts, one per partition, oldest first. Parts with columns of a newer version are left alone. */
async function mergeable({ files }: Manifest, ports: CompactPorts): Promise<readonly (readonly Part[])[]> {
  const thisMonth = ports.now().toISOString().slice(0, 7);
  const groups = new Map<string, Part[]>();
  for (const part of files) {
    const { table, platform, month, bytes } = part;
    if (month >= thisMonth || month === "none" || bytes >= smallBytes || !(await isKnown(part, ports))) continue;
    const name = `${table}/${platform}/${month}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

async function isKnown(part: Part, { folder, parquet }: CompactPorts): Promise<boolean> {
  const known = new Map<string, string>(tables[part.table].map(({ name, type }) => [name, type]));
  const { columns } = await inPart(folder, part, (file) => parquet.readFooter(file));
  return columns.every(({ name, type }) => known.get(name) === type);
}

async function copyRows(part: Part, parts: Parts, { folder, parquet, signal }: CompactPorts): Promise<void> {
  const { table, platform, month, path } = part;
  const labels = /part-(d?\d+)-(d?\d+)/.exec(path)?.slice(1) ?? [];
  const [first = "0", last = first] = labels;
  for (let from = 0; from < part.rows; from += rowsAtOnce) {
    const to = Math.min(part.rows, from + rowsAtOnce);
    const rows = await inPart(folder, part, (file) => parquet.readRows(file, from, to));
    signal?.throwIfAborted();
    const placed = rows.map((row) => ({ table, platform, month, row }));
    await parts.add(to === part.rows ? last : first, placed, first);
    await turn();
  }
}
