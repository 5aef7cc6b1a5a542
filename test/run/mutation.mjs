// Changes the code in every small way that Stryker knows, and sees whether a test notices.
// `node test/run/mutation.mjs [PART…]` (all parts without a name) fails if the tests of a part notice less than 95%.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { testNode } from "../support/vscode/node.mjs";
import { unitTests } from "./unit.mjs";

/**
 * @typedef {object} Part of the code whose tests are tried
 * @property {string[]} files that are changed
 * @property {string[]} tests words in the paths of the unit tests that must notice
 * @property {boolean} [allTests] whether all of them try each change: code that makes something once is run by the first
 *   test that needs it, and Stryker would try its changes with that test alone
 */

/** The share of changes that the tests of each part must notice. The rest has no visible effect, or isn't worth a test. */
const threshold = 0.95;

const wallet = ["features/wallet/", "features/failures/"];

/** Tests whose programs run in processes of their own, which see no change, and tests that take long. */
const unfit = /\.(killed|windows|paidCalls)\.test/;

/** @type {Readonly<Record<string, Part>>} */
const parts = {
  redact: { files: ["src/api/redact.ts"], tests: ["api/redact"] },
  csv: {
    files: ["src/protocol/csv.ts"],
    tests: ["protocol/csv", "wallet/credits"],
  },
  gate: {
    files: ["src/features/wallet/{wallet,flights,gate}.ts", "src/features/failures/featureError.ts"],
    tests: wallet,
  },
  attempts: { files: ["src/features/wallet/{attempts,permit}.ts"], tests: wallet },
  ledger: { files: ["src/features/wallet/ledger*.ts"], tests: wallet },
  credits: { files: ["src/features/wallet/creditsReport.ts"], tests: wallet },
  requests: {
    files: ["src/api/wire/query.ts", "src/api/route.ts"],
    tests: ["wire/query", "api/route"],
  },
  integers: { files: ["src/api/integers.ts"], tests: ["api/integers"] },
  envelope: { files: ["src/api/wire/envelope.ts"], tests: ["wire/envelope"] },
  slices: { files: ["src/api/wire/slices.ts"], tests: ["wire/slices"] },
  cards: { files: ["src/api/wire/cards.ts"], tests: ["wire/cards", "wire/properties"], allTests: true },
  fields: {
    files: ["src/api/wire/fields.ts"],
    tests: ["wire/cards", "wire/fields", "wire/detail", "wire/properties"],
    allTests: true,
  },
  details: { files: ["src/api/wire/detail.ts"], tests: ["wire/detail", "wire/properties"], allTests: true },
  forms: {
    files: ["src/api/wire/filters.ts", "src/protocol/filters.ts"],
    tests: ["wire/filter", "wire/query", "wire/properties"],
    allTests: true,
  },
};

/**
 * @param {Part} part
 * @returns {Promise<boolean>} whether its tests notice enough of them
 */
async function mutate({ files, tests, allTests = false }) {
  // It looks for its mocha runner here first.
  createRequire(import.meta.url)("../support/loadTypeScript.cjs");
  const { Stryker } = await import("@stryker-mutator/core");
  const results = await new Stryker({
    mutate: files,
    ignorePatterns: ["/.vscode-test", "/out", "/dist", "/media", "/docs/images"],
    tempDirName: resolve("out/mutation"),
    testRunner: "mocha",
    testRunnerNodeArgs: ["--require", "./test/support/loadTypeScript.cjs"],
    mochaOptions: {
      spec: (await unitTests(tests)).filter((file) => !unfit.test(file)),
      ...{ require: ["test/support/loadTypeScript.cjs"], opts: "", config: "" },
      ...{ "no-config": true, "no-package": true, "no-opts": true },
    },
    coverageAnalysis: allTests ? "all" : "perTest",
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    ...{ allowConsoleColors: false, warnings: false },
  }).runMutationTest();
  /** @param {string[]} statuses */
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const unnoticed = count("Survived", "NoCoverage");
  const noticed = count("Killed", "Timeout");
  const share = noticed / (noticed + unnoticed);
  console.log(`= ${noticed} changes noticed, ${unnoticed} unnoticed: ${(share * 100).toFixed(1)}%`);
  return share >= threshold;
}

/** @param {string[]} names */
async function mutateParts(names) {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(parts).join(", ")}.`);
  for (const [name, part] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`… ${name}`);
    if (!(await mutate(part))) process.exitCode = 1;
  }
}

const node = await testNode();
const [, ...args] = process.argv;
if (process.execPath === node) await mutateParts(args.slice(1));
else process.exitCode = spawnSync(node, args, { stdio: "inherit" }).status ?? 1;
