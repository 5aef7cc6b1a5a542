// Writes a dataset in a process of its own, to be killed: `FOLDER DATASET URL`. It says when it has the dataset's lock to
// itself, for each hundredth answer, and when it is done. With small row groups, so that parts grow all the time.
import { join } from "node:path";
import { alone } from "../../../../src/features/dataset/datasetFolder";
import * as parquet from "../../../../src/features/dataset/parquet";
import { writeDataset } from "../../../../src/features/dataset/writeDataset";
import { openStack } from "../stack";

async function main([folder = "", dataset = "", url = ""]: string[]): Promise<void> {
  const { archive, clients, close } = openStack(join(folder, "storage"), url, undefined);
  const reading = { origin: clients.libraryName(), segments: clients.segments, signal: undefined };
  await alone(
    dataset,
    () => process.send?.("waits"),
    undefined,
    async () => {
      process.send?.("begun");
      const summary = await writeDataset({
        ...{ archive, folder: dataset, tool: "test", reading, platforms: ["native"], since: "", parquet },
        now: () => new Date(),
        onProgress: ({ done }) => process.send?.(done),
        groupBytes: 20_000,
      });
      process.send?.(summary);
    },
  );
  await close();
  process.disconnect?.();
}

void main(process.argv.slice(2));
