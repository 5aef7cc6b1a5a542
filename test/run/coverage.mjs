// Runs the unit tests of src/api and prints which of its branches they took; fails where one was not.
//
// Each bundle of a test holds its own copy of a file, without what that test does not use, and V8's counts of such copies
// cannot be added up. So every file is given counters of its own before it is bundled: all copies count into one place.
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { createInstrumenter } from "istanbul-lib-instrument";
import { runUnitTests } from "./unitTests.mjs";

/** @typedef {ReturnType<import("istanbul-lib-instrument").Instrumenter["lastFileCoverage"]>} Coverage */

const room = join(process.cwd(), "src", "api") + sep;
const instrumenter = createInstrumenter({ esModules: true, compact: false, parserPlugins: ["typescript"] });
/** Counters of every file before anything is counted. @type {Map<string, Coverage>} */
const files = new Map();

/** @param {string} path @returns {Promise<string>} the file's text with its counters */
async function counted(path) {
  const source = await readFile(path, "utf8");
  if (/istanbul ignore|[cv]8 ignore/.test(source)) throw new Error(`${path} hides a branch from this report.`);
  const text = instrumenter.instrumentSync(source, path);
  files.set(path, instrumenter.lastFileCoverage());
  return text;
}

/** @type {import("esbuild").Plugin} */
const counters = {
  name: "counters",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
      path.startsWith(room) ? { contents: await counted(path), loader: "ts" } : undefined,
    );
  },
};

/** @param {Coverage} file @returns {{ taken: number, all: number, missed: string[] }} */
function branchesOf({ b: counts, branchMap }) {
  const ways = Object.entries(counts).flatMap(([id, taken]) =>
    taken.map((count, way) => ({ count, branch: branchMap[id], way })),
  );
  const missed = ways.filter(({ count }) => count === 0);
  return {
    taken: ways.length - missed.length,
    all: ways.length,
    missed: missed.map(({ branch, way }) => {
      // An absent `else` has no place of its own.
      const { line, column } = branch?.locations[way]?.start ?? {};
      return `${line ?? branch?.line}:${column ?? 0} (${branch?.type})`;
    }),
  };
}

/** @param {ReadonlyMap<string, Coverage>} coverage @returns {boolean} whether every branch was taken */
function report(coverage) {
  const rows = [...coverage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => ({ path, ...branchesOf(file) }));
  for (const { path, taken, all, missed } of rows) {
    const share = all === 0 ? "no branch" : `${((100 * taken) / all).toFixed(1)} % of ${all}`;
    console.log(
      `${relative(process.cwd(), path).padEnd(36)} ${share}${missed.length > 0 ? `, missed: ${missed.join(", ")}` : ""}`,
    );
  }
  const [taken, all] = [rows.reduce((sum, row) => sum + row.taken, 0), rows.reduce((sum, row) => sum + row.all, 0)];
  console.log(`${taken} of ${all} branches of src/api were taken.`);
  return taken === all;
}

const folder = await mkdtemp(join(tmpdir(), "coverage-"));
process.env["AD_LIBRARY_COVERAGE"] = join(folder, "coverage.json");
try {
  // A file that no test loads counts too.
  const paths = await readdir(room, { recursive: true });
  for (const path of paths.filter((one) => one.endsWith(".ts"))) await counted(join(room, path));
  const keeper = join("test", "support", "keepCoverage.mjs");
  await runUnitTests([`api${sep}`], { plugins: [counters], mocha: ["--reporter", "dot", "--require", keeper] });
  /** @type {Record<string, Coverage>} */
  const taken = JSON.parse(await readFile(join(folder, "coverage.json"), "utf8"));
  if (!report(new Map([...files, ...Object.entries(taken)]))) process.exitCode = 1;
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
