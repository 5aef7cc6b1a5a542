import { Parts } from "./parts";
import { type DatasetSummary, type WritePorts } from "./dueAnswers";
import { setImmediate as turn } from "node:timers/promises";
import { FeatureError } from "../failures";
import { tidied } from "./datasetFolder";
import { type DueAnswer, dueAnswers } from "./dueAnswers";
import { newManifest } from "./manifest";
import { tableNames } from "./tables";
import { WriteRun } from "./writeRun";

/** Adds whatever the archive has and the dataset lacks. The caller holds the dataset's lock. */
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
