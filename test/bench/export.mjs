// How fast an export is next to the least that any program must do: request one page after the other, parse it, and
// write it.
import { Measured, withPageServer, withWork } from "./measure.mjs";

const floor = "fetch, JSON.parse, write (speed)";
/**
 * The latencies in ms, each with its number of pages.
 * @type {readonly (readonly [number, number])[]}
 */
const sizes = [
  [0, 200],
  [20, 60],
  [100, 30],
];

/** The number of pages of one more run, with a latency of 20 ms: so many that beginning and end hardly count. */
const many = 1000;

/**
 * @param {number} latency in ms @param {string} [more] the end of the figures' names
 * @returns {Readonly<Record<string, import("./measure.mjs").About>>}
 */
function aboutOf(latency, more = "") {
  const least = latency === 0 ? 0.9 : 0.98;
  const faster = latency === 0 ? {} : { least: 3 };
  const abouts = {
    json: { floor, least },
    ndjson: { floor, least },
    csv: { floor, least },
    "ndjson, faster": { floor, ...faster },
    "ndjson with ledger and archive": { floor, least: { 0: 0.3, 20: 0.85 }[latency] ?? 0.93 },
    "the same, faster": { floor, ...faster },
  };
  return Object.fromEntries(Object.entries(abouts).map(([name, about]) => [`${name}, ${latency} ms${more}`, about]));
}

/** @type {import("./measure.mjs").Bench} */
const bench = () =>
  withWork(["exportWork.ts"], async (pathOf) => {
    const measured = new Measured();
    const work = pathOf("exportWork.ts");
    await withPageServer(async (origin) => {
      for (let round = 0; round < 3; round += 1) {
        for (const [latency, pages] of sizes) await measured.process(work, [origin, latency, pages, round * 3]);
      }
      await measured.process(work, [origin, 20, many, 0, `, ${many} pages`]);
    });
    const abouts = sizes.map(([latency]) => aboutOf(latency));
    return measured.rows(Object.assign(aboutOf(20, `, ${many} pages`), ...abouts));
  });
export default bench;
