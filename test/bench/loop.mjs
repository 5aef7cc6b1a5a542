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
      const floor = "idle (ms)";
      const about = [...measured.values.keys()].map((name) => [
        name,
        name.startsWith("idle") ? { floor: "–" } : { floor, most: name.includes("180,000") ? 50 : 20 },
      ]);
      return measured.rows(Object.fromEntries(about));
    }),
};
export default bench;
