// The explorer's page in a headless Chromium: many cards next to few, a large form next to native controls, and a
// restored panel next to an empty one.
import { join } from "node:path";
import { installShipped, Measured, withWork } from "./measure.mjs";

const few = "90 cards";
const native = "native controls";
const empty = "an empty panel";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const about = {
  "10,000 cards: first card": { floor: few, most: 1.2 },
  "10,000 cards: elements in the results": { floor: "–", most: 1000 },
  "10,000 cards: p95 of a screen over the floor's, ms": { floor: few, most: 33 },
  "10,000 cards: append a page, CPU": { floor: few, most: 1.2 },
  "10,000 cards: append a page, ms of CPU": { floor: "–" },
  "form of 25 filters: first paint": { floor: native, most: 1.5 },
  "form of 25 filters: ms of CPU": { floor: "–" },
  "list of 10,000 items: one key, ms of CPU": { floor: "–", most: 16 },
  "restore 50 pages: first paint": { floor: empty, most: 2 },
};

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "panel",
  run: ({ full }) =>
    withWork(["panelWork.ts"], async (pathOf, folder) => {
      await installShipped(folder);
      const measured = new Measured();
      for (let round = 0; round < (full ? 7 : 3); round += 1)
        await measured.process(pathOf("panelWork.ts"), [join(folder, "dist")]);
      return measured.rows(about);
    }),
};
export default bench;
