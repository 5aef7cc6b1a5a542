// How much longer a paid search with a daily budget takes after twelve months of heavy use.
import { Measured, withWork } from "./measure.mjs";

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "ledger",
  run: () =>
    withWork(["ledgerWork.ts"], async (pathOf) => {
      const measured = new Measured();
      for (let round = 0; round < 3; round += 1) await measured.process(pathOf("ledgerWork.ts"), []);
      return measured.rows({
        "a paid search with a budget, ms more": { floor: "the same with an empty ledger", most: 5 },
        "the first one of a window, ms more": { floor: "the same with an empty ledger" },
        "a paid search with an empty ledger, ms": { floor: "–" },
      });
    }),
};
export default bench;
