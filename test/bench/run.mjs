// `npm run bench` measures everything, `npm run bench -- NAME…` only some of it. `--full` measures the largest sizes,
// which takes long. Prints a table and writes out/bench/NAME.json.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { basename } from "node:path";
import { plainBenches } from "./benches.mjs";

/** @typedef {import("./measure.mjs").Row} Row */

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const full = process.argv.includes("--full");
const shared = ["run.mjs", "benches.mjs", "measure.mjs", "growthPlot.mjs"];
const own = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith(".mjs") && !shared.includes(file))
  .map((file) => basename(file, ".mjs"));
const names = [...own, ...plainBenches.keys()].sort();

/** @param {Row} row */
function printed({ figure, floor, median, min, max, most, least }) {
  const goal = most === undefined ? (least === undefined ? "" : `≥ ${least}`) : `≤ ${most}`;
  const met = median <= (most ?? Infinity) && median >= (least ?? -Infinity);
  return { figure, floor, measured: `${median} [${min}..${max}]`, goal, met: goal === "" ? "" : met ? "yes" : "NO" };
}

await mkdir("out/bench", { recursive: true });
for (const name of words.length > 0 ? words : names) {
  if (!names.includes(name)) throw new Error(`There is no bench ${name}: choose of ${names.join(", ")}.`);
  /** @type {import("./measure.mjs").Bench} */
  const bench = plainBenches.get(name) ?? (await import(`./${name}.mjs`)).default;
  console.log(`\n${name}`);
  const start = Date.now();
  const rows = await bench({ full });
  console.table(rows.map(printed));
  const where = { node: process.version, cpus: cpus().length, load: loadavg(), full };
  const run = { name, at: new Date(start).toISOString(), seconds: Math.round((Date.now() - start) / 1000), ...where };
  await writeFile(`out/bench/${name}.json`, JSON.stringify({ ...run, rows }, undefined, 2));
}
