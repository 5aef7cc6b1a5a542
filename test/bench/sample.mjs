// How fast the sample library answers, next to a server that only sends bytes.
import { Measured, withWork } from "./measure.mjs";

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "sample",
  run: () =>
    withWork(["sampleWork.ts"], async (pathOf) => {
      const measured = new Measured();
      for (let round = 0; round < 3; round += 1) await measured.process(pathOf("sampleWork.ts"), []);
      return measured.rows({ "first page of the sample library": { floor: "a fixed body of 50 kB" } });
    }),
};
export default bench;
