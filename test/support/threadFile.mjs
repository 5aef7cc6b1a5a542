// Bundles of the threads, for tests and benchmarks that run from sources. Each process makes each bundle at most once.
import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** @param {string} path from the project's root */
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** @type {Readonly<Record<string, string>>} */
const sources = {
  "./indexThread": "src/features/archive/indexThread.ts",
  "./datasetThread": "src/features/dataset/datasetThread.ts",
  "./pictureThread": "src/features/assistants/pictureThread.ts",
};

/** @type {Map<string, string>} */
const made = new Map();

/**
 * Makes the bundle of a thread and returns its path. Several processes may do so at the same time.
 * @param {string} request the thread's module, as the code that starts it names it
 */
export function threadFile(request) {
  const known = made.get(request);
  if (known !== undefined) return known;
  const source = sources[request];
  if (source === undefined) throw new Error(`${request} is no thread.`);
  const file = at(`out/test-thread/${request}.js`);
  const outfile = `${file}-${process.pid}.js`;
  mkdirSync(dirname(file), { recursive: true });
  buildSync({
    ...{ entryPoints: [at(source)], outfile, bundle: true },
    ...{ platform: "node", format: "cjs", target: "node22", minify: true, logLevel: "error" },
  });
  renameSync(outfile, file);
  made.set(request, file);
  return file;
}
