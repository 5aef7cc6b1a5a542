// What the archive costs when it is filled with 10,000 and with 250,000 ads, which the default size cap holds (with
// `--full`, also with 1,000,000).
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Measured, withWork } from "./measure.mjs";

const absolute = "– (ms)";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const figures = {
  "store a page, last tenth over first": { floor: "first tenth", most: 2 },
  "store a page, ms": { floor: absolute },
  "store a page, words and all, ms": { floor: absolute },
  "MB per 10,000 ads": { floor: "– (MB)" },
  "read the first page in a cold window, ms": { floor: absolute, most: 10 },
  "list what is bought of a search, ms": { floor: absolute, most: 5 },
  "start the thread and search, ms": { floor: absolute, most: 100 },
  "rebuild the index, s": { floor: "– (s)", most: 240 },
  "event loop during a rebuild, p99 ms more": { floor: "idle (ms)", most: 1 },
  "read a page during a rebuild, ms": { floor: absolute, most: 10 },
  "memory with its thread, MB more": { floor: "no thread", most: 25 },
};

/** @param {string} name @returns {import("./measure.mjs").About} */
function aboutOf(name) {
  if (!name.startsWith("search: ")) return figures[name] ?? { floor: "–" };
  return { floor: absolute, most: 100 };
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
        await measured.process(pathOf("archiveWork.ts"), [place, ads, "fill"]);
        for (let round = 0; round < 3; round += 1) {
          await measured.process(pathOf("archiveWork.ts"), [place, ads, "again"]);
        }
        await measured.process(pathOf("archiveWork.ts"), [place, ads, "rebuild"]);
        const about = Object.fromEntries([...measured.values.keys()].map((name) => [name, aboutOf(name)]));
        rows.push(...measured.rows(about).map((row) => ({ ...row, figure: `${row.figure}, ${ads / 1000}k ads` })));
      }
      return rows;
    }),
};
export default bench;
