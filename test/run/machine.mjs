// Three figures that tell a slow machine from a slow test.
import { spawnSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

/** What the reference machine of docs/performance.md takes with nothing beside it, in milliseconds. */
const reference = { loop: 250, writes: 40, starts: 1350 };

function loop() {
  let sum = 0;
  for (let number = 1; number < 50_000_000; number++) sum = (sum * 31 + number) % 1_000_003;
  return sum;
}

function writes() {
  const folder = mkdtempSync(join(tmpdir(), "ad-library-machine-"));
  const file = openSync(join(folder, "writes"), "a");
  for (let line = 0; line < 200; line++) {
    writeSync(file, "a line as the ledger writes it\n");
    fsyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
}

function starts() {
  for (let start = 0; start < 20; start++) spawnSync(process.execPath, ["--eval", ""]);
}

/** @param {() => unknown} work @param {number} usual */
function timed(work, usual) {
  const start = performance.now();
  work();
  const ms = performance.now() - start;
  return `${ms.toFixed(0)} ms (${(ms / usual).toFixed(1)} times)`;
}

/** A line with the figures of this machine, each with its ratio to the reference machine. */
export const measureMachine = () =>
  `This machine, compared with the reference machine: a fixed loop ${timed(loop, reference.loop)}, ` +
  `200 synced writes ${timed(writes, reference.writes)}, 20 starts of Node.js ${timed(starts, reference.starts)}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(measureMachine());
