// A board's editor in a headless Chromium, and its text in Node.js: 5,000 entries next to 50.
import { join } from "node:path";
import { installShipped, Measured, withWork } from "./measure.mjs";

const few = "50 entries";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const about = {
  "5,000 entries: open": { floor: few, most: 1.5 },
  "5,000 entries: open, ms": { floor: "–" },
  "5,000 entries: read the text, ms": { floor: "–" },
  "5,000 entries: page to the first card": { floor: few },
  "5,000 entries: drag, p95 of a frame, ms of CPU": { floor: "–", most: 33 },
  "5,000 entries: drop, ms of CPU": { floor: "–" },
};

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "board",
  run: ({ full }) =>
    withWork(["boardWork.ts"], async (pathOf, folder) => {
      await installShipped(folder);
      const measured = new Measured();
      for (let round = 0; round < (full ? 7 : 3); round += 1)
        await measured.process(pathOf("boardWork.ts"), [join(folder, "dist")]);
      return measured.rows(about);
    }),
};
export default bench;
