/* global performance */
// How fast the tools for assistants find bought ads, and how soon the MCP server is ready, next to an empty server.
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ensureNode } from "../support/vscode/node.mjs";
import { versions } from "../support/vscode/versions.mjs";
import { Measured, installShipped, withWork } from "./measure.mjs";

const ads = 100_000;
const opening = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/**
 * The time from the start of a server's process to its answer to the first message, in ms.
 * @param {string} node @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
async function ready(node, args, env) {
  const start = performance.now();
  const server = spawn(node, ["--no-warnings", ...args], { env, stdio: ["pipe", "pipe", "ignore"] });
  server.stdin.write(`${JSON.stringify(opening)}\n`);
  await new Promise((answered, failed) => {
    server.stdout.once("data", answered);
    server.once("exit", () => failed(new Error("The server ended without an answer.")));
  });
  const ms = performance.now() - start;
  server.removeAllListeners("exit");
  const ended = new Promise((gone) => server.once("exit", gone));
  server.stdin.end();
  setTimeout(() => server.kill(), 3000).unref();
  await ended;
  return ms;
}

/** @type {import("./measure.mjs").Bench} */
const bench = () =>
  withWork(["assistantsWork.ts", "emptyMcpServer.ts"], async (pathOf, folder) => {
    const measured = new Measured();
    await measured.process(pathOf("assistantsWork.ts"), [join(folder, "data"), ads]);
    const shipped = join(folder, "shipped");
    await mkdir(shipped);
    await installShipped(shipped);
    const { program: node } = await ensureNode(versions.newest.node);
    const env = { PATH: process.env["PATH"], AD_LIBRARY_URL: "sample:", AD_LIBRARY_DATA: join(folder, "mcp") };
    for (let round = 0; round < 15; round += 1) {
      const floor = await ready(node, [pathOf("emptyMcpServer.ts")], env);
      const ms = await ready(node, [join(shipped, "dist/cli.js"), "mcp"], env);
      measured.take({
        "MCP server ready, ms": ms,
        "MCP server ready": ms / floor,
        "empty MCP server ready, ms": floor,
      });
    }
    return measured.rows({
      "MCP server ready, ms": { floor: "– (ms)", most: 400 },
      "MCP server ready": { floor: "an empty server of the same SDK", most: 1.3 },
      "empty MCP server ready, ms": { floor: "– (ms)" },
      creatives: { floor: "– (ms)", most: 3000 },
      search_bought_ads: { floor: "– (ms)", most: 20 },
    });
  });
export default bench;
