// What the archive costs when it is filled with 10,000 and with 250,000 ads, which the default size cap holds (with
// `--full`, also with 1,000,000).
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Measured, withWork } from "./measure.mjs";

const parse = "JSON.parse of a page";
const absolute = "– (ms)";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const figures = {
  "store a page, without the way to its thread": { floor: parse, most: 15 },
  "store a page, with the way to its thread": { floor: parse },
  "store a page, words and all": { floor: parse },
  "store a page, last tenth over first": { floor: "first tenth", most: 2 },
  "store a page, ms": { floor: absolute },
  "store a page, until the disk has it, ms": { floor: absolute },
  "MB per 10,000 ads": { floor: "– (MB)" },
  "read the first page, not open yet, ms": { floor: absolute, most: 10 },
  "read the first page, already open, ms": { floor: absolute, most: 10 },
  "memory with its thread, MB more": { floor: "no thread", most: 25 },
  "read 50 pages, each": { floor: parse },
};

/** @param {string} name @param {number} ads @returns {import("./measure.mjs").About} */
function aboutOf(name, ads) {
  if (!name.startsWith("search: ")) return figures[name] ?? { floor: "–" };
  return { floor: absolute, most: ads > 250_000 ? 100 : 20 };
}

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "archive",
  run: ({ full }) =>
    withWork(["archiveWork.ts"], async (pathOf, folder) => {
      const rows = [];
      for (const ads of [10_000, 250_000, ...(full ? [1_000_000] : [])]) {
        const measured = new Measured();
        const place = join(folder, `archive-${ads}`);
        await mkdir(place);
        if (ads === 10_000) await measured.process(pathOf("archiveWork.ts"), [place, ads, "thread"]);
        await measured.process(pathOf("archiveWork.ts"), [place, ads, "fill"]);
        for (let round = 0; round < 3; round += 1) {
          await measured.process(pathOf("archiveWork.ts"), [place, ads, "again"]);
        }
        const about = Object.fromEntries([...measured.values.keys()].map((name) => [name, aboutOf(name, ads)]));
        rows.push(...measured.rows(about).map((row) => ({ ...row, figure: `${row.figure}, ${ads / 1000}k ads` })));
      }
      return rows;
    }),
};
export default bench;
