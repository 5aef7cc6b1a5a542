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

/** @param {number} latency @returns {Readonly<Record<string, import("./measure.mjs").About>>} */
function aboutOf(latency) {
  const least = latency === 0 ? 0.9 : 0.98;
  const faster = latency === 0 ? {} : { least: 3 };
  return {
    [`json, ${latency} ms`]: { floor, least },
    [`ndjson, ${latency} ms`]: { floor, least },
    [`csv, ${latency} ms`]: { floor, least },
    [`ndjson, faster, ${latency} ms`]: { floor, ...faster },
    [`ndjson with ledger, archive and journal, ${latency} ms`]: { floor },
    [`the same, faster, ${latency} ms`]: { floor, ...faster },
  };
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
      } finally {
        server.close();
      }
      return measured.rows(Object.assign({}, ...sizes.map(([latency]) => aboutOf(latency))));
    }),
};
export default bench;
