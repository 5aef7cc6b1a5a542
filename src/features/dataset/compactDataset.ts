import { setImmediate as nextTick } from "node:timers/promises";
import { messageOf } from "../../protocol/failure";
import { isFileError } from "../disk";
import { FeatureError } from "../failures";
import { commit, manifestOf, tidied } from "./datasetFolder";
import type { Manifest, Part } from "./manifest";
import { type DatasetContext, isKnown, Parts } from "./parts";

export interface CompactSummary {
  /** Number of parts before and after. */
  readonly before: number;
  readonly after: number;
}

/** Parts larger than this need no merging. */
const smallBytes = 64_000_000;

/** Merges the small parts of each past month. The caller holds the dataset's lock. */
export async function compactDataset(context: DatasetContext): Promise<CompactSummary> {
  const { folder, tool, now, parquet, signal } = context;
  await tidied(folder);
  const manifest = await manifestOf(folder);
  const before = manifest.files.length;
  const small = await mergeable(manifest, context);
  if (small.length === 0) return { before, after: before };
  const parts = new Parts({ folder, tool, parquet, present: manifest.files });
  for (const part of small) {
    signal?.throwIfAborted();
    await inWords(part, () => parts.merge(part));
    await nextTick();
  }
  const placed = await parts.place();
  const replaced = new Set(placed.replaced);
  const files = [...manifest.files.filter((part) => !replaced.has(part)), ...placed.parts];
  await commit(folder, { ...manifest, tool, written_at: now().toISOString(), files }, placed.replaced);
  return { before, after: files.length };
}

/** Small parts that share their place with others. Parts with columns of a newer version are left alone. */
async function mergeable({ files }: Manifest, context: DatasetContext): Promise<readonly Part[]> {
  const thisMonth = context.now().toISOString().slice(0, 7);
  const groups = new Map<string, Part[]>();
  for (const part of files) {
    const { table, platform, month, bytes } = part;
    if (month >= thisMonth || month === "none" || bytes >= smallBytes) continue;
    const name = `${table}/${platform}/${month}`;
    if (await inWords(part, () => isKnown(part, context))) groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups.values()].filter((group) => group.length > 1).flat();
}

async function inWords<T>({ path }: Part, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFileError(error)) throw error;
    throw new FeatureError("damagedDataset", { specifics: `${path}: ${messageOf(error)}` });
  }
}
