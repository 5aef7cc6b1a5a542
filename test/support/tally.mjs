import { writeFileSync } from "node:fs";
import mocha from "mocha";

/**
 * @typedef {object} Report what the tests of one process did
 * @property {{ title: string, file: string }[]} passed
 * @property {{ title: string, file: string }[]} failed also hooks, whose title says so
 */

/** Mocha's readable reporter that also writes its `Report`, as JSON, into the file that `AD_LIBRARY_TEST_REPORT` names. */
export default class Tally extends mocha.reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env["AD_LIBRARY_TEST_REPORT"];
    if (file === undefined) return;
    const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = mocha.Runner.constants;
    /** @type {Report} */
    const report = { passed: [], failed: [] };
    runner.on(EVENT_TEST_PASS, (test) => report.passed.push(named(test)));
    runner.on(EVENT_TEST_FAIL, (test) => report.failed.push(named(test)));
    runner.once(EVENT_RUN_END, () => writeFileSync(file, JSON.stringify(report)));
  }
}

/** @param {import("mocha").Runnable} test */
const named = (test) => ({ title: test.fullTitle(), file: test.file ?? test.parent?.file ?? "" });
