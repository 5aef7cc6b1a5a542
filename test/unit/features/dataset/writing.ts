// Writes a dataset in a process of its own, to be killed: `FOLDER DATASET URL`. It says when it has the dataset's lock to
// itself, for each hundredth answer, and when it is done. With small row groups, so that parts grow all the time.
import { join } from "node:path";
import { alone } from "../../../../src/features/dataset/datasetFolder";
import * as parquet from "../../../../src/features/dataset/parquet";
import { writeDataset } from "../../../../src/features/dataset/writeDataset";
import { compactDataset } from "../../../../src/features/dataset/compactDataset";
import { openStack } from "../stack";

/** Counts what is done to files and folders, and kills this process in place of the one of that number. */
function dieAt(last: number): () => number {
  let count = 0;
  const files = process.getBuiltinModule("node:fs/promises");
  for (const name of ["open", "mkdir", "rename", "rm", "writeFile", "readdir"] as const) {
    const real = files[name] as (...args: unknown[]) => unknown;
    Reflect.set(files, name, (...args: unknown[]) => {
      count += 1;
      if (count === last) process.kill(process.pid, "SIGKILL");
      return real(...args);
    });
  }
  return () => count;
}

/** Merges the parts of `DATASET` in a month to come, and dies on the way: `compact DATASET LAST`. Says how much it did. */
async function compact([dataset = "", last = "0"]: string[]): Promise<void> {
  const done = dieAt(Number(last));
  const now = () => new Date(Date.now() + 40 * 86_400_000);
  const ports = { folder: dataset, tool: "test", now, signal: undefined, parquet };
  await alone(
    dataset,
    () => undefined,
    undefined,
    () => compactDataset(ports),
  );
  process.send?.(done());
  process.disconnect?.();
}

async function main([folder = "", dataset = "", url = ""]: string[]): Promise<void> {
  const { archive, clients, lens, runs, close } = openStack(join(folder, "storage"), url, undefined);
  const reading = { origin: clients.libraryName(), segments: clients.segments };
  await alone(
    dataset,
    () => process.send?.("waits"),
    undefined,
    async () => {
      process.send?.("begun");
      const summary = await writeDataset({
        ...{
          ...{ archive, folder: dataset, tool: "test", reading, signal: undefined, platforms: ["native"] },
          ...{ since: "", lens, runs, groups: false, parquet },
        },
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

/** Writes as `main` does, says nothing on the way, and dies there: `write FOLDER DATASET URL LAST`. Says how much it did. */
async function write([folder = "", dataset = "", url = "", last = "0"]: string[]): Promise<void> {
  const { datasets, close } = openStack(join(folder, "storage"), url, undefined);
  const done = dieAt(Number(last));
  await datasets.write({ folder: dataset });
  process.send?.(done());
  await close();
  process.disconnect?.();
}

const [first, ...others] = process.argv.slice(2);
void (first === "compact" ? compact(others) : first === "write" ? write(others) : main(process.argv.slice(2)));
