// How fast an export is next to the least that any program must do: ask for one page after the other, parse it, write it.
import { pathToFileURL } from "node:url";
import { Measured, withWork } from "./measure.mjs";

const floor = "fetch, JSON.parse, write (speed)";
/** Pages at each latency, by default and with `--full`. @type {readonly (readonly [number, number, number])[]} */
const sizes = [
  [0, 200, 10_000],
  [20, 60, 10_000],
  [100, 30, 10_000],
];

/** Pages of the one run that has so many that beginning and end do not count, after a latency of 20 ms. */
const many = 1000;

/** @param {number} latency @param {string} [more] of the figures' names @returns {Readonly<Record<string, import("./measure.mjs").About>>} */
function aboutOf(latency, more = "") {
  const least = latency === 0 ? 0.9 : 0.98;
  const faster = latency === 0 ? {} : { least: 3 };
  const abouts = {
    json: { floor, least },
    ndjson: { floor, least },
    csv: { floor, least },
    "ndjson, faster": { floor, ...faster },
    "ndjson with ledger, archive and journal": { floor },
    "the same, faster": { floor, ...faster },
  };
  return Object.fromEntries(Object.entries(abouts).map(([name, about]) => [`${name}, ${latency} ms${more}`, about]));
}

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "export",
  run: ({ full }) =>
    withWork(["exportWork.ts", "pageServer.ts"], async (pathOf) => {
      const { startPageServer } = await import(pathToFileURL(pathOf("pageServer.ts")).href);
      const server = await startPageServer();
      const measured = new Measured();
      try {
        for (let round = 0; round < (full ? 1 : 3); round += 1) {
          for (const [latency, pages, all] of sizes) {
            const args = [server.origin, latency, full ? all : pages, round * 3];
            await measured.process(pathOf("exportWork.ts"), args);
          }
        }
        if (!full) await measured.process(pathOf("exportWork.ts"), [server.origin, 20, many, 0, `, ${many} pages`]);
      } finally {
        server.close();
      }
      const abouts = sizes.map(([latency]) => aboutOf(latency));
      return measured.rows(Object.assign(aboutOf(20, `, ${many} pages`), ...abouts));
    }),
};
export default bench;
