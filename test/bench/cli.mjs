/* global performance */
// How long the command line takes to start and to check files offline, measured as whole processes.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureNode } from "../support/vscode/node.mjs";
import { versions } from "../support/vscode/versions.mjs";
import { Measured, installShipped, withWork } from "./measure.mjs";

const files = 100;
const search = { platform: "native", body: { search_field: [{ type: "text", text: "a" }] }, pages: 3 };

/** @type {import("./measure.mjs").Bench} */
const bench = () =>
  withWork([], async (_pathOf, folder) => {
    await installShipped(folder);
    const { program: node } = await ensureNode(versions.newest.node);
    const names = Array.from({ length: files }, (_, at) => join(folder, `search-${at}.adsearch.json`));
    await mkdir(join(folder, "data"));
    for (const name of names) await writeFile(name, JSON.stringify(search));
    const env = { PATH: process.env["PATH"], AD_LIBRARY_URL: "sample:", AD_LIBRARY_DATA: join(folder, "data") };
    const timed = (/** @type {string[]} */ ...args) => {
      const start = performance.now();
      execFileSync(node, args, { env, stdio: "ignore" });
      return performance.now() - start;
    };
    const cli = join(folder, "dist/cli.js");
    // This brings the filters that an offline check needs.
    timed(cli, "lint", ...names.slice(0, 1));
    const measured = new Measured();
    for (let round = 0; round < 20; round += 1) {
      const floor = timed("-e", "0");
      measured.take({
        "ad-library --version": timed(cli, "--version") / floor,
        [`lint of ${files} files, offline, ms`]: timed(cli, "lint", "--offline", ...names),
      });
    }
    return measured.rows({
      "ad-library --version": { floor: "node -e 0", most: 1.3 },
      [`lint of ${files} files, offline, ms`]: { floor: "–", most: 1000 },
    });
  });
export default bench;
