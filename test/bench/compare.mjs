// How long two runs of 20,000 ads take to read and to compare, and how much memory that needs.
import { Measured, withWork } from "./measure.mjs";

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "compare",
  run: () =>
    withWork(["compareWork.ts"], async (pathOf) => {
      const measured = new Measured();
      for (let round = 0; round < 3; round += 1) await measured.process(pathOf("compareWork.ts"), [], ["--expose-gc"]);
      return measured.rows({
        "comparing 20,000 with 20,000 ads (ms)": { floor: "–", most: 1000 },
        "reading both runs out of the archive": { floor: "JSON.parse of their pages" },
        "memory held by both runs and the comparison (MB)": { floor: "–", most: 150 },
      });
    }),
};
export default bench;
