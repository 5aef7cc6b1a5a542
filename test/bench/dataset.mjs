// How fast a dataset is written, next to the NDJSON export of the same bought pages and to a loop that hands the same
// rows to the same writer; its memory and size. With `--full`, a million ads, and queries in engines.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { growthPlot } from "./growthPlot.mjs";
import { Measured, withWork } from "./measure.mjs";

/**
 * Measures the queries in DuckDB and Spark over made-up sightings, and draws how their times grow.
 * @param {Measured} measured @param {string} work @param {string} folder
 */
async function measureEngines(measured, work, folder) {
  /** @type {Map<string, number[]>} */
  const lines = new Map();
  for (const count of [100_000, 1_000_000, 10_000_000]) {
    const place = join(folder, `made-up-${count}`);
    await mkdir(place);
    const run = new Measured();
    await run.process(work, [place, count]);
    for (const [figure, values] of run.values) {
      measured.take({ [figure]: values[0] ?? NaN });
      const name = figure.replace(/, \d+ sightings, ms/, "");
      lines.set(name, [...(lines.get(name) ?? []), values[0] ?? NaN]);
    }
  }
  if (lines.size > 0) await writeFile("docs/images/dataset-growth.svg", growthPlot(lines));
}

/** @type {import("./measure.mjs").Bench} */
const bench = ({ full }) =>
  withWork(["datasetWork.ts", "datasetEnginesWork.ts"], async (pathOf, folder) => {
    const work = pathOf("datasetWork.ts");
    const ads = full ? 1_000_000 : 60_000;
    const measured = new Measured();
    const place = join(folder, "archive");
    await mkdir(place);
    for (const what of ["fill", "speed", "bare", "memory", "again", "sample"])
      await measured.process(work, [what, place, ads]);
    if (full) await measureEngines(measured, pathOf("datasetEnginesWork.ts"), folder);
    return measured.rows({
      "speed over the NDJSON export of the same pages": { floor: "NDJSON export", least: 0.15 },
      "speed over the same rows handed to the writer": { floor: "the same rows and writer alone", least: 0.5 },
      "size over NDJSON": { floor: "the NDJSON file", most: 0.33 },
      "size over NDJSON, the sample library's ads": { floor: "the NDJSON file", most: 0.33 },
      [`memory, ${ads} ads, MB`]: { floor: "– (MB above the start)", most: 260 },
      "second run with 1 % more over the first": { floor: "the first run", most: 0.03 },
    });
  });
export default bench;
