// How late the host's event loop is under load.
import { pathToFileURL } from "node:url";
import { Measured, withWork } from "./measure.mjs";

/** @type {import("./measure.mjs").Bench} */
const bench = {
  name: "loop",
  run: () =>
    withWork(["loopWork.ts", "pageServer.ts"], async (pathOf) => {
      const { startPageServer } = await import(pathToFileURL(pathOf("pageServer.ts")).href);
      const server = await startPageServer();
      const measured = new Measured();
      try {
        for (let round = 0; round < 3; round += 1) await measured.process(pathOf("loopWork.ts"), [server.origin]);
      } finally {
        server.close();
      }
      const absolute = "– (ms)";
      return measured.rows({
        "300 pages made, read, stored, and indexed, p99 ms more": { floor: "made and read (ms)", most: 1 },
        "search: letter by letter over 5,400 ads, p99 ms more": { floor: "idle (ms)", most: 1 },
        "an answer of 180,000 ads read and stored, max ms": { floor: absolute, most: 500 },
        "export, 20 ms, p99 ms": { floor: absolute, most: 20 },
        "export, faster, 20 ms, p99 ms": { floor: absolute, most: 20 },
        "export without latency, p99 ms": { floor: absolute, most: 20 },
      });
    }),
};
export default bench;
