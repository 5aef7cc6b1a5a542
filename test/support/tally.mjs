import { writeFileSync } from "node:fs";
import mocha from "mocha";

/**
 * Mocha's readable reporter that also writes its counts, `{ passed, failed }` as JSON, into the file that
 * `AD_LIBRARY_TEST_REPORT` names.
 */
export default class Tally extends mocha.reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env["AD_LIBRARY_TEST_REPORT"];
    if (file === undefined) return;
    runner.once(mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures }));
    });
  }
}
