// What all benchmarks share: bundling their work, running it in fresh processes, and rows of medians.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { bundles, testOptions } from "../../bundles.mjs";
import { ensureNode } from "../support/vscode/node.mjs";
import { versions } from "../support/vscode/versions.mjs";

/**
 * One figure: the median, smallest, and largest value of several processes. `most` and `least` are its goal.
 * @typedef {{ figure: string, floor: string, median: number, min: number, max: number, most?: number, least?: number }} Row
 */
/**
 * What is known about figures in advance: their floor and their goal. It is under a figure's whole name, or a part of it.
 * @typedef {{ floor: string, most?: number, least?: number }} About
 */
/** @typedef {(options: { full: boolean }) => Promise<Row[]>} Bench */

/**
 * Bundles files of this folder for Node.js while `use` runs. `pathOf` returns the path of a file's bundle.
 * @template T
 * @param {readonly string[]} entries
 * @param {(pathOf: (entry: string) => string, folder: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withWork(entries, use) {
  await mkdir("out", { recursive: true });
  const folder = await mkdtemp(resolve("out/bench-"));
  try {
    const entryPoints = entries.map((entry) => join("test/bench", entry));
    await esbuild.build({ ...testOptions, entryPoints, outdir: folder, outbase: "test/bench", sourcemap: false });
    return await use((entry) => join(folder, basename(entry).replace(/\.ts$/, ".js")), folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Runs the page server while `use` runs.
 * @param {(origin: string) => Promise<void>} use
 */
export async function withPageServer(use) {
  await withWork(["pageServer.ts"], async (pathOf) => {
    const { startPageServer } = await import(pathToFileURL(pathOf("pageServer.ts")).href);
    const server = await startPageServer();
    await use(server.origin).finally(server.close);
  });
}

/**
 * Puts the extension, bundled as it ships, into a server's folder of extensions.
 * @param {string} folder @param {Record<string, unknown>} [changes] to its manifest
 */
export async function installShipped(folder, changes = {}) {
  await mkdir(folder, { recursive: true });
  for (const part of ["package.nls.json", "media"]) await cp(part, join(folder, part), { recursive: true });
  const manifest = { ...JSON.parse(await readFile("package.json", "utf8")), ...changes };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  for (const { outdir, outfile, ...options } of bundles.filter((each) => each.outdir !== "out")) {
    const where = outfile ? { outfile: join(folder, outfile) } : { outdir: join(folder, outdir ?? "") };
    await esbuild.build({ ...options, ...where, minify: true, sourcemap: false });
  }
}

/**
 * Puts an extension of a benchmark into a server's folder of extensions.
 * @param {string} folder @param {string} main its code, CommonJS @param {Record<string, unknown>} [more] added to its
 * manifest
 */
export async function installPlain(folder, main, more = {}) {
  await mkdir(folder, { recursive: true });
  const manifest = {
    publisher: "bench",
    name: basename(folder),
    version: "1.0.0",
    engines: { vscode: "^1.103.0" },
    extensionKind: ["workspace"],
    capabilities: { untrustedWorkspaces: { supported: true } },
    main: "./main.js",
    activationEvents: ["onStartupFinished"],
    ...more,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "main.js"), main);
}

/** The values of each figure from all processes. */
export class Measured {
  /** @type {Map<string, number[]>} */
  values = new Map();

  /** @param {Readonly<Record<string, number>>} figures */
  take(figures) {
    for (const [figure, value] of Object.entries(figures)) {
      this.values.set(figure, [...(this.values.get(figure) ?? []), value]);
    }
  }

  /**
   * Runs a work in a process of its own, with the Node.js of the newest VS Code, and takes the figures that it prints.
   * @param {string} work @param {readonly (string | number)[]} args @param {readonly string[]} [flags] for Node.js
   */
  async process(work, args, flags = []) {
    const { program } = await ensureNode(versions.newest.node);
    const given = ["--no-warnings", ...flags, work, ...args.map(String)];
    const { stdout } = await promisify(execFile)(program, given);
    this.take(JSON.parse(stdout));
  }

  /** @param {Readonly<Record<string, About>>} about @returns {Row[]} */
  rows(about) {
    const parts = Object.entries(about);
    const aboutOf = (/** @type {string} */ figure) =>
      about[figure] ?? parts.find(([part]) => figure.includes(part))?.[1];
    return [...this.values].map(([figure, values]) => rowOf(figure, values, aboutOf(figure)));
  }
}

/**
 * @param {string} figure @param {readonly number[]} values @param {About} [about]
 * @returns {Row}
 */
export function rowOf(figure, values, about = { floor: "–" }) {
  const sorted = [...values].sort((a, b) => a - b).map((value) => Number(value.toPrecision(3)));
  const [min = NaN, median = NaN, max = NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return { figure, ...about, median, min, max };
}
