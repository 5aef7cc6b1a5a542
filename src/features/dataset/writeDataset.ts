import { setImmediate as turn } from "node:timers/promises";
import type { PlatformToken } from "../../protocol/platforms";
import type { Archive } from "../archive/archive";
import { FeatureError } from "../failures";
import { tidied } from "./datasetFolder";
import { type DueAnswer, dueAnswers } from "./dueAnswers";
import { newManifest } from "./manifest";
import type * as Parquet from "./parquet";
import { Parts } from "./parts";
import type { Reading } from "./rowsOfPage";
import { tableNames } from "./tables";
import { WriteRun } from "./writeRun";

export interface DatasetProgress {
  /** Answers looked at, of so many. */
  readonly done: number;
  readonly of: number;
  readonly ads: number;
}

/** What a run added, and what the dataset is now. */
export interface DatasetSummary {
  readonly folder: string;
  readonly pages: number;
  readonly details: number;
  /** Ads on the pages that were added. */
  readonly ads: number;
  /** Answers that this version cannot read: left out. */
  readonly unreadable: number;
  /** Parts that were added. */
  readonly files: number;
  readonly bytes: number;
  readonly total: { readonly files: number; readonly bytes: number };
}

export interface WritePorts {
  readonly archive: Archive;
  readonly folder: string;
  readonly tool: string;
  readonly reading: Reading;
  readonly platforms: readonly PlatformToken[];
  /** ISO time; "" is everything. */
  readonly since: string;
  readonly now: () => Date;
  readonly onProgress: (progress: DatasetProgress) => void;
  readonly parquet: typeof Parquet;
  /** Bytes of a row group, where they differ from the usual. */
  readonly groupBytes?: number;
}

/** Adds what the archive has and the dataset lacks. Whoever calls holds the dataset's lock. */
export async function writeDataset(ports: WritePorts): Promise<DatasetSummary> {
  const { folder, tool, parquet, reading, groupBytes } = ports;
  const manifest = (await tidied(folder)) ?? newManifest(reading.origin, tool);
  if (manifest.origin !== reading.origin) throw new FeatureError("otherDataset", { detail: manifest.origin });
  const taken = new Set(manifest.files.map(({ path }) => path));
  const size = groupBytes !== undefined && { groupBytes };
  const parts = new Parts({ folder, tool, Encoder: parquet.PartEncoder, isTaken: (path) => taken.has(path), ...size });
  const due = await dueAnswers(ports, manifest);
  const run = new WriteRun(ports, manifest, parts);
  await addAll(run, due, ports);
  const described = new Set(manifest.files.flatMap(({ table, month }) => (month === "none" ? [table] : [])));
  for (const table of tableNames) if (!described.has(table)) await parts.addEmpty(table);
  return run.end();
}

async function addAll(run: WriteRun, due: readonly DueAnswer[], { reading, onProgress }: WritePorts): Promise<void> {
  for (const [index, each] of due.entries()) {
    reading.signal?.throwIfAborted();
    await run.add(each);
    if (index % 10 === 9) onProgress({ done: index + 1, of: due.length, ads: run.ads });
    await turn();
  }
}
