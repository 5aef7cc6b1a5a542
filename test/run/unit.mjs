// Runs the unit tests whose path contains one of the given words (all without a word).
// `node test/run/unit.mjs [WORD…] [-- MOCHA OPTION…]`
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { testOptions } from "../../esbuild.mjs";
import { runMocha } from "./mochaStep.mjs";

const args = process.argv.slice(2);
const divider = args.includes("--") ? args.indexOf("--") : args.length;
const words = args.slice(0, divider);
const files = (await readdir("test/unit", { recursive: true }))
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .map((file) => join("test/unit", file));
if (files.length === 0) {
  console.error(`No unit test matches ${words.join(", ")}.`);
  process.exit(1);
}
await mkdir("out", { recursive: true });
const folder = await mkdtemp(resolve("out/unit-"));
try {
  await esbuild.build({ ...testOptions, entryPoints: files, outdir: folder });
  await runMocha([folder], args.slice(divider + 1));
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
