// `npm test -- --since REV`: the test files that a change touches. A test's bundle tells which sources it holds, and so do
// the bundles of the programs that it starts; what it reads as data, it names in its text.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import * as esbuild from "esbuild";
import { bundles, testOptions } from "../../bundles.mjs";

/** By what starts it in a test: entry points of the bundles that run then. */
const started = [
  { by: /^test\/(?:host\/|support\/workbench\.mjs)/, runs: /./ },
  { by: /^test\/support\/panel\w+\.ts/, runs: /^webview\// },
  {
    by: /^test\/support\/commandLine\.ts/,
    runs: /cli\/|sample\/index|dataset\/parquet|Thread|zod/,
  },
];

/** What changes every test: packages, and how it is built and run. */
const everything =
  /^(?:package(?:-lock)?\.json|bundles\.mjs|esbuild\.mjs|test\/(?:run\/|support\/(?:vscode\/|\w+\.[cm]js$)))/;

/** @param {string} rev @returns {string[]} paths of files that differ from a commit, new ones included */
function changedSince(rev) {
  const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { encoding: "utf8" }).split("\0");
  const changed = git("diff", "--name-only", "-z", rev, "--");
  return [...changed, ...git("ls-files", "--others", "--exclude-standard", "-z")].filter((file) => file !== "");
}

/** @param {esbuild.BuildOptions} options @returns {Promise<esbuild.Metafile>} */
async function metafileOf(options) {
  const built = await esbuild.build({
    ...{ ...options, metafile: true, write: false, logLevel: "silent" },
    ...{ packages: "external", sourcemap: false, minify: false },
  });
  return /** @type {esbuild.Metafile} */ (built.metafile);
}

/**
 * The test files that a change touches, by names such as `panel/restore`, and all others.
 * @param {string} rev a commit
 * @returns {Promise<{ touched: string[], others: string[] }>}
 */
export async function testsSince(rev) {
  const changed = changedSince(rev);
  const tests = ["unit", "host", "panel"].flatMap((folder) =>
    readdirSync(join("test", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => `test/${folder}/${file.split(sep).join("/")}`),
  );
  const programs = await Promise.all(
    bundles.map(async (options) => ({
      entry: Object.values(options.entryPoints ?? {}).join(),
      inputs: Object.keys((await metafileOf(options)).inputs),
    })),
  );
  const { outputs } = await metafileOf({ ...testOptions, entryPoints: tests });
  const touched = Object.values(outputs).flatMap(({ entryPoint, inputs }) => {
    const own = Object.keys(inputs);
    const starts = started.filter(({ by }) => own.some((file) => by.test(file)));
    const run = programs.filter(({ entry }) => starts.some(({ runs }) => runs.test(entry)));
    const held = new Set([...own, ...run.flatMap((program) => program.inputs)]);
    const texts = own.filter((file) => file.startsWith("test/")).map((file) => readFileSync(file, "utf8"));
    const touches = (/** @type {string} */ file) =>
      everything.test(file) || held.has(file) || texts.some((text) => names(text, file));
    return entryPoint !== undefined && changed.some(touches) ? [nameOf(entryPoint)] : [];
  });
  return { touched, others: tests.map(nameOf).filter((name) => !touched.includes(name)) };
}

/**
 * Whether a text names a file, or a folder that contains it, in quotation marks.
 * @param {string} text
 * @param {string} file
 */
function names(text, file) {
  for (let path = file; path !== "."; path = dirname(path)) {
    if (text.includes(`"${path}"`) || (path !== file && text.includes(`"${path}/"`))) return true;
  }
  return false;
}

/** @param {string} path */
const nameOf = (path) => path.replace(/^test\/|\.test\.ts$/g, "");
