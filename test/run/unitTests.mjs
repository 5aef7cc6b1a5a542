import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { testOptions } from "../../bundles.mjs";
import { runMocha } from "./mochaStep.mjs";

/**
 * Bundles the unit tests whose path contains one of the given words (all without a word), and runs them.
 * @param {readonly string[]} words
 * @param {{ readonly mocha?: string[], readonly plugins?: esbuild.Plugin[] }} [options] of mocha and esbuild
 * @returns {Promise<void>} throws when no test matches, or when one fails
 */
export async function runUnitTests(words, { mocha = [], plugins = [] } = {}) {
  await mkdir("out", { recursive: true });
  const folder = await mkdtemp(resolve("out/unit-"));
  try {
    await bundleUnitTests(words, folder, plugins);
    await runMocha([folder], mocha);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles the unit tests whose path contains one of the given words (all without a word).
 * @param {readonly string[]} words
 * @param {string} folder for the bundles
 * @param {esbuild.Plugin[]} [plugins] of esbuild
 * @returns {Promise<void>} throws when no test matches
 */
export async function bundleUnitTests(words, folder, plugins = []) {
  const files = (await readdir("test/unit", { recursive: true }))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .map((file) => join("test/unit", file));
  if (files.length === 0) throw new Error(`No unit test matches ${words.join(", ")}.`);
  await esbuild.build({ ...testOptions, plugins, entryPoints: files, outdir: folder });
}
