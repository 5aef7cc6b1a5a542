// What reading an answer costs, compared with `JSON.parse` of the same text in the same process.
import { Measured, withWork } from "./measure.mjs";

const floor = "JSON.parse";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const about = {
  "exact integers, none long": { floor, most: 1.1 },
  "exact integers, long snapshot": { floor, most: 4 },
  "exact integers, all ids long": { floor, most: 4 },
  "page to nouns, 43 kB": { floor, most: 1.15 },
  "pages 2 to 10": { floor, most: 2 },
};

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "parse",
  run: () =>
    withWork(["parseWork.ts"], async (pathOf) => {
      const measured = new Measured();
      for (let round = 0; round < 5; round += 1) {
        for (const kind of ["cold", "cold", "cold", "warm"]) await measured.process(pathOf("parseWork.ts"), [kind]);
      }
      return measured.rows(about);
    }),
};
export default bench;
