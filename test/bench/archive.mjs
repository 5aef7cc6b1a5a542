// What the archive costs when it is filled with 10,000 and with 100,000 ads (with `--full`, also with 1,000,000).
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Measured, withWork } from "./measure.mjs";

const parse = "JSON.parse of a page";
const absolute = "– (ms)";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const figures = {
  "store a page": { floor: parse, most: 12 },
  "store a page, words and all": { floor: parse },
  "store a page, last tenth over first": { floor: "first tenth", most: 2 },
  "store a page, ms": { floor: absolute },
  "store a page, until the disk has it, ms": { floor: absolute },
  "event loop while pages are stored and indexed, p99 ms": { floor: absolute, most: 20 },
  "event loop while pages are only made and read, p99 ms": { floor: absolute },
  "MB per 10,000 ads": { floor: "– (MB)" },
  "open and read a page, first of a process, ms": { floor: absolute },
  "open and read a page, ms": { floor: absolute, most: 2 },
  "read 50 pages, each": { floor: parse },
};

/** @param {string} name @returns {import("./measure.mjs").About} */
function aboutOf(name) {
  if (!name.startsWith("search: ")) return figures[name] ?? { floor: "–" };
  return { floor: absolute, most: name === "search: commonest word, ms" ? 10 : 5 };
}

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "archive",
  run: ({ full }) =>
    withWork(["archiveWork.ts"], async (pathOf, folder) => {
      const rows = [];
      for (const ads of [10_000, 100_000, ...(full ? [1_000_000] : [])]) {
        const measured = new Measured();
        const place = join(folder, `archive-${ads}`);
        await mkdir(place);
        await measured.process(pathOf("archiveWork.ts"), [place, ads]);
        for (let round = 0; round < 3; round += 1) {
          await measured.process(pathOf("archiveWork.ts"), [place, ads, "again"]);
        }
        const about = Object.fromEntries([...measured.values.keys()].map((name) => [name, aboutOf(name)]));
        rows.push(...measured.rows(about).map((row) => ({ ...row, figure: `${row.figure}, ${ads / 1000}k ads` })));
      }
      return rows;
    }),
};
export default bench;
