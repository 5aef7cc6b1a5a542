// Changes the code in every small way that Stryker knows, and sees whether a test notices.
// `node test/run/mutation.mjs [WORD…]`: the parts whose name contains one of the words (all without a word).
// A change that no test noticed and `mutationParts.mjs` does not explain makes it fail.
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { testNode } from "./mochaStep.mjs";
import { explained, parts } from "./mutationParts.mjs";

/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} Mutant */

/** What the copy of the project in which the code is changed does without. */
const leftOut = [".vscode-test", "out", "dist", "media", "docs/images"];

const onlyErrors = /** @type {import("@stryker-mutator/api/core").LogLevel} */ ("error");

/** How many copies of the tests run at once. */
const concurrency = 2;

/**
 * Runs the tests of a part once for each change of its files.
 * @param {import("./mutationParts.mjs").Part} part
 * @returns {Promise<Mutant[]>}
 */
async function mutate({ files, tests, allTests = false, pure = false }) {
  process.env["PROPERTY_MS"] = pure ? "150" : "";
  const tempDirName = resolve("out/mutation");
  await mkdir(tempDirName, { recursive: true });
  try {
    return await new Stryker({
      mutate: [...files],
      tempDirName,
      ignorePatterns: leftOut,
      buildCommand: ["node", "test/run/mutationBuild.mjs", ...tests].join(" "),
      plugins: [resolve("test/run/mutationRunner.mjs")],
      testRunner: "bundled-mocha",
      coverageAnalysis: allTests ? "off" : "perTest",
      concurrency,
      maxTestRunnerReuse: 50,
      reporters: ["progress-append-only"],
      timeoutMS: pure ? 20_000 : 10_000,
      logLevel: onlyErrors,
    }).runMutationTest();
  } finally {
    await rm(tempDirName, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * What stands where a mutant begins, and what it makes of it.
 * @param {Mutant} mutant
 */
async function described({ fileName, location, replacement, mutatorName }) {
  const file = relative("", fileName).replaceAll("\\", "/");
  const lines = (await readFile(fileName, "utf8")).split("\n");
  const line = lines[location.start.line - 1]?.trim() ?? "";
  const becomes = (replacement ?? "").replace(/\s+/g, " ");
  return { file, line, becomes, where: `${file}:${location.start.line}:${location.start.column}`, mutatorName };
}

/**
 * Prints what the tests noticed of a part's changes.
 * @param {string} name
 * @param {Mutant[]} mutants
 * @returns {Promise<number>} how many changes went unnoticed and unexplained
 */
async function report(name, mutants) {
  const valid = mutants.filter(({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status));
  const unnoticed = valid.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const all = await Promise.all(unnoticed.map(described));
  const open = all.filter(
    ({ file, line, becomes }) =>
      !explained.some((known) => known.file === file && known.line === line && known.becomes === becomes),
  );
  for (const { where, line, becomes, mutatorName } of open)
    console.log(`${where} ${mutatorName}\n  - ${line}\n  + ${becomes}`);
  const noticed = valid.length - unnoticed.length;
  const stopped = valid.filter(({ status }) => status === "Timeout").length;
  console.log(
    `${name}: ${valid.length} changes, ${noticed} noticed (${stopped} of them stopped), ${all.length - open.length} explained, ${open.length} open`,
  );
  return open.length;
}

/**
 * Tries the parts whose name contains one of the words (all without a word).
 * @param {readonly string[]} words
 * @returns {Promise<number>} the exit code
 */
async function mutateParts(words) {
  const chosen = Object.entries(parts).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  let open = chosen.length > 0 ? 0 : 1;
  for (const [name, part] of chosen) open += await report(name, await mutate(part));
  return open > 0 ? 1 : 0;
}

const node = await testNode();
const [, ...args] = process.argv;
process.exitCode =
  process.execPath === node
    ? await mutateParts(args.slice(1))
    : (spawnSync(node, args, { stdio: "inherit" }).status ?? 1);
