// The threads as bundles, for tests and benches that run from sources: each is made once in each process.
import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** @param {string} path from the project's root */
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** @type {Readonly<Record<string, string>>} */
const sources = {
  "./archiveThread": "src/features/archive/archiveThread.ts",
  "./pictureThread": "src/features/assistants/pictureThread.ts",
};

/** @type {Map<string, string>} */
const made = new Map();

/**
 * Where the bundle of a thread is. Several processes may make it at the same time.
 * @param {string} request as the code that starts it names it
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
    ...{ platform: "node", format: "cjs", target: "node22", minify: true, logLevel: "warning" },
  });
  renameSync(outfile, file);
  made.set(request, file);
  return file;
}
