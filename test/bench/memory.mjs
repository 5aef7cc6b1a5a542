// The memory of a large export: 300,000 ads, or 1,000,000 with `--full`.
import { Measured, withWork } from "./measure.mjs";

const formats = ["json", "ndjson", "csv"];

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "memory",
  run: ({ full }) =>
    withWork(["memoryWork.ts"], async (pathOf) => {
      const measured = new Measured();
      for (const format of formats) {
        await measured.process(pathOf("memoryWork.ts"), [format, full ? 1_000_000 : 300_000]);
      }
      const about = formats.flatMap((format) => [
        [`${format}: at the end over after 100k ads`, { floor: "the same run's 80,000 to 100,000", most: 1.1 }],
        [`${format}: highest, MB`, { floor: "– (resident)", most: 350 }],
        [`${format}: a page, ms`, { floor: "– (ms)" }],
      ]);
      return measured.rows(Object.fromEntries(about));
    }),
};
export default bench;
