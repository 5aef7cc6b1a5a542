// How figures grow with the data: at 1, 10, and 100 times the smallest size, drawn in docs/images/growth.svg.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Measured, withWork } from "./measure.mjs";
import { growthPlot } from "./growthPlot.mjs";

/** Sizes in ads: of archives, and of answers (one page, and pages of a service that would send more at once). */
const sizes = [1_000, 10_000, 100_000];
const answers = [18, 180, 1_800];
/** The figures of `archiveWork.ts` that are drawn. */
const ofArchive = [
  "store a page, ms",
  "read the first page, already open, ms",
  "search: commonest word, ms",
  "search: rare word, ms",
  "search: phrase, ms",
];

/** @type {import("./measure.mjs").Bench} */
const bench = ({ full }) =>
  withWork(["archiveWork.ts", "memoryWork.ts", "growthWork.ts"], async (pathOf, folder) => {
    /** @type {Map<string, number[]>} */
    const lines = new Map();
    const rows = [];
    for (const [step, ads] of [...sizes, ...(full ? [1_000_000] : [])].entries()) {
      const measured = new Measured();
      const place = join(folder, `archive-${ads}`);
      await mkdir(place);
      await measured.process(pathOf("archiveWork.ts"), [place, ads, "fill"]);
      await measured.process(pathOf("archiveWork.ts"), [place, ads, "again"]);
      await measured.process(pathOf("memoryWork.ts"), ["ndjson", ads]);
      if (answers[step]) await measured.process(pathOf("growthWork.ts"), [answers[step]]);
      for (const row of measured.rows({})) {
        const figure = row.figure.replace(/, \d+k ads$/, "");
        const drawn = ofArchive.includes(figure) || /^(parse|ndjson: (highest|a page))/.test(figure);
        if (!drawn) continue;
        lines.set(figure, [...(lines.get(figure) ?? []), row.median]);
        rows.push({ ...row, figure: `${figure}, step ${step + 1}` });
      }
    }
    const kept = new Map(
      [...lines].map(([name, values]) => [
        name.replace("ndjson: highest", "export: memory").replace("ndjson:", "export:"),
        values,
      ]),
    );
    await mkdir("docs/images", { recursive: true });
    await writeFile("docs/images/growth.svg", growthPlot(kept));
    return rows;
  });
export default bench;
