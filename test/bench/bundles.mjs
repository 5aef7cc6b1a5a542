// What ships: the sizes of the bundles as they are packed, what the entry bundle contains, and the size of the VSIX.
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { bundles } from "../../bundles.mjs";
import { rowOf, withWork } from "./measure.mjs";

const kilobytes = "– (kB)";
/** Sources that activation must not load. */
const heavy = /node_modules\/zod|^src\/(api|sample|features\/archive)\//;
/** What the page's HTML contains, and what makes the page live. */
const live = ["webview-first.css", "webview-first.js", "webview.js", "webview-chunk.js", "webview.css"];
const shipped = [
  "package.json",
  ".vscodeignore",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "media",
  "l10n",
  "skills",
  "docs/images",
];

/** Builds the extension's bundles as `--production` does. @param {string} folder where they go */
async function build(folder) {
  /** @type {Map<string, { bytes: Uint8Array, inputs: Record<string, { bytesInOutput: number }> }>} */
  const files = new Map();
  for (const options of bundles.filter(({ outdir }) => outdir !== "out")) {
    const result = await esbuild.build({ ...options, minify: true, sourcemap: false, write: false, metafile: true });
    const outputs = Object.entries(result.metafile.outputs);
    for (const { path, contents } of result.outputFiles) {
      const name = basename(path);
      const inputs = outputs.find(([output]) => basename(output) === name)?.[1].inputs ?? {};
      files.set(name, { bytes: contents, inputs });
      await writeFile(join(folder, name), contents);
    }
  }
  return files;
}

/**
 * Packs what would ship and returns the size of the package in bytes.
 * @param {string} folder with the bundles in `dist`
 */
async function pack(folder) {
  for (const name of shipped) await cp(name, join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  // The bundles are already built.
  delete manifest.scripts["vscode:prepublish"];
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  for (const name of await readdir(".")) if (/^package\.nls.*\.json$/.test(name)) await cp(name, join(folder, name));
  const vsce = resolve("node_modules/@vscode/vsce/vsce");
  const args = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", "bench.vsix"];
  await promisify(execFile)(process.execPath, args, { cwd: folder });
  return (await stat(join(folder, "bench.vsix"))).size;
}

/** @type {import("./measure.mjs").Bench} */
const bench = () =>
  withWork([], async (_pathOf, folder) => {
    const dist = join(folder, "dist");
    await mkdir(dist, { recursive: true });
    const files = await build(dist);
    const bytes = (/** @type {string} */ name) => files.get(name)?.bytes ?? new Uint8Array();
    const zipped = (/** @type {string} */ name) => gzipSync(bytes(name)).length;
    const all = (/** @type {string[]} */ names) => names.reduce((sum, name) => sum + zipped(name), 0);
    const entry = Object.entries(files.get("extension.js")?.inputs ?? {});
    const brought = entry
      .filter(([input]) => heavy.test(input))
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    const vsix = await pack(folder);
    const row = (/** @type {string} */ figure, /** @type {number} */ size, /** @type {number | undefined} */ most) =>
      rowOf(figure, [size / 1000], { floor: kilobytes, ...(most !== undefined && { most }) });
    return [
      row("entry bundle, extension.js", bytes("extension.js").length, 40),
      row("of it zod, API, archive and sample", brought, 0),
      row("webview, until it is live, gzip", all(live), 75),
      row("VSIX", vsix, 1800),
    ];
  });
export default bench;
