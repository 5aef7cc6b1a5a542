// What reading an answer costs, as a ratio to `JSON.parse` of the same text in the same process.
// `node test/bench/parse.mjs` prints it.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { testOptions } from "../../esbuild.mjs";

/** @typedef {{ figure: string, median: number, min: number, max: number, goal?: number }} Row */

/** Highest ratios that are wanted. @type {Readonly<Record<string, number>>} */
const goals = {
  "exact integers, none long": 1.1,
  "exact integers, long snapshot": 4,
  "exact integers, all ids long": 4,
  "page to nouns, 43 kB": 1.15,
  "pages 2 to 10": 2,
};
const rounds = 5;

/** @returns {Promise<Row[]>} a row per figure: the median of several fresh processes */
async function run() {
  await mkdir("out", { recursive: true });
  const folder = await mkdtemp(resolve("out/bench-"));
  try {
    const work = join(folder, "bench", "parseWork.js");
    await esbuild.build({ ...testOptions, entryPoints: ["test/bench/parseWork.ts"], outdir: folder, sourcemap: false });
    /** @type {Map<string, number[]>} */
    const measured = new Map();
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ["cold", "cold", "cold", "warm"]) {
        const { stdout } = await promisify(execFile)(process.execPath, [work, kind]);
        for (const [figure, value] of Object.entries(JSON.parse(stdout))) {
          measured.set(figure, [...(measured.get(figure) ?? []), Number(value)]);
        }
      }
    }
    return [...measured].map(([figure, values]) => rowOf(figure, values));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} figure @param {readonly number[]} values @returns {Row} */
function rowOf(figure, values) {
  const sorted = [...values].sort((a, b) => a - b).map((value) => Math.round(value * 100) / 100);
  const [min = NaN, median = NaN, max = NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const goal = goals[figure];
  return { figure, median, min, max, ...(goal !== undefined && { goal }) };
}

const bench = { name: "parse", run };
export default bench;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await run());
