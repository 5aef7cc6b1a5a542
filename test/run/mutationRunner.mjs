// Stryker's way to run our bundled tests: within its own process, each time with another change switched on.
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, TestStatus, toMutantRunResult } from "@stryker-mutator/api/test-runner";
import * as fc from "fast-check";
import Mocha from "mocha";

// Each bundle has a fast-check of its own, and all of them share these options.
const propertyMs = Number(process.env["PROPERTY_MS"]);
if (propertyMs > 0) fc.configureGlobal({ interruptAfterTimeLimit: propertyMs, endOnFailure: true });

const { cache } = createRequire(import.meta.url);

/**
 * Where the code that Stryker changed looks which change is on, and notes which ones it came by.
 * @type {{ activeMutant?: string, currentTestId?: string | undefined, mutantCoverage: MutantCoverage }}
 */
const switches = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: switches });

/** @typedef {import("@stryker-mutator/api/core").MutantCoverage} MutantCoverage */
/** @typedef {import("@stryker-mutator/api/test-runner").DryRunResult} DryRunResult */
/** @typedef {import("@stryker-mutator/api/test-runner").TestResult} TestResult */

class OwnMocha extends Mocha {
  load() {
    this.loadFiles();
  }
}

class BundledMocha {
  static inject = tokens(commonTokens.options);

  /** @param {import("@stryker-mutator/api/core").StrykerOptions} options */
  constructor({ coverageAnalysis }) {
    this.choosesTests = coverageAnalysis !== "off";
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const result = await run({ bail: false });
    // Stryker chooses the tests of each change by what it is told here, whatever its options say.
    return result.status === DryRunStatus.Complete && this.choosesTests
      ? { ...result, mutantCoverage: switches.mutantCoverage }
      : result;
  }

  /** @param {import("@stryker-mutator/api/test-runner").MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter }) {
    switches.activeMutant = activeMutant.id;
    // For the processes that tests start.
    process.env["__STRYKER_ACTIVE_MUTANT__"] = activeMutant.id;
    return toMutantRunResult(await run({ bail: true, ...(testFilter && { chosen: new Set(testFilter) }) }));
  }
}

/**
 * Loads the bundles anew, so that what happens on loading is under the change too, and runs the chosen tests.
 * @param {{ readonly bail: boolean, readonly chosen?: ReadonlySet<string> }} options the full titles of those that are run
 * @returns {Promise<DryRunResult>}
 */
async function run({ bail, chosen }) {
  const mocha = new OwnMocha({ bail, timeout: 60_000, reporter: Mocha.reporters.Base });
  for (const file of await readdir("out/mutated", { recursive: true }))
    if (file.endsWith(".test.js")) mocha.addFile(resolve("out/mutated", file));
  for (const file of mocha.files) delete cache[file];
  switches.currentTestId = undefined;
  try {
    mocha.load();
  } catch (error) {
    return { status: DryRunStatus.Error, errorMessage: String(error) };
  }
  if (chosen) leave(mocha.suite, chosen);
  /** @type {Map<string, TestResult>} */
  const tests = new Map();
  await new Promise((done) => {
    const runner = mocha.run(done);
    runner.on("test", (test) => (switches.currentTestId = test.fullTitle()));
    runner.on("pass", (test) => tests.set(test.fullTitle(), { ...named(test), status: TestStatus.Success }));
    runner.on("fail", (test, { message: failureMessage }) =>
      tests.set(test.fullTitle(), { ...named(test), status: TestStatus.Failed, failureMessage }),
    );
  });
  return { status: DryRunStatus.Complete, tests: [...tests.values()] };
}

/** @param {Mocha.Test} test */
const named = (test) => ({ id: test.fullTitle(), name: test.fullTitle(), timeSpentMs: test.duration ?? 0 });

/**
 * Takes all other tests away.
 * @param {Mocha.Suite} suite
 * @param {ReadonlySet<string>} chosen
 */
function leave(suite, chosen) {
  suite.tests = suite.tests.filter((test) => chosen.has(test.fullTitle()));
  for (const inner of suite.suites) leave(inner, chosen);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "bundled-mocha", BundledMocha)];
